import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { hasMirrored, plainLetters } from '../../documents/layout/characters/right-to-left.ts';
import { type PageRange, pageRanges } from '../page-ranges.ts';
import { decryptPdf, readFacts, runPoppler } from './open.ts';
import { withSingleLetters } from './single-letters.ts';

const pagesAtOnce = 50;

function* splitIntoBatches(ranges: PageRange[]): Generator<PageRange> {
  for (const { first, last } of ranges) {
    for (let page = first; page <= last; page += pagesAtOnce) {
      yield { first: page, last: Math.min(last, page + pagesAtOnce - 1) };
    }
  }
}

/**
 * Reads one page after another, with words placed or ordered by `pdftotext`, each page ended by a form feed.
 */
async function readBatch(input: string, range: PageRange, dir: string, layout: boolean): Promise<string[]> {
  const args = [
    ...(layout ? ['-layout'] : []),
    '-enc',
    'UTF-8',
    '-f',
    String(range.first),
    '-l',
    String(range.last),
    input,
    '-',
  ];
  const { stdout } = await runPoppler('pdftotext', args, dir, { maxStdout: 512 * 1024 * 1024 });
  return stdout
    .toString('utf8')
    .split('\f')
    .slice(0, range.last - range.first + 1)
    .map(plainLetters);
}

async function* readPageTexts(
  input: string,
  ranges: PageRange[],
  dir: string,
  layout: boolean,
): AsyncGenerator<string> {
  let single: string | undefined;
  for (const range of splitIntoBatches(ranges)) {
    const texts = await readBatch(input, range, dir, layout);
    if (!texts.some(hasMirrored)) yield* texts;
    else {
      single ??= await withSingleLetters(input, dir);
      yield* await readBatch(single, range, dir, layout);
    }
  }
}

export interface TextOptions {
  pages?: string | undefined;
  password?: string | undefined;
  layout?: boolean;
}

/** The result of reading a PDF: the number of pages, and which of them have no text. */
export interface ReadPdf {
  /** The path of the file, or of an unlocked copy if it was locked. */
  file: string;
  pages: number;
  bare: number[];
}

/** Reads the text of a PDF. Pages are separated by form feeds. */
export async function pdfToText(
  input: string,
  output: string,
  dir: string,
  options: TextOptions,
): Promise<ReadPdf> {
  const file = await decryptPdf(input, dir, options.password);
  const { pages: count } = await readFacts(file, dir);
  const ranges = pageRanges(options.pages, count);
  const numbers = ranges.flatMap(({ first, last }) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index),
  );
  const bare: number[] = [];
  async function* withFeeds() {
    let index = 0;
    for await (const text of readPageTexts(file, ranges, dir, options.layout ?? false)) {
      if (!text.trim()) bare.push(...numbers.slice(index, index + 1));
      yield index++ ? `\f${text}` : text;
    }
  }
  await pipeline(Readable.from(withFeeds()), createWriteStream(output));
  return { file, pages: numbers.length, bare };
}
