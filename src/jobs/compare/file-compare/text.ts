import { mkdir } from 'node:fs/promises';
import { JobFailure } from '../../../contract/failure.ts';
import { preparePage } from '../../../documents/layout/characters/prepare.ts';
import { judgePages } from '../../../documents/read.ts';
import { listWordLines } from '../../../documents/words.ts';
import { decodeFile, readLines } from '../../../encodings/encoding.ts';
import type { PdfiumDocument } from '../../../engines/pdfium/engine.ts';
import { run as convertDocument } from '../../document/document-convert/run.ts';
import type { Run, RunInput } from '../../run.ts';
import type { job } from './job.ts';
import { maxLines } from './lines.ts';
import { isText } from './modes.ts';

export type Context = Parameters<Run<typeof job>>[0];

/** Reads the lines of a PDF in reading order, with running heads and page numbers. */
export async function readPdfLines(document: PdfiumDocument): Promise<string[]> {
  const lines: string[] = [];
  const pages = function* () {
    for (let index = 0; index < document.pageCount; index++) yield preparePage(document.read(index));
  };
  for await (const { page, furniture } of judgePages(pages())) {
    const { content, furniture: others } = listWordLines(page, furniture);
    for (const words of [...content, ...others]) lines.push(words.map(({ text }) => text).join(' '));
    if (lines.length > maxLines) throw new JobFailure('limit_exceeded', `more than ${maxLines} lines`);
  }
  return lines;
}

async function readTextLines(path: string): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of readLines(decodeFile(path))) {
    lines.push(line);
    if (lines.length > maxLines) throw new JobFailure('limit_exceeded', `more than ${maxLines} lines`);
  }
  return lines;
}

/** Reads the lines of a text, or of a document that is converted to text first. */
export async function readFileLines(
  context: Context,
  input: RunInput,
  dir: string,
): Promise<{ lines: string[]; engines: string[] }> {
  if (isText(input.format)) return { lines: await readTextLines(input.path), engines: ['plaintext'] };
  await mkdir(dir);
  const { outputs, engines } = await convertDocument({
    ...context,
    dir,
    options: { outputFormat: 'txt' },
    inputs: [input],
  } as never);
  const lines: string[] = [];
  for (const { path } of outputs) lines.push(...(await readTextLines(path)));
  return { lines, engines };
}
