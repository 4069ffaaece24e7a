import { pairs } from '../../../lists.ts';
import { around, median } from '../../boxes.ts';
import { placeRows } from '../place-rows.ts';
import type { Cell, TableWord } from '../table.ts';

/** The gap at a column border that is not drawn, in type sizes: wider than between two words. */
const minRoom = 0.9;

/** Splits the words of a cell into one part for each column, if there are wide gaps at all column borders. */
function splitAt(words: readonly TableWord[], borders: readonly number[]): TableWord[][] | undefined {
  const parts = pairs([-Infinity, ...borders, Infinity]).map(([from, to]) =>
    words.filter(({ left, right }) => left >= from && right <= to),
  );
  const isWhole = parts.every(part => part.length > 0) && parts.flat().length === words.length;
  const height = median(words.map(word => word.bottom - word.top));
  const isApart = ([before, after]: [TableWord[], TableWord[]]) =>
    around(after).left - around(before).right >= minRoom * height;
  return isWhole && pairs(parts).every(isApart) ? parts : undefined;
}

/** Splits cells that span columns only because the borders within them are not drawn. */
export function splitSpans(rows: readonly Cell[][], xs: readonly number[]): Cell[][] {
  return placeRows(rows).map(row =>
    row.flatMap(({ cell, column }) => {
      const borders = xs.slice(column + 1, column + cell.columns);
      const parts = borders.length > 0 ? splitAt(cell.words, borders) : undefined;
      return parts ? parts.map(words => ({ words, columns: 1, rows: cell.rows })) : [cell];
    }),
  );
}
