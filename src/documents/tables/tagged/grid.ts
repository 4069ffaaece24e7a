import { around, type Box, sharedX } from '../../boxes.ts';
import { type Place, type Placed, type PlacedRow, placeInOrder, placeRowsBy } from '../place-rows.ts';
import type { Cell } from '../table.ts';

const maxColumns = 50;

const countColumns = (rows: readonly PlacedRow[]): number =>
  Math.max(
    ...rows.flatMap(({ placed, taken }) => [
      ...placed.map(({ cell, column }) => column + cell.columns),
      ...[...taken].map(column => column + 1),
    ]),
  );

const isComplete = ({ placed, taken }: PlacedRow, width: number): boolean =>
  placed.reduce((sum, { cell }) => sum + cell.columns, taken.size) === width;

/** Finds where the columns are on the page, by the cells of complete rows. */
function locateColumns(rows: readonly PlacedRow[], width: number): (Box | undefined)[] {
  const cells = rows.filter(row => isComplete(row, width)).flatMap(({ placed }) => placed);
  return Array.from({ length: width }, (_, at) => {
    const words = cells
      .filter(({ cell, column }) => column === at && cell.columns === 1)
      .flatMap(({ cell }) => cell.words);
    return words.length > 0 ? around(words) : undefined;
  });
}

/**
 * Places the cells of a row where they stand on the page. Empty cells are often missing from the structure tree, so that others
 * come too early.
 */
const placeByColumns =
  (columns: readonly (Box | undefined)[]): Place =>
  (cells, taken) => {
    const measureDistance = (cell: Cell, at: number): number => {
      const under = columns.slice(at, at + cell.columns).flatMap(box => box ?? []);
      if (cell.words.length === 0 || under.length === 0) return 0;
      return Math.max(0, -sharedX(around(cell.words), around(under)));
    };
    // The least distance of the cells from one on, if they are placed from one column on, and the column of the first of them.
    const known = new Map<string, { distance: number; column: number }>();
    const findBest = (cell: number, from: number): { distance: number; column: number } => {
      if (cell === cells.length) return { distance: 0, column: from };
      const key = `${cell} ${from}`;
      const before = known.get(key);
      if (before) return before;
      let best = { distance: Infinity, column: from };
      const { columns: span } = cells[cell]!;
      for (let column = from; column + span <= columns.length; column++) {
        if (Array.from({ length: span }, (_, across) => column + across).some(each => taken.has(each)))
          continue;
        const distance = measureDistance(cells[cell]!, column) + findBest(cell + 1, column + span).distance;
        if (distance < best.distance) best = { distance, column };
      }
      known.set(key, best);
      return best;
    };
    let from = 0;
    return cells.map((cell, at) => {
      const { column } = findBest(at, from);
      from = column + cell.columns;
      return column;
    });
  };

/** Fills the places that no cell has with empty cells. */
function fillRow({ placed, taken }: PlacedRow, width: number): Placed[] {
  const used = new Set(taken);
  for (const { cell, column } of placed)
    for (let across = 0; across < cell.columns; across++) used.add(column + across);
  const empty = Array.from({ length: width }, (_, column) => column)
    .filter(column => !used.has(column))
    .map((column): Placed => ({ cell: { words: [], columns: 1, rows: 1 }, column }));
  return [...placed, ...empty].sort((a, b) => a.column - b.column);
}

/** Places the cells of a table in a grid without gaps. */
export function placeCells(rows: readonly Cell[][]): Placed[][] {
  const inOrder = placeRowsBy(rows, placeInOrder);
  const width = countColumns(inOrder);
  if (width > maxColumns) return [];
  const isWhole = inOrder.every(row => isComplete(row, width));
  const placed = isWhole ? inOrder : placeRowsBy(rows, placeByColumns(locateColumns(inOrder, width)));
  return placed.map(row => fillRow(row, width));
}
