import type { Cell } from './table.ts';

/** A cell with the column it begins in. */
export interface Placed {
  cell: Cell;
  column: number;
}

/** A row of cells, and the columns that cells of rows above reach down into. */
export interface PlacedRow {
  placed: Placed[];
  taken: ReadonlySet<number>;
}

/** Finds the columns for the cells of a row. */
export type Place = (cells: readonly Cell[], taken: ReadonlySet<number>) => number[];

/** Places the cells of a row one after the other. */
export const placeInOrder: Place = (cells, taken) => {
  let next = 0;
  return cells.map(cell => {
    while (taken.has(next)) next++;
    const column = next;
    next += cell.columns;
    return column;
  });
};

/** Finds the column in which each cell begins, and which columns of each row are taken by cells above. */
export function placeRowsBy(rows: readonly Cell[][], place: Place): PlacedRow[] {
  const reached: Set<number>[] = rows.map(() => new Set());
  return rows.map((cells, y) => {
    const columns = place(cells, reached[y]!);
    const placed = cells.map((cell, at): Placed => ({ cell, column: columns[at]! }));
    for (const { cell, column } of placed)
      for (const below of reached.slice(y + 1, y + cell.rows))
        for (let across = 0; across < cell.columns; across++) below.add(column + across);
    return { placed, taken: reached[y]! };
  });
}

/** Finds the column in which each cell begins. */
export const placeRows = (rows: readonly Cell[][]): Placed[][] =>
  placeRowsBy(rows, placeInOrder).map(({ placed }) => placed);
