import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeWarning, type Warning } from '../../../contract/warnings.ts';
import type { Document } from '../../../documents/model.ts';
import { readHtml } from '../../../documents/read-html.ts';
import { writeChunks } from '../../../documents/write/chunks.ts';
import { writeJson } from '../../../documents/write/json.ts';
import { writeMarkdown } from '../../../documents/write/markdown.ts';
import { convert as cleanMarkup } from '../../../engines/pandoc/convert.ts';
import { drawFigures } from '../../../engines/pdfium/figures.ts';
import { makeOutputName, stripExtension } from '../../../formats/declared.ts';
import type { Run, RunOutput } from '../../run.ts';
import { run as convertDocument } from '../document-convert/run.ts';
import { beginPages } from '../reading/begin-pages.ts';
import { readPdf } from '../reading/read-pdf.ts';
import { withRepair } from '../reading/with-repair.ts';
import { readAsPages } from './formats.ts';
import type { job } from './job.ts';
import { takeOutTitleBlock } from './title-block.ts';

type Context = Parameters<Run<typeof job>>[0];

const usualChunk = 500;

export const run: Run<typeof job> = async context => {
  const { inputs, options, dir } = context;
  const [input] = inputs;
  const read = readAsPages.includes(input.format)
    ? await readFromPages(context)
    : await readFromMarkup(context);
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

/** Reads a PDF, or prints a document whose pages are its only structure and reads that. */
async function readFromPages(context: Context): Promise<Read> {
  const { inputs, options, dir } = context;
  const [input] = inputs;
  const printed = input.format === 'pdf' ? undefined : await print(context);
  const pdf = printed ? { ...input, path: printed.path, format: 'pdf' as const } : input;
  // The password opens the document; the PDF made of it has none.
  const password = printed ? undefined : options.password;
  await beginPages(pdf, { pages: options.pages, password }, context.begin);
  const read = await withRepair(pdf.path, password, dir, (path, folder) =>
    readFromPdf(context, path, folder, password),
  );
  if (!printed) return read;
  return {
    ...read,
    engines: [...new Set([...printed.engines, ...read.engines])],
    warnings: [...printed.warnings, ...read.warnings],
  };
}

/** Makes a PDF of a document. */
async function print(context: Context) {
  const dir = join(context.dir, 'printed');
  await mkdir(dir);
  const { outputs, engines, warnings = [] } = await convertTo('pdf', { ...context, dir });
  return { path: outputs[0]!.path, engines, warnings };
}

/** Converts the input without any options but its password. */
function convertTo(outputFormat: 'pdf' | 'html', context: Context) {
  const { password } = context.options;
  return convertDocument({
    ...context,
    options: { outputFormat, ...(password !== undefined && { password }) },
  });
}

async function readFromPdf(
  context: Context,
  path: string,
  dir: string,
  password: string | undefined,
): Promise<Read> {
  const {
    inputs: [input],
    options,
  } = context;
  const { pages, ocr = 'auto', languages } = options;
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
async function readFromMarkup(context: Context): Promise<Read> {
  const [{ format }] = context.inputs;
  const { pages, title, engines, warnings } =
    format === 'html' ? await cleanPage(context) : await makePages(context);
  const document = { ...readHtml(pages.join('\n')), ...(title !== undefined && { title }) };
  return { document, figures: [], engines, warnings, metadata: {} };
}

/** Has a web page written anew, in UTF-8 and with every end tag, without its scripts and styles. */
async function cleanPage({ inputs: [input], dir, progress }: Context) {
  const output = join(dir, 'page.html');
  const folder = join(dir, 'clean');
  await mkdir(folder);
  const step = { from: 'html', to: 'html', last: true, options: {} } as const;
  const stem = stripExtension(input.filename);
  const [made] = await cleanMarkup({ ...step, input: input.path, output, stem, dir: folder, progress });
  // The title of a web page names it, mostly in the words of its first heading, and is no part of its text.
  const { page, title } = takeOutTitleBlock(await readFile(output, 'utf8'));
  const warnings = (made?.warnings ?? []).map(id => makeWarning(id));
  return { pages: [page], title, engines: ['pandoc'], warnings };
}

async function makePages(context: Context) {
  const { outputs, engines, warnings = [] } = await convertTo('html', context);
  const pages = await Promise.all(outputs.map(({ path }) => readFile(path, 'utf8')));
  const [{ title } = {}] = pages.map(takeOutTitleBlock);
  return { pages, title, engines, warnings };
}

function write(document: Document, options: Context['options']): string {
  const { tables = 'auto', runningHeads = 'drop', chunkSize = usualChunk, chunkBy = 'tokens' } = options;
  const markdown = { tables, furniture: runningHeads };
  if (options.outputFormat === 'json') return writeJson(document);
  if (options.outputFormat === 'md') return writeMarkdown(document, markdown);
  return writeChunks(document, { ...markdown, size: chunkSize, by: chunkBy });
}
