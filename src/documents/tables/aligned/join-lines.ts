import { type Filled, isFilled, pairs, splitBefore, transpose, zip } from '../../../lists.ts';
import { median } from '../../boxes.ts';
import { leading, makeRow, type Row, splitCells } from '../rows.ts';
import { looksLikeFigures } from '../signs.ts';
import type { TableWord } from '../table.ts';

/**
 * Lines of one row must be closer than lines of two rows by this many points, if rows are found by distance.
 */
const minRoom = 1.2;

const areFigures = (...cells: TableWord[][]): boolean => cells.every(looksLikeFigures);

/** Lines closer than this share of the usual distance between rows are one row's. */
const closeLine = 0.85;

/**
 * Returns true if a line continues the first cell of the row above: it has no other words, and is closer than
 * rows are or begins with a lower-case letter.
 */
function isFurtherLine([first, ...others]: Filled<TableWord[]>, distance: number, usual: number): boolean {
  if (first.length === 0 || others.some(isFilled)) return false;
  return distance < closeLine * usual || /^\p{Ll}/u.test(first[0]!.text);
}

/**
 * Returns true if the name of a row begins on the line above it, which has no other cell: it continues with a
 * lower-case letter.
 */
const endsName = ([first]: Filled<TableWord[]>, [name, ...others]: Filled<TableWord[]>): boolean =>
  /^\p{Ll}/u.test(first[0]?.text ?? '') &&
  name.length > 0 &&
  !others.some(isFilled) &&
  !/[.:;]$/.test(name.at(-1)!.text);

/**
 * Joins a line with the row above if it follows closely and its first cell is empty, but never numbers below
 * numbers.
 */
function joinContinuations(rows: Row[], cuts: number[]): Filled<TableWord[]>[] {
  const made: Filled<TableWord[]>[] = [];
  const isFull = (row: Row) => !row.section && splitCells(row, cuts).filter(isFilled).length > 1;
  const usual = median(
    pairs(rows).flatMap(([before, row]) => (isFull(before) && isFull(row) ? [row.top - before.top] : [])),
  );
  let above: Row | undefined;
  for (const row of rows) {
    const cells = splitCells(row, cuts);
    const before = made.at(-1);
    const close = above && row.top - above.top < leading * row.height;
    const goesOn =
      before &&
      close &&
      !cells[0].length &&
      zip(cells, before).every(([cell, over]) => !cell.length || (over.length && !areFigures(cell, over)));
    const goesOnFirst =
      before && close && above && before[0].length > 0 && isFurtherLine(cells, row.top - above.top, usual);
    const goesOnName = before && close && !row.section && endsName(cells, before);
    if (goesOn || goesOnFirst || goesOnName)
      for (const [cell, over] of zip(cells, before)) over.push(...cell);
    else made.push(cells);
    above = row;
  }
  return made;
}

/**
 * Splits rows by the distance between them, if the lines of a cell are closer to each other than to the next
 * row.
 */
function splitByRoom(rows: Row[], cuts: number[]): Filled<TableWord[]>[] | undefined {
  const spaces = pairs(rows).map(([above, row]) => row.top - above.bottom);
  const [least, most] = [Math.min(...spaces), Math.max(...spaces)];
  if (most - least < minRoom) return undefined;
  const groups = splitBefore(rows, (row, above) => row.top - above.bottom >= (least + most) / 2);
  const isRow = (group: Row[]): boolean => {
    const lines = group.map(row => splitCells(row, cuts).map(cell => cell.length > 0));
    const [named, full] = [
      lines.filter(([first]) => first),
      lines.filter(line => line.filter(Boolean).length > 1),
    ];
    const areContinued = pairs(group).every(([, row]) =>
      splitCells(row, cuts).some(([first]) => first && /^\p{Ll}/u.test(first.text)),
    );
    return named.length <= 1 || full.length <= 1 || areContinued;
  };
  const fits = groups.length > 2 && groups.length < rows.length && groups.every(isRow);
  const join = (group: Filled<Row>) =>
    group.length > 1 ? makeRow(group.flatMap(row => row.words)) : group[0];
  return fits ? groups.map(group => splitCells(join(group), cuts)) : undefined;
}

/** A frame with exactly this many rules may only separate the head and the total from the other rows; a frame with more has one after each row. */
const rulesOfFrame = 4;

/**
 * Splits rows at the rules between them: if a rule separates every row from the next, all lines between two
 * rules are one row.
 */
function splitByBands(rows: Row[], tops: number[], cuts: number[]): Filled<TableWord[]>[] | undefined {
  if (tops.length < rulesOfFrame) return undefined;
  const bands = pairs(tops)
    .map(([top, bottom]) =>
      rows.filter(row => (row.top + row.bottom) / 2 > top && (row.top + row.bottom) / 2 < bottom),
    )
    .filter(band => band.length > 0);
  if (tops.length === rulesOfFrame && !bands.every(band => isWrapped(band, cuts))) return undefined;
  return bands.map(band => splitCells(makeRow(band.flatMap(row => row.words)), cuts));
}

/** Returns true if lines are those of one row's cells: some cells have fewer lines than others, and none has figures under figures. */
function isWrapped(lines: Row[], cuts: number[]): boolean {
  const columns = transpose<TableWord[]>(lines.map(line => splitCells(line, cuts))).map(cells =>
    cells.filter(isFilled),
  );
  const counts = columns.map(cells => cells.length).filter(count => count > 0);
  return (
    lines.length === 1 ||
    (Math.min(...counts) < Math.max(...counts) &&
      !columns.some(cells => cells.length > 1 && cells.every(looksLikeFigures)))
  );
}

/**
 * Decides which lines belong to one row, by the rules between rows, the distance between them, or their
 * cells.
 */
export const joinLines = (rows: Row[], cuts: number[], tops?: number[]): Filled<TableWord[]>[] =>
  (tops && splitByBands(rows, tops, cuts)) ?? splitByRoom(rows, cuts) ?? joinContinuations(rows, cuts);
