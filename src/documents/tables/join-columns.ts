import { type Filled, pairs } from '../../lists.ts';
import { around, median } from '../boxes.ts';
import { closingSigns, looksLikeFigures, openingSigns } from './signs.ts';
import type { TableWord } from './table.ts';

/** Columns closer than this, in type sizes, are joined if only the first of them has a head. */
const closeColumns = 1;
const minRows = 4;

/** Words of one head are closer than this, in type sizes. */
const headSpace = 0.6;
/** The most rows of a head. */
const maxHeads = 2;
/** A head has more rows than this under it. */
const minUnderHead = 2;

const areSigns = (cells: readonly TableWord[][], signs: RegExp): boolean => {
  const filled = cells.filter(cell => cell.length > 0);
  return filled.length > 0 && filled.every(cell => cell.length === 1 && signs.test(cell[0]!.text));
};

/**
 * Returns true if a column has no content of its own below its head, so that it continues the one before it.
 */
function goesOn(before: readonly TableWord[][], column: readonly TableWord[][]): boolean {
  const [head, ...cells] = column;
  if (column.length < minRows || head!.length > 0 || before[0]!.length === 0) return false;
  if (looksLikeFigures(before[0]!)) return false;
  const [left, right] = [before.slice(1).flat(), cells.flat()];
  if (left.length === 0 || right.length === 0) return false;
  const size = median(right.map(word => word.bottom - word.top));
  return around(right).left - around(left).right < closeColumns * size;
}

/** Returns true if a column has nothing but parts of heads. */
function hasHeadsOnly(column: readonly TableWord[][]): boolean {
  const end = column.findLastIndex(cell => cell.length > 0);
  return end >= 0 && end < maxHeads && column.length - end > minUnderHead;
}

/** Returns true if all words of heads in one of two columns continue, or are continued by, those of the other. */
const areClose = (
  before: readonly TableWord[][],
  column: readonly TableWord[][],
  only: readonly TableWord[][],
) =>
  only.every((cell, at) => {
    if (cell.length === 0) return true;
    const [head, word] = [before[at]!.at(-1), column[at]![0]];
    return head && word && word.left - head.right < headSpace * (word.bottom - word.top);
  });

/** Returns true if a column only has the last words of heads, which continue the column before it. */
const endsHead = (before: readonly TableWord[][], column: readonly TableWord[][]): boolean =>
  hasHeadsOnly(column) && areClose(before, column, column);

/** Returns true if a column only has heads, or their first words, of the figures in the next column. */
const beginsHead = (column: readonly TableWord[][], next: readonly TableWord[][]): boolean =>
  hasHeadsOnly(column) &&
  areClose(
    column,
    next,
    column.map((cell, at) => (next[at]!.length > 0 ? cell : [])),
  );

/** Joins currency signs with their numbers, and parts of one column with each other. */
export function joinColumns(rows: readonly Filled<TableWord[]>[]): Filled<TableWord[]>[] {
  const columns = rows[0]!.map((_, column) => rows.map(row => row[column]!));
  const joins = pairs(columns).map(
    ([before, column]) =>
      areSigns(before.slice(1), openingSigns) ||
      areSigns(before, openingSigns) ||
      areSigns(column.slice(1), closingSigns) ||
      goesOn(before, column) ||
      endsHead(before, column),
  );
  for (const [at, [column, next]] of pairs(columns).entries())
    if (!joins[at - 1] && beginsHead(column, next)) joins[at] = true;
  if (!joins.includes(true)) return [...rows];
  return rows.map(row => {
    const [first, ...others] = row;
    const joined: Filled<TableWord[]> = [[...first]];
    for (const [at, cell] of others.entries())
      if (joins[at]) joined[joined.length - 1]!.push(...cell);
      else joined.push([...cell]);
    return joined;
  });
}
