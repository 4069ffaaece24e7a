import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Hyphens } from './hyphens.ts';
import { type Block, layoutOf, type Page } from './layout.ts';
import { factsOf, opened, poppler } from './open.ts';
import { type PageRange, pageRanges } from './pages.ts';
import { readingOrder } from './reading-order.ts';

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;
/** Letters as they were drawn, and marks that only steer drawing, are not the text's own. */
const plainLetters = (text: string): string =>
  text
    .replace(/[\ufb50-\ufdff\ufe70-\ufefc]+/g, run => run.normalize('NFKC'))
    .replace(/[\u202a-\u202e]/g, '');

const pagesAtOnce = 50;

function* inBatches(ranges: PageRange[]): Generator<PageRange> {
  for (const { first, last } of ranges) {
    for (let page = first; page <= last; page += pagesAtOnce) {
      yield { first: page, last: Math.min(last, page + pagesAtOnce - 1) };
    }
  }
}

function blockText(block: Block, hyphens: Hyphens): string {
  let text = '';
  let line: string | undefined;
  for (const { text: next } of block.lines) {
    const joined = line === undefined ? undefined : hyphens.joined(line, next);
    if (joined !== undefined) line = joined;
    else {
      if (line !== undefined) text += `${line}\n`;
      line = next;
    }
  }
  return `${text}${line ?? ''}\n`;
}

const pageText = (page: Page, hyphens: Hyphens): string =>
  readingOrder(page.blocks)
    .map(block => blockText(block, hyphens))
    .join('\n');

/** One page after another as `pdftotext` writes them itself, each ended by a form feed. */
async function byPoppler(input: string, range: PageRange, dir: string, flags: string[]): Promise<string[]> {
  const args = [...flags, '-enc', 'UTF-8', '-f', String(range.first), '-l', String(range.last), input, '-'];
  const { stdout } = await poppler('pdftotext', args, dir, 512 * 1024 * 1024);
  return stdout
    .toString('utf8')
    .split('\f')
    .slice(0, range.last - range.first + 1)
    .map(plainLetters);
}

async function* pageTexts(
  input: string,
  ranges: PageRange[],
  dir: string,
  layout: boolean,
): AsyncGenerator<string> {
  const hyphens = new Hyphens();
  for (const range of inBatches(ranges)) {
    if (layout) {
      yield* await byPoppler(input, range, dir, ['-layout']);
      continue;
    }
    const pages = await layoutOf(input, range, dir);
    for (const page of pages)
      for (const block of page.blocks) for (const line of block.lines) hyphens.learn(line.text);
    // Poppler knows how lines from right to left run; our order is for columns.
    const mirrored = pages.some(page =>
      page.blocks.some(block => block.lines.some(line => rightToLeft.test(line.text))),
    );
    const own = mirrored ? await byPoppler(input, range, dir, []) : [];
    yield* pages.map((page, index) => (mirrored ? (own[index] ?? '') : pageText(page, hyphens)));
  }
}

export interface TextOptions {
  pages?: string | undefined;
  password?: string | undefined;
  layout?: boolean;
}

/** The text of a PDF, pages parted by form feeds. */
export async function pdfToText(
  input: string,
  output: string,
  dir: string,
  options: TextOptions,
): Promise<{ pages: number }> {
  const file = await opened(input, dir, options.password);
  const { pages: count } = await factsOf(file, dir);
  const ranges = pageRanges(options.pages, count);
  const total = ranges.reduce((sum, range) => sum + range.last - range.first + 1, 0);
  async function* withFeeds() {
    let index = 0;
    for await (const text of pageTexts(file, ranges, dir, options.layout ?? false)) {
      yield index++ ? `\f${text}` : text;
    }
  }
  await pipeline(Readable.from(withFeeds()), createWriteStream(output));
  return { pages: total };
}
