import type { CellContent } from '../layout/content.ts';
import { plainText } from '../model.ts';

const maxHeaderRows = 4;

const readCell = (cell: CellContent): string => plainText(cell.lines.flat()).trim();
const hasFigures = (cell: CellContent): boolean => /^[^\p{L}]*\d[^\p{L}]*$/u.test(readCell(cell));

const isYear = (cell: CellContent): boolean => /^(?:19|20)\d\d$/.test(readCell(cell));

/**
 * Counts the rows from the top that name the columns. Names of groups of columns are above the columns' own
 * names.
 */
export function countHeaderRows(rows: readonly (readonly CellContent[])[]): number {
  const first = rows[0] ?? [];
  const most = Math.min(maxHeaderRows, rows.length - 1);
  let count = Math.max(1, ...first.filter(cell => readCell(cell) !== '').map(cell => cell.rows));
  // A name over several columns is followed by those of the columns.
  const isGrouped = first.length > 1 && first.some(cell => cell.columns > 1);
  const names = rows[1] ?? [];
  // A cell that also spans the row below belongs to the body.
  const isHeader =
    !names.some(cell => hasFigures(cell) && !isYear(cell)) && names.every(cell => cell.rows === 1);
  if (isGrouped && count === 1 && isHeader) count = 2;
  while (count < most && isBoldRow(rows[count]!) && isBoldRow(first) && !rows[count]!.some(hasFigures))
    count++;
  return Math.max(1, Math.min(most, count));
}

/** Returns true if a row is bold. One with a single cell names a group of rows, not columns. */
function isBoldRow(row: readonly CellContent[]): boolean {
  const filled = row.filter(cell => readCell(cell) !== '');
  return filled.length > 1 && filled.every(cell => cell.bold);
}
