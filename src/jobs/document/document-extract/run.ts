import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeWarning, type Warning } from '../../../contract/warnings.ts';
import type { Document } from '../../../documents/model.ts';
import { readHtml } from '../../../documents/read-html.ts';
import { writeChunks } from '../../../documents/write/chunks.ts';
import { writeJson } from '../../../documents/write/json.ts';
import { writeMarkdown } from '../../../documents/write/markdown.ts';
import { drawFigures } from '../../../engines/pdfium/figures.ts';
import { makeOutputName } from '../../../formats/declared.ts';
import type { Run, RunOutput } from '../../run.ts';
import { run as convertDocument } from '../document-convert/run.ts';
import { beginPages } from '../reading/begin-pages.ts';
import { readPdf } from '../reading/read-pdf.ts';
import { withRepair } from '../reading/with-repair.ts';
import type { job } from './job.ts';

type Context = Parameters<Run<typeof job>>[0];

const usualChunk = 500;

export const run: Run<typeof job> = async context => {
  const { inputs, options, dir } = context;
  const [input] = inputs;
  if (input.format === 'pdf') await beginPages(input, options, context.begin);
  const read =
    input.format === 'pdf'
      ? await withRepair(input.path, options.password, dir, (path, folder) =>
          readFromPdf(context, path, folder),
        )
      : await readFromPage(context);
  const path = join(dir, 'output');
  await writeFile(path, write(read.document, options));
  const { outputFormat } = options;
  const main: RunOutput = {
    path,
    filename: makeOutputName(input.filename, `.${outputFormat}`),
    format: outputFormat === 'jsonl' ? 'ndjson' : outputFormat,
    metadata: {
      blocks: read.document.blocks.length,
      ...(read.document.pages.length > 0 && { pages: read.document.pages.length }),
      ...read.metadata,
    },
  };
  return { outputs: [main, ...read.figures], engines: read.engines, warnings: read.warnings };
};

interface Read {
  document: Document;
  figures: RunOutput[];
  engines: string[];
  warnings: Warning[];
  metadata: Record<string, number>;
}

async function readFromPdf(context: Context, path: string, dir: string): Promise<Read> {
  const {
    inputs: [input],
    options,
  } = context;
  const { pages, password, ocr = 'auto', languages } = options;
  const { document, source, engines, warnings, recognised } = await readPdf(
    path,
    { pages, password, ocr, languages },
    { ...context, dir },
  );
  try {
    const figures: RunOutput[] = [];
    if (options.figures === 'files')
      for (const [block, { bytes, type }] of await drawFigures(source, document)) {
        const filename = makeOutputName(input.filename, `-figure-${figures.length + 1}.${type}`);
        const file = join(dir, `figure-${figures.length + 1}`);
        await writeFile(file, bytes);
        block.file = filename;
        figures.push({ path: file, filename, format: type, metadata: { page: block.places[0]!.page } });
      }
    return {
      document,
      figures,
      engines: figures.length > 0 ? [...engines, 'sharp'] : engines,
      warnings: [...warnings, ...(source.hasLostPictures() ? [makeWarning('pictures_unreadable')] : [])],
      metadata: recognised > 0 ? { recognisedPages: recognised } : {},
    };
  } finally {
    source.close();
  }
}

/** Converts any other document to a web page first, whose markup says what each part is. */
async function readFromPage(context: Context): Promise<Read> {
  const { password } = context.options;
  const options = { outputFormat: 'html' as const, ...(password !== undefined && { password }) };
  const made = await convertDocument({ ...context, options } as Parameters<typeof convertDocument>[0]);
  const pages = await Promise.all(made.outputs.map(({ path }) => readFile(path, 'utf8')));
  const document = readHtml(pages.join('\n'));
  return { document, figures: [], engines: made.engines, warnings: made.warnings ?? [], metadata: {} };
}

function write(document: Document, options: Context['options']): string {
  const { tables = 'auto', runningHeads = 'drop', chunkSize = usualChunk, chunkBy = 'tokens' } = options;
  const markdown = { tables, furniture: runningHeads };
  if (options.outputFormat === 'json') return writeJson(document);
  if (options.outputFormat === 'md') return writeMarkdown(document, markdown);
  return writeChunks(document, { ...markdown, size: chunkSize, by: chunkBy });
}
