import { type PandocDocument, walkNodes } from '../syntax-tree.ts';

/** Stands in the text for the table of this number. Both signs are of the area for private use. */
const writeMark = (index: number | string): string => `\ue000${index}\ue001`;

/** The elements of a FictionBook that have another name in HTML. */
const htmlNames: Record<string, string> = { emphasis: 'em', strikethrough: 'del' };

const toHtml = (table: string): string =>
  table
    .replace(/(<\/?)(emphasis|strikethrough)\b/g, (_, open, name) => `${open}${htmlNames[name]}`)
    .replace(/\s\w+:href=/g, ' href=');

/** Takes the tables out of a FictionBook, since Pandoc passes them over. Returns them as a page. */
export function takeOutTables(book: string): { text: string; page: string } {
  const tables: string[] = [];
  const text = book.replace(/<table\b[^>]*>[\s\S]*?<\/table>/g, table => {
    tables.push(toHtml(table));
    return `<p>${writeMark(tables.length - 1)}</p>`;
  });
  return { text, page: tables.map(table => `<div>${table}</div>`).join('\n') };
}

/** Puts the tables that were read from the page back where they stood. */
export function putBackTables(document: PandocDocument, page: PandocDocument): void {
  const tables = new Map(page.blocks.map((block, index) => [writeMark(index), block]));
  for (const node of walkNodes(document.blocks)) {
    const [first, ...others] = node.t === 'Para' ? (node.c as { c?: unknown }[]) : [];
    const found = others.length === 0 ? tables.get(String(first?.c)) : undefined;
    if (found) Object.assign(node, found);
  }
}
