import type { TableBlock, TableCell } from '../model.ts';
import { formatTableHtml } from './html-table.ts';
import { formatRuns } from './markdown-runs.ts';

export type TableStyle = 'auto' | 'pipe' | 'html';

const isSpanning = ({ columns, rows }: TableCell): boolean => columns > 1 || rows > 1;

/** Returns true if a row needs cells that span. A name over the rows after it can stand in the first column by itself. */
function needsSpans(row: readonly TableCell[], at: number): boolean {
  const isName = at > 0 && row.length === 1 && row[0]!.rows === 1;
  return !isName && row.some(isSpanning);
}

/** Writes a table with pipes if these can express it, otherwise as HTML. */
export function formatTable(table: TableBlock, style: TableStyle): string {
  const needsHtml = style === 'html' || (style === 'auto' && table.rows.some(needsSpans));
  return needsHtml ? formatTableHtml(table) : formatPipes(table);
}

/** Places each cell in the grid. Places that a cell spans are empty. */
export function placeCells(rows: readonly (readonly TableCell[])[]): (TableCell | undefined)[][] {
  const grid: (TableCell | undefined)[][] = rows.map(() => []);
  const taken = new Set<string>();
  for (const [at, row] of rows.entries()) {
    let column = 0;
    for (const cell of row) {
      while (taken.has(`${at} ${column}`)) column++;
      grid[at]![column] = cell;
      for (let r = at; r < Math.min(rows.length, at + cell.rows); r++)
        for (let c = column; c < column + cell.columns; c++) taken.add(`${r} ${c}`);
      column += cell.columns;
    }
  }
  const width = Math.max(0, ...[...taken].map(key => Number(key.split(' ')[1]) + 1));
  return grid.map(row => Array.from({ length: width }, (_, column) => row[column]));
}

function formatPipes({ rows }: TableBlock): string {
  const grid = placeCells(rows);
  const writeLine = (cells: string[]) => `| ${cells.join(' | ')} |`;
  const [head = [], ...body] = grid.map(row =>
    row.map(cell =>
      cell
        ? formatRuns(cell.runs)
            .replaceAll('|', '\\|')
            .replace(/\s*\n\s*/g, ' ')
        : '',
    ),
  );
  return [writeLine(head), writeLine(head.map(() => '---')), ...body.map(writeLine)].join('\n');
}
