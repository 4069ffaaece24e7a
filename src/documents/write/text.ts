import { type Block, type Document, isFurniture, plainText } from '../model.ts';
import { placeCells } from './markdown-table.ts';

/** Writes a document as plain text: one line for each paragraph, with form feeds between pages. */
export function writeText(document: Document, furniture: 'drop' | 'keep'): string {
  const order = new Map(document.pages.map(({ number }, index) => [number, index]));
  let text = '';
  let page = 0;
  for (const block of document.blocks) {
    if (isFurniture(block) && furniture === 'drop') continue;
    const own = formatBlock(block);
    if (own === '') continue;
    const next = order.get(block.places[0]?.page ?? 0) ?? page;
    for (; page < next; page++) text += '\f';
    text += `${text === '' || text.endsWith('\f') ? '' : '\n'}${own}\n`;
  }
  return text;
}

export function formatBlock(block: Block): string {
  switch (block.kind) {
    case 'list-item':
      return `${'  '.repeat(block.depth)}${block.marker} ${plainText(block.runs)}`;
    case 'table': {
      const rows = placeCells(block.rows).map(row =>
        row.map(cell => (cell ? plainText(cell.runs) : '')).join('\t'),
      );
      return [...(block.caption ? [plainText(block.caption)] : []), ...rows].join('\n');
    }
    case 'figure':
      return block.caption ? plainText(block.caption) : '';
    case 'code':
      return block.text;
    case 'footnote':
      return `${block.marker} ${plainText(block.runs)}`;
    default:
      return plainText(block.runs);
  }
}
