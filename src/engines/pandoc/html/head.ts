/** Puts a title that is outside of a head, as HTML allows, into one: Pandoc would take it for a paragraph. */
export function putTitleInHead(page: string): string {
  const start = page.search(/<title[\s>]/i);
  if (start < 0 || /<(?:head|svg)[\s>]/i.test(page.slice(0, start))) return page;
  const close = /<\/title\s*>/gi;
  close.lastIndex = start;
  if (!close.test(page)) return page;
  return `${page.slice(0, start)}<head>${page.slice(start, close.lastIndex)}</head>${page.slice(close.lastIndex)}`;
}
