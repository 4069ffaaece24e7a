import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Hyphens } from '../page-layout/hyphens.ts';
import { joinListMarks } from '../page-layout/list-marks.ts';
import type { Block, Page } from '../page-layout/page.ts';
import { readingOrder } from '../page-layout/reading-order.ts';
import { asReadFromLeft, hasMirrored, plainLetters, runsMirrored } from '../page-layout/right-to-left.ts';
import { layoutOf } from './layout.ts';
import { factsOf, opened, poppler } from './open.ts';
import { type PageRange, pageRanges } from '../page-ranges.ts';
import { withSingleLetters } from './single-letters.ts';

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

/** One page after another, placed as `pdftotext` does, each ended by a form feed. */
async function byPoppler(input: string, range: PageRange, dir: string): Promise<string[]> {
  const args = ['-layout', '-enc', 'UTF-8', '-f', String(range.first), '-l', String(range.last), input, '-'];
  const { stdout } = await poppler('pdftotext', args, dir, { maxStdout: 512 * 1024 * 1024 });
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
  let single: string | undefined;
  const turned = async (): Promise<string> => (single ??= await withSingleLetters(input, dir));
  for (const range of inBatches(ranges)) {
    if (layout) {
      const texts = await byPoppler(input, range, dir);
      yield* texts.some(hasMirrored) ? await byPoppler(await turned(), range, dir) : texts;
      continue;
    }
    let pages = await layoutOf(input, range, dir);
    if (pages.some(runsMirrored)) {
      pages = (await layoutOf(await turned(), range, dir)).map(asReadFromLeft);
      for (const page of pages) joinListMarks(page);
    }
    for (const page of pages)
      for (const block of page.blocks) for (const line of block.lines) hyphens.learn(line.text);
    yield* pages.map(page => pageText(page, hyphens));
  }
}

export interface TextOptions {
  pages?: string | undefined;
  password?: string | undefined;
  layout?: boolean;
}

/** The result of reading a PDF: the number of pages, and which of them have no text. */
export interface ReadPdf {
  /** Unlocked where it was locked. */
  file: string;
  pages: number;
  bare: number[];
}

/** The text of a PDF, pages parted by form feeds. */
export async function pdfToText(
  input: string,
  output: string,
  dir: string,
  options: TextOptions,
): Promise<ReadPdf> {
  const file = await opened(input, dir, options.password);
  const { pages: count } = await factsOf(file, dir);
  const ranges = pageRanges(options.pages, count);
  const numbers = ranges.flatMap(({ first, last }) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index),
  );
  const bare: number[] = [];
  async function* withFeeds() {
    let index = 0;
    for await (const text of pageTexts(file, ranges, dir, options.layout ?? false)) {
      if (!text.trim()) bare.push(...numbers.slice(index, index + 1));
      yield index++ ? `\f${text}` : text;
    }
  }
  await pipeline(Readable.from(withFeeds()), createWriteStream(output));
  return { file, pages: numbers.length, bare };
}
