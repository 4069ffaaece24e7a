import { zip } from '../../lists.ts';
import { median } from '../boxes.ts';
import { looksLikeFigures } from './signs.ts';
import { type Cell, splitLines, type TableWord } from './table.ts';

/** Lines whose lower edges are closer than this, in points, are at the same height. */
const near = 3;

/**
 * Splits a drawn row that contains several. Either all its cells have lines at the same heights, or columns
 * of numbers have: then each height is a row, and a cell with a single line spans them all.
 */
export function splitRow(cells: Cell[]): Cell[][] {
  if (cells.some(cell => cell.rows > 1)) return [cells];
  const lines = cells.map(cell => splitLines(cell.words));
  const filled = lines.filter(each => each.length > 0);
  const tall = filled.filter(each => each.length > 1);
  const heights = tall.reduce<number[]>(
    (most, each) => (each.length > most.length ? each.map(findBase) : most),
    [],
  );
  if (heights.length < 2 || tall.length < 2) return [cells];
  const fits = (each: TableWord[][]) =>
    each.every(line => heights.some(height => Math.abs(findBase(line) - height) < near));
  if (!tall.every(fits)) return [cells];
  // A line that begins with a lower-case letter continues the one above it.
  const further = tall.flatMap(each => each.slice(1));
  if (further.filter(line => /^\p{Ll}/u.test(line[0].text)).length * 2 > further.length) return [cells];
  const isWhole = filled.every(each => each.length === heights.length);
  const figures = tall.filter(each => each.every(line => looksLikeFigures(line)));
  const isFull = (each: TableWord[][]) => each.length >= 0.7 * heights.length;
  if (
    !isWhole &&
    !(figures.length * 2 >= tall.length && figures.some(isFull) && tall.filter(isFull).length >= 2)
  )
    return [cells];
  return heights.map((height, at) =>
    zip(cells, lines).flatMap(([cell, own]) => {
      if (own.length === 1 && !isWhole) return at === 0 ? [{ ...cell, rows: heights.length }] : [];
      return [{ ...cell, words: own.find(line => Math.abs(findBase(line) - height) < near) ?? [] }];
    }),
  );
}

const findBase = (line: readonly TableWord[]): number => median(line.map(word => word.bottom));
