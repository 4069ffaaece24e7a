import { type Line, listLines, type Paragraph, type ReadPage } from '../page.ts';
import { getTop, takeTables } from './tables.ts';
import { formatLine } from './text.ts';

/** A line this much higher than the usual one on its page is a heading. */
const headingHeight = 1.45;
const headingLetters = 120;
const item = /^(?:[•·▪◦‣●*-]|(\d{1,3})[.)])\s+(?=\S)/;

/** Writes Markdown: paragraphs as running text, headings by their size, list items and tables. */
export const formatMarkdown = (pages: readonly ReadPage[]): string =>
  pages
    .map(formatPage)
    .filter(text => text !== '')
    .join('\n');

function measureHeight({ words }: Line): number {
  const heights = words.map(({ top, bottom }) => bottom - top).sort((a, b) => a - b);
  return heights[heights.length >> 1] ?? 0;
}

function formatPage(page: ReadPage): string {
  const heights = listLines(page.blocks)
    .flatMap(line => Array<number>(formatLine(line).length).fill(measureHeight(line)))
    .sort((a, b) => a - b);
  const usual = heights[heights.length >> 1] ?? 0;
  const { tables, blocks } = takeTables(page);
  const parts = blocks.map(block => ({
    top: getTop(block),
    text: block.paragraphs.map(paragraph => formatParagraph(paragraph, usual)).join('\n'),
  }));
  // Blocks stay in reading order; a table is placed before the first block that starts below it.
  for (const { top, rows } of tables) {
    const below = parts.findIndex(part => part.top > top);
    parts.splice(below < 0 ? parts.length : below, 0, { top, text: formatTable(rows) });
  }
  return parts.map(({ text }) => text).join('\n');
}

function formatTable([head = [], ...rows]: string[][]): string {
  const writeRow = (cells: string[]) => `| ${cells.map(escapeCell).join(' | ')} |\n`;
  return writeRow(head) + writeRow(head.map(() => '---')) + rows.map(writeRow).join('');
}

const escapeCell = (text: string): string =>
  text === '---' ? text : escapeMarkdown(text).replaceAll('|', '\\|');

function formatParagraph({ lines }: Paragraph, usual: number): string {
  const texts = lines.map(formatLine);
  const high = Math.min(...lines.map(measureHeight));
  const whole = texts.reduce(joinLines, '');
  if (lines.length <= 3 && high > usual * headingHeight && whole.length <= headingLetters)
    return `${high > usual * 2 ? '#' : '##'} ${escapeMarkdown(whole)}\n`;
  const parts: { mark: string; text: string }[] = [];
  for (const text of texts) {
    const bullet = item.exec(text);
    const mark = bullet ? (bullet[1] ? `${bullet[1]}. ` : '- ') : '';
    const rest = bullet ? text.slice(bullet[0].length) : text;
    const last = parts.at(-1);
    if (bullet || !last) parts.push({ mark, text: rest });
    else last.text = joinLines(last.text, rest);
  }
  return parts.map(({ mark, text }) => `${mark}${escapeMarkdown(text)}\n`).join('');
}

/** Joins two lines and a word hyphenated between them. */
function joinLines(before: string, next: string): string {
  if (before === '') return next;
  if (/\p{Ll}-$/u.test(before) && /^\p{Ll}/u.test(next)) return before.slice(0, -1) + next;
  return `${before} ${next}`;
}

const escapeMarkdown = (text: string): string =>
  text.replace(/[\\`*_[\]<>]/g, '\\$&').replace(/^(\d+)([.)])(?=\s)|^([#+-])(?=\s)/, '$1$3\\$2');
