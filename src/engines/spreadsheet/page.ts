import { writeFile } from 'node:fs/promises';
import type { Sheet } from 'hucre/xlsx';
import { transpose } from '../../lists.ts';
import { escapeHtml } from '../../markup/escape-html.ts';
import { escapeMarkdownCell } from '../../markup/escape-markdown.ts';
import { joinToPieces } from '../../tabular/rows.ts';
import { formatCell } from './cells.ts';
import { type LinkedSheet, readRows } from './read.ts';

export interface PageStyle {
  header: boolean;
  formulas?: 'values' | 'keep' | undefined;
  dateFormat?: string | undefined;
}

const style =
  'body{font-family:sans-serif}table{border-collapse:collapse;margin:1em 0}td,th{border:1px solid #bbb;padding:.2em .5em;text-align:left;vertical-align:top;white-space:pre-line}td.n{text-align:right}thead{display:table-header-group}';

interface Span {
  rows: number;
  columns: number;
}

/** Finds where merged cells begin, and which cells they cover. */
function findSpans(sheet: Sheet): { starts: Map<string, Span>; covered: Set<string> } {
  const starts = new Map<string, Span>();
  const covered = new Set<string>();
  for (const { startRow, startCol, endRow, endCol } of sheet.merges ?? []) {
    starts.set(`${startRow},${startCol}`, { rows: endRow - startRow + 1, columns: endCol - startCol + 1 });
    for (let row = startRow; row <= Math.min(endRow, sheet.rows.length); row++) {
      for (let column = startCol; column <= Math.min(endCol, 16_384); column++) {
        if (row !== startRow || column !== startCol) covered.add(`${row},${column}`);
      }
    }
  }
  return { starts, covered };
}

interface GridCell {
  text: string;
  number: boolean;
  link?: string | undefined;
}

/** Makes a grid of the sheet's texts, cut to the rows and columns that hold any. */
function makeGrid(sheet: LinkedSheet, options: PageStyle): GridCell[][] {
  const rows = [...readRows(sheet, options.formulas)].map((row, index) =>
    Array.from(
      row,
      (cell, column): GridCell => ({
        text: formatCell(cell, options.dateFormat) ?? '',
        number: typeof cell === 'number',
        link: sheet.links?.get(`${index},${column}`),
      }),
    ),
  );
  rows.length = rows.findLastIndex(row => row.some(cell => cell.text !== '')) + 1;
  const width = rows.reduce(
    (widest, row) => Math.max(widest, row.findLastIndex(cell => cell.text !== '') + 1),
    0,
  );
  return rows.map(row =>
    Array.from({ length: width }, (_, index) => row[index] ?? { text: '', number: false }),
  );
}

const renderCell = ({ text, link }: GridCell): string =>
  link && text ? `<a href="${escapeHtml(link)}">${escapeHtml(text)}</a>` : escapeHtml(text);

/** Writes a cell in Markdown, where a bare address is a link by itself. */
function writeCell({ text, link }: GridCell): string {
  const shown = escapeMarkdownCell(text);
  if (!link || !text || link === text) return shown;
  const address = link.replace(/[<>|\s\\]/g, encodeURIComponent);
  return `[${shown.replace(/[[\]]/g, '\\$&')}](<${address}>)`;
}

function* renderTable(sheet: LinkedSheet, options: PageStyle): Generator<string> {
  const { starts, covered } = findSpans(sheet);
  const rows = makeGrid(sheet, options);
  const hasHead = options.header && rows.length > 0;
  yield hasHead ? '<table>\n<thead>\n' : '<table>\n<tbody>\n';
  for (const [row, cells] of rows.entries()) {
    const tag = options.header && row === 0 ? 'th' : 'td';
    const inner = cells.map((cell, column) => {
      if (covered.has(`${row},${column}`)) return '';
      const span = starts.get(`${row},${column}`);
      const across = span && span.columns > 1 ? ` colspan="${span.columns}"` : '';
      const down = span && span.rows > 1 ? ` rowspan="${span.rows}"` : '';
      return `<${tag}${cell.number ? ' class="n"' : ''}${across}${down}>${renderCell(cell)}</${tag}>`;
    });
    yield `<tr>${inner.join('')}</tr>\n`;
    if (hasHead && row === 0) yield '</thead>\n<tbody>\n';
  }
  yield '</tbody>\n</table>\n';
}

function* renderPage(title: string, sheets: LinkedSheet[], options: PageStyle): Generator<string> {
  yield `<!DOCTYPE html>\n<html>\n<head>\n<meta charset="utf-8">\n<title>${escapeHtml(title)}</title>\n<style>${style}</style>\n</head>\n<body>\n`;
  for (const sheet of sheets) {
    if (sheets.length > 1) yield `<h2>${escapeHtml(sheet.name)}</h2>\n`;
    yield* renderTable(sheet, options);
  }
  yield '</body>\n</html>\n';
}

export async function writePage(
  output: string,
  title: string,
  sheets: LinkedSheet[],
  options: PageStyle,
): Promise<void> {
  await writeFile(output, joinToPieces(renderPage(title, sheets, options)));
}

export async function writeMarkdown(
  output: string,
  sheets: LinkedSheet[],
  options: PageStyle,
): Promise<void> {
  const parts = sheets.map(sheet => {
    const rows = makeGrid(sheet, options);
    const head = options.header ? rows.shift() : rows[0]?.map(() => ({ text: '', number: false }));
    if (!head?.length) return sheets.length > 1 ? `## ${sheet.name}\n` : '';
    const numeric = rows.length
      ? transpose(rows).map(cells => cells.every(cell => cell.number || cell.text === ''))
      : head.map(() => false);
    const writeLine = (cells: GridCell[]) => `| ${cells.map(writeCell).join(' | ')} |`;
    const rule = `|${numeric.map(right => (right ? ' ---: ' : ' --- ')).join('|')}|`;
    return `${sheets.length > 1 ? `## ${sheet.name}\n\n` : ''}${[writeLine(head), rule, ...rows.map(writeLine)].join('\n')}\n`;
  });
  await writeFile(output, parts.join('\n'));
}
