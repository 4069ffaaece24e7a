import { type Filled, zip } from '../../lists.ts';
import type { TableWord } from './table.ts';

const readText = (words: readonly TableWord[]): string => words.map(({ text }) => text).join(' ');

/** Returns true if every cell of a row closes the bracket that the cell above it opened. */
const closesBrackets = (cells: readonly TableWord[][], before: readonly TableWord[][]): boolean =>
  zip(cells, before).every(
    ([cell, over]) =>
      cell.length === 0 || (/\([^()]*$/.test(readText(over)) && /^[^()]*\)/.test(readText(cell))),
  );

/** Joins rows that continue the row above them, because they close its brackets. */
export function joinBrackets(rows: readonly Filled<TableWord[]>[]): Filled<TableWord[]>[] {
  const joined: Filled<TableWord[]>[] = [];
  for (const cells of rows) {
    const before = joined.at(-1);
    if (before && closesBrackets(cells, before))
      for (const [cell, over] of zip(cells, before)) over.push(...cell);
    else joined.push(cells);
  }
  return joined;
}
