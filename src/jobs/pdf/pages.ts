import { Type } from 'typebox';

/** First and last page, counted from 1, or from the end when negative. */
export type PageSpan = readonly [first: number, last: number];

const number = '-?[1-9][0-9]{0,5}';
const span = `${number}(-(${number})?)?`;
const pattern = `^ *${span}( *, *${span})* *$`;
const parts = new RegExp(`^(${number})(-(${number})?)?$`);

const grammar =
  'Comma-separated pages and ranges, counted from 1: `1-3,5,8-`. A negative number counts from the end (`-1` is the last page), `8-` means to the end, `5-2` runs backwards.';

/** The schema of every option that names pages: what it does not match is refused when the job is created. */
export const pagesOption = (description: string) =>
  Type.String({ description: `${description} ${grammar}`, pattern, maxLength: 2000, examples: ['1-3,5,-1'] });

export function parsePages(text: string): PageSpan[] {
  return text.split(',').map(part => {
    const [, first, dash, last] = parts.exec(part.trim())!;
    return [Number(first), last ? Number(last) : dash ? -1 : Number(first)];
  });
}

export const everyPage: readonly PageSpan[] = [[1, -1]];
