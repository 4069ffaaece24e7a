import type { Cell } from './table.ts';

/** A cell with the column it begins in. */
export interface Placed {
  cell: Cell;
  column: number;
}

function placeRow(cells: readonly Cell[], taken: ReadonlySet<string>, row: number): Placed[] {
  let column = 0;
  return cells.map(cell => {
    while (taken.has(`${row} ${column}`)) column++;
    const placed = { cell, column };
    column += cell.columns;
    return placed;
  });
}

/** Finds the column in which each cell begins. */
export function placeRows(rows: readonly Cell[][]): Placed[][] {
  const taken = new Set<string>();
  return rows.map((cells, row) => {
    const placed = placeRow(cells, taken, row);
    for (const { cell, column } of placed)
      for (let r = row; r < row + cell.rows; r++)
        for (let c = column; c < column + cell.columns; c++) taken.add(`${r} ${c}`);
    return placed;
  });
}
