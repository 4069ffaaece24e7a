import { JobFailure } from '../../contract/failure.ts';

export interface PageRange {
  first: number;
  last: number;
}

/** "1-3,5,8-" against a document of `count` pages. A page that does not exist is a failure, never skipped. */
export function pageRanges(text: string | undefined, count: number): PageRange[] {
  if (text === undefined) return [{ first: 1, last: count }];
  return text.split(',').map(part => {
    const [, from, dash, to] = /^\s*(\d+)\s*(-)?\s*(\d+)?\s*$/.exec(part)!;
    const first = Number(from);
    const last = to ? Number(to) : dash ? count : first;
    if (first > count || last > count || first > last) {
      throw new JobFailure('page_missing', `pages ${part.trim()} of a document of ${count}`, part.trim());
    }
    return { first, last };
  });
}
