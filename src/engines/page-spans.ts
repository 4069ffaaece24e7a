/** The first and last page, counted from 1, or from the end when negative. */
export type PageSpan = readonly [first: number, last: number];

export const everyPage: readonly PageSpan[] = [[1, -1]];

const number = '-?[1-9][0-9]{0,5}';
const span = `${number}( *-( *${number})?)?`;
const parts = new RegExp(`^(${number})( *-( *(${number}))?)?$`);

/**
 * The pattern of page numbers in every option. It stands apart from TypeBox, which would be most of what a host loads.
 */
export const pagesPattern = `^ *${span}( *, *${span})* *$`;
export const pagesGrammar =
  'Comma-separated pages and ranges, counted from 1: `1-3,5,8-`. A negative number counts from the end (`-1` is the last page), `8-` means to the end, `5-2` runs backwards.';

export function parsePages(text: string): PageSpan[] {
  return text.split(',').map(part => {
    const [, first, dash, , last] = parts.exec(part.trim())!;
    return [Number(first), last ? Number(last) : dash ? -1 : Number(first)];
  });
}
