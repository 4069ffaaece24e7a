import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CompareMode } from '../../../contract/compare-modes.ts';
import { JobFailure } from '../../../contract/failure.ts';
import { everyPage } from '../../../engines/page-spans.ts';
import { openDocument, type PdfiumDocument } from '../../../engines/pdfium/engine.ts';
import { makeOutputName } from '../../../formats/declared.ts';
import { makePdfInput } from '../../pdf/documents/pdf-input.ts';
import { makePlain } from '../../pdf/documents/plain.ts';
import type { Run, RunInput } from '../../run.ts';
import { compareBytes } from './bytes.ts';
import { cutText, type Finding } from './findings.ts';
import type { job } from './job.ts';
import { compareLines } from './lines.ts';
import { chooseMode, usualTolerance } from './modes.ts';
import { compareImages, comparePages } from './pixels.ts';
import { type Context, readFileLines, readPdfLines } from './text.ts';

/** The renderer holds both documents in memory. */
const maxBytes = 500 * 1024 * 1024;
/** Differences that a report lists for all files together, and the letters of its summary. */
const maxDifferences = 100;
const summaryLetters = 500;

async function openPdf(context: Context, input: RunInput, dir: string) {
  const plain = await makePlain(dir, makePdfInput(input, undefined), everyPage);
  context.begin({ textPage: plain.count, drawnPage: plain.count, megapixel: plain.count });
  const { size } = await stat(plain.path);
  if (size > maxBytes) throw new JobFailure('limit_exceeded', `a document of ${size} bytes`);
  return { document: await openDocument(await readFile(plain.path)), engines: plain.engines };
}

interface Compared {
  finding: Finding;
  engines: string[];
}

/** Compares two PDFs. Where the mode is not given, those whose expected file has no text are compared by pixels. */
async function comparePdfs(
  context: Context,
  expected: RunInput,
  actual: RunInput,
  mode: CompareMode | undefined,
  dir: string,
): Promise<Compared> {
  const open: PdfiumDocument[] = [];
  try {
    const before = await openPdf(context, expected, `${dir}-expected`);
    open.push(before.document);
    const after = await openPdf(context, actual, `${dir}-actual`);
    open.push(after.document);
    const engines = [...before.engines, ...after.engines, 'pdfium'];
    const lines = mode === 'pixels' ? [] : await readPdfLines(before.document);
    const finding =
      mode === 'text' || lines.length > 0
        ? compareLines(lines, await readPdfLines(after.document))
        : comparePages(before.document, after.document);
    return { finding, engines };
  } finally {
    for (const document of open) document.close();
  }
}

async function compareFiles(
  context: Context,
  expected: RunInput,
  actual: RunInput,
  dir: string,
): Promise<Compared> {
  const { by } = context.options;
  const mode = by ?? chooseMode(expected.format);
  if (mode === 'bytes') return { finding: await compareBytes(expected, actual), engines: ['plaintext'] };
  if (expected.format === 'pdf') return await comparePdfs(context, expected, actual, by, dir);
  if (mode === 'pixels') return await compareImages(context, expected, actual);
  const before = await readFileLines(context, expected, `${dir}-expected`);
  const after = await readFileLines(context, actual, `${dir}-actual`);
  return { finding: compareLines(before.lines, after.lines), engines: [...before.engines, ...after.engines] };
}

/** Finds the reason why two files are not compared, if there is one. */
function findReason(expected: RunInput | undefined, actual: RunInput | undefined) {
  if (!expected) return 'added';
  if (!actual) return 'missing';
  return expected.format === actual.format ? undefined : 'format';
}

const reasonWords = {
  added: 'was not expected',
  missing: 'is missing',
  format: 'has another format',
} as const;

export const run: Run<typeof job> = async context => {
  const { inputs, options, dir, progress } = context;
  const expected = inputs.slice(-options.expected);
  const actual = inputs.slice(0, -options.expected);
  const files: (Omit<Finding, 'summary'> & { index: number; filename: string; different: boolean })[] = [];
  const engines: string[] = [];
  const summaries: string[] = [];
  let left = maxDifferences;
  const count = Math.max(expected.length, actual.length);
  for (let index = 0; index < count; index++) {
    const [before, after] = [expected[index], actual[index]];
    const { filename, format } = (after ?? before)!;
    const reason = findReason(before, after);
    const compared =
      !reason && before && after
        ? await compareFiles(context, before, after, join(dir, `compare-${index}`))
        : undefined;
    engines.push(...(compared?.engines ?? []));
    const { summary, lines, pages, ...found } = compared?.finding ?? {
      by: options.by ?? chooseMode(format),
      share: 1,
      summary: reason ? reasonWords[reason] : '',
    };
    const tolerance = options.tolerance ?? usualTolerance[found.by];
    const different = reason !== undefined || found.share > tolerance;
    const listed = { lines: lines?.slice(0, left), pages: pages?.slice(0, left) };
    left -= (listed.lines?.length ?? 0) + (listed.pages?.length ?? 0);
    files.push({
      ...{ index, filename, ...found, tolerance, different },
      ...(reason && { reason }),
      ...(listed.lines?.length && { lines: listed.lines }),
      ...(listed.pages?.length && { pages: listed.pages }),
    });
    if (different) summaries.push(`${filename}: ${summary}`);
    progress((99 * (index + 1)) / count);
  }
  const different = summaries.length > 0;
  const path = join(dir, 'comparison.json');
  await writeFile(path, `${JSON.stringify({ different, files }, undefined, 2)}\n`);
  return {
    outputs: [
      {
        path,
        filename: makeOutputName(inputs[0].filename, '-comparison.json'),
        format: 'json',
        metadata: {
          different,
          files: files.length,
          differentFiles: summaries.length,
          ...(different && { summary: cutText(summaries.join('; '), summaryLetters) }),
        },
      },
    ],
    engines: [...new Set(engines)],
  };
};
