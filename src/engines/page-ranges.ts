import { JobFailure } from '../contract/failure.ts';
import { zip } from '../lists.ts';
import { parsePages } from './page-spans.ts';

export interface PageRange {
  first: number;
  last: number;
}

/** Reads "1-3,5,-1" for a document of `count` pages. A page that does not exist is a failure and is never skipped. */
export function pageRanges(text: string | undefined, count: number): PageRange[] {
  if (text === undefined) return [{ first: 1, last: count }];
  return zip(parsePages(text), text.split(',')).flatMap(([span, asked]) => {
    const [first, last] = span.map(page => (page < 0 ? count + 1 + page : page)) as [number, number];
    if (Math.min(first, last) < 1 || Math.max(first, last) > count) {
      const part = asked.trim();
      throw new JobFailure('page_missing', `pages ${part} of a document of ${count}`, part);
    }
    if (first <= last) return [{ first, last }];
    return Array.from({ length: first - last + 1 }, (_, at) => ({ first: first - at, last: first - at }));
  });
}

/** A document that says it has more pages, or a request that asks for more, is refused. */
const maxPages = 50_000;

/** Lists the numbers of the requested pages, in the requested order. */
export function pageNumbers(text: string | undefined, count: number): number[] {
  const ranges = pageRanges(text, count);
  const total = ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  if (total > maxPages) throw new JobFailure('limit_exceeded', `${total} pages`);
  return ranges.flatMap(({ first, last }) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index),
  );
}
