import { type Block, type Document, isFurniture, type ListItem, plainText } from '../model.ts';
import { escapeLabel, escapeText, formatRuns } from './markdown-runs.ts';
import { formatTable, type TableStyle } from './markdown-table.ts';

export interface MarkdownOptions {
  tables: TableStyle;
  furniture: 'drop' | 'keep';
}

/** Escapes the beginning of a line that would start another kind of block. */
const escapeStart = (text: string): string => text.replace(/^(\d+)([.)])(?=\s)|^([#+-])(?=\s)/, '$1$3\\$2');

export function formatBlock(block: Block, options: MarkdownOptions): string {
  switch (block.kind) {
    case 'heading':
      return `${'#'.repeat(block.level)} ${formatRuns(block.runs)}`;
    case 'list-item':
      return `${'    '.repeat(block.depth)}${writeMark(block)} ${formatRuns(block.runs)}`;
    case 'table':
      return [block.caption && formatRuns(block.caption), formatTable(block, options.tables)]
        .filter(part => part !== undefined)
        .join('\n\n');
    case 'figure':
      return formatFigure(block);
    case 'code':
      return `\`\`\`\n${block.text.replaceAll('```', "'''")}\n\`\`\``;
    case 'footnote':
      return `<sup>${escapeText(block.marker)}</sup> ${formatRuns(block.runs)}`;
    case 'formula':
      return block.latex === undefined ? escapeStart(formatRuns(block.runs)) : `$$\n${block.latex}\n$$`;
    case 'paragraph':
      return '    '.repeat(block.depth ?? 0) + escapeStart(formatRuns(block.runs));
    default:
      return escapeStart(formatRuns(block.runs));
  }
}

function formatFigure({ file, alt, caption }: Block & { kind: 'figure' }): string {
  const text = caption ? formatRuns(caption) : '';
  const image =
    file === undefined ? '' : `![${escapeLabel(alt ?? (caption ? plainText(caption) : ''))}](${file})`;
  return [image, text].filter(part => part !== '').join('\n\n');
}

/** Returns false if a list starts again at the same depth with other marks. */
const isSameList = (before: ListItem, block: ListItem): boolean =>
  before.depth !== block.depth || before.ordered === block.ordered;

function writeMark({ ordered, marker }: ListItem): string {
  if (!ordered) return '-';
  const number = /\d+/.exec(marker)?.[0];
  return number === undefined ? `- ${escapeText(marker)}` : `${number}.`;
}

/** Writes a document as Markdown. */
export function writeMarkdown(document: Document, options: MarkdownOptions): string {
  let text = '';
  let before: Block | undefined;
  for (const block of document.blocks) {
    if (isFurniture(block) && options.furniture === 'drop') continue;
    const own = formatBlock(block, options);
    if (own === '') continue;
    const tight = before?.kind === 'list-item' && block.kind === 'list-item' && isSameList(before, block);
    text += `${text === '' ? '' : tight ? '\n' : '\n\n'}${own}`;
    before = block;
  }
  return `${text}\n`;
}
