/** First and last page, counted from 1, or from the end when negative. */
export type PageSpan = readonly [first: number, last: number];

const number = '-?[1-9][0-9]{0,5}';
const span = `${number}(-(${number})?)?`;
/** What names pages. Read without TypeBox, which would be most of what a host loads. */
export const pagesPattern = `^ *${span}( *, *${span})* *$`;
const parts = new RegExp(`^(${number})(-(${number})?)?$`);

export function parsePages(text: string): PageSpan[] {
  return text.split(',').map(part => {
    const [, first, dash, last] = parts.exec(part.trim())!;
    return [Number(first), last ? Number(last) : dash ? -1 : Number(first)];
  });
}

export const everyPage: readonly PageSpan[] = [[1, -1]];
