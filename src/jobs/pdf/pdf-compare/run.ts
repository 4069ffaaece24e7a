import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { JobFailure } from '../../../contract/failure.ts';
import { makeWarning } from '../../../contract/warnings.ts';
import { everyPage } from '../../../engines/page-spans.ts';
import { openDocument, type PdfiumDocument } from '../../../engines/pdfium/engine.ts';
import { drawComparison } from '../../../engines/pikepdf/comparison.ts';
import { makeOutputName } from '../../../formats/declared.ts';
import type { Run, RunInput } from '../../run.ts';
import { nameRoleAtFault } from '../documents/file-at-fault.ts';
import { makePdfInput } from '../documents/pdf-input.ts';
import { makePlain } from '../documents/plain.ts';
import { compareWords } from './changes.ts';
import { job } from './job.ts';
import type { Ignored } from './letters.ts';
import { listSheets, markChanges } from './marks.ts';
import { pairPages } from './pages.ts';
import { writeReport } from './report.ts';
import { drawPairs } from './sheets.ts';
import { readWords } from './words.ts';

export { warm } from '../documents/warm.ts';

/** The renderer holds both documents in memory. */
const maxBytes = 500 * 1024 * 1024;

export const run: Run<typeof job> = async ({ dir, inputs, options, progress, begin }) => {
  const [oldInput, newInput] = [inputs[0], inputs[1]!];
  const { outputFormat, mode = outputFormat === 'png' ? 'visual' : 'text', password } = options;
  const openRole = (file: number, input: RunInput, key: string | undefined) =>
    makePlain(join(dir, `plain-${file}`), makePdfInput(input, key), everyPage).catch((error: unknown) =>
      nameRoleAtFault(error, job.roles, file),
    );
  const old = await openRole(0, oldInput, password);
  const now = await openRole(1, newInput, options.newPassword ?? password);
  const count = old.count + now.count;
  const [comparesLooks, drawsPages] = [mode !== 'text', mode !== 'text' || outputFormat === 'png'];
  begin({ textPage: count, ...(drawsPages && { drawnPage: count, megapixel: 2 * count }) });
  const readShare = drawsPages ? 30 : 80;
  const documents: PdfiumDocument[] = [];
  try {
    documents.push(await open(old.path), await open(now.path));
    const [oldDocument, newDocument] = [documents[0]!, documents[1]!];
    const before = await readWords(oldDocument, pages => progress((readShare * pages) / count));
    const after = await readWords(newDocument, pages => progress((readShare * (old.count + pages)) / count));
    const { changes, matches } = compareWords(before, after, new Set<Ignored>(options.ignore));
    const pairs = pairPages(
      { document: oldDocument, words: before },
      { document: newDocument, words: after },
      matches,
    );
    const marks = markChanges(mode === 'visual' ? [] : changes);
    const drawn = drawsPages
      ? await drawPairs(oldDocument, newDocument, pairs, {
          marks,
          comparesLooks,
          pictures: outputFormat === 'png' ? { dir, filename: newInput.filename } : undefined,
          progress: share => progress(readShare + (99 - readShare) * share),
        })
      : undefined;
    const metadata = {
      ...(mode !== 'visual' && { changes: changes.length }),
      ...(drawn && comparesLooks && { areas: drawn.areas.length }),
      ...((old.repaired || now.repaired) && { repaired: true }),
    };
    const engines = [...new Set([...old.engines, ...now.engines, 'pdfium'])];
    const lacksText = mode !== 'visual' && [...before.counts, ...after.counts].some(words => words === 0);
    const warnings = lacksText ? [makeWarning('no_text_layer')] : [];
    if (outputFormat === 'png') {
      const outputs = drawn!.pictures.map(picture => ({
        ...picture,
        metadata: { ...picture.metadata, ...metadata },
      }));
      return { outputs, engines: [...engines, 'sharp'], warnings };
    }
    const path = join(dir, `compared.${outputFormat}`);
    if (outputFormat === 'pdf') {
      const sources: [{ path: string }, { path: string }] = [{ path: old.path }, { path: now.path }];
      const sheets = listSheets(pairs, marks);
      await drawComparison({ inputs: sources, output: path, sheets }, {});
    } else
      await writeReport(
        {
          units: { old: old.units, new: now.units },
          pairs,
          changes: mode === 'visual' ? undefined : changes,
          areas: comparesLooks ? drawn?.areas : undefined,
        },
        path,
      );
    const pages = outputFormat === 'pdf' && { pages: pairs.length };
    // A comparison as a PDF must not have the name of the file that it compares.
    const filename = makeOutputName(newInput.filename, outputFormat === 'pdf' ? '-compared.pdf' : '.json');
    return {
      outputs: [{ path, filename, format: outputFormat, metadata: { ...pages, ...metadata } }],
      engines,
      warnings,
    };
  } finally {
    for (const document of documents) document.close();
  }
};

async function open(path: string): Promise<PdfiumDocument> {
  const { size } = await stat(path);
  if (size > maxBytes) throw new JobFailure('limit_exceeded', `a document of ${size} bytes`);
  return await openDocument(await readFile(path));
}
