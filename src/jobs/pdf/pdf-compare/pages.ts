import { JobFailure } from '../../../contract/failure.ts';
import type { PdfiumDocument } from '../../../engines/pdfium/engine.ts';
import type { DocumentWords } from './words.ts';

/** Pages (from 0) that are shown side by side; one is missing where a page was added or removed. */
export interface PagePair {
  old?: number;
  new?: number;
}

/** Pages of both documents, multiplied. */
const maxPairs = 25_000_000;
/** Pages with fewer words are told apart by their look. */
const fewWords = 5;
/** Two pages that stand at the same place belong together even if they have nothing in common. */
const minScore = 1e-5;
const side = 24;

/** Pairs the pages of two documents, in order, such that as many words as possible stand side by side. */
export function pairPages(old: Pages, now: Pages, matches: Int32Array): PagePair[] {
  const [rows, columns] = [old.document.pageCount, now.document.pageCount];
  if (rows * columns > maxPairs) throw new JobFailure('limit_exceeded', `${rows} and ${columns} pages`);
  const scores = scoreWords(old.words, now.words, matches);
  const looks = [old, now].map(({ document, words }) => readLooks(document, words.counts));
  const score = (row: number, column: number): number => {
    const [one, other] = [looks[0]!.get(row), looks[1]!.get(column)];
    const alike = one && other ? compareLooks(one, other) : 0;
    return minScore + alike + (scores.get(row * columns + column) ?? 0);
  };
  // Each row holds the best sum up to each column, and each step how it was reached.
  const steps = new Uint8Array(rows * columns);
  let above = new Float64Array(columns + 1);
  for (let row = 0; row < rows; row++) {
    const sums = new Float64Array(columns + 1);
    for (let column = 0; column < columns; column++) {
      const paired = above[column]! + score(row, column);
      const best = Math.max(paired, above[column + 1]!, sums[column]!);
      sums[column + 1] = best;
      steps[row * columns + column] = best === paired ? 0 : best === above[column + 1] ? 1 : 2;
    }
    above = sums;
  }
  return tracePairs(steps, rows, columns);
}

export interface Pages {
  document: PdfiumDocument;
  words: DocumentWords;
}

function tracePairs(steps: Uint8Array, rows: number, columns: number): PagePair[] {
  const pairs: PagePair[] = [];
  let [row, column] = [rows - 1, columns - 1];
  while (row >= 0 || column >= 0) {
    const step = row < 0 ? 2 : column < 0 ? 1 : steps[row * columns + column];
    if (step === 0) pairs.push({ old: row--, new: column-- });
    else if (step === 1) pairs.push({ old: row-- });
    else pairs.push({ new: column-- });
  }
  return pairs.reverse();
}

/** Computes the share of words that two pages have in common, for all pairs that have any. */
function scoreWords(old: DocumentWords, now: DocumentWords, matches: Int32Array): Map<number, number> {
  const columns = now.counts.length;
  const common = new Map<number, number>();
  for (const [at, match] of matches.entries()) {
    if (match < 0) continue;
    const key = old.words.readPage(at) * columns + now.words.readPage(match);
    common.set(key, (common.get(key) ?? 0) + 1);
  }
  for (const [key, count] of common) {
    const words = old.counts[Math.floor(key / columns)]! + now.counts[key % columns]!;
    common.set(key, Math.min(1, (2 * count) / Math.max(words, 1)));
  }
  return common;
}

/** Reads the brightness of small pictures of the pages without text. */
function readLooks(document: PdfiumDocument, counts: readonly number[]): Map<number, Uint8Array> {
  const looks = new Map<number, Uint8Array>();
  for (const [index, count] of counts.entries()) {
    if (count >= fewWords) continue;
    const { data } = document.render(index, side, side);
    looks.set(
      index,
      Uint8Array.from({ length: side * side }, (_, at) => data[3 * at + 1]!),
    );
  }
  return looks;
}

/** Returns how alike two small pictures are, from 0 to 1. */
function compareLooks(a: Uint8Array, b: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += Math.abs(a[at]! - b[at]!);
  return Math.max(0, 1 - sum / a.length / 32);
}
