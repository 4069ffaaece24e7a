import { type Filled, pairs, splitBefore } from '../../../lists.ts';
import { around, type Box, widthOf } from '../../boxes.ts';
import { looksLikeFigures } from '../signs.ts';
import { splitLines, type TableWord } from '../table.ts';

/** Lines of one cell are closer than those of two by this share of the distance between them. */
const clearlyFurther = 1.1;
/** Lines further apart than this are not of one cell, in type sizes. */
const furthest = 1.6;
/** The part of a line's height at its upper and its lower edge that another row may reach into. */
const edge = 0.15;

/** The width of a space, in type sizes. */
const space = 0.25;
/** The share of the line breaks within cells at which the next word does not fit. */
const mostBreaks = 0.7;

/** The words of a cell, line by line, with the column it stands in. */
interface CellLines extends Box {
  column: number;
  lines: Filled<Filled<TableWord>>;
}

type Lines = Filled<TableWord>[];

const topOf = (line: readonly TableWord[]): number => around(line).top;

/** Finds the distance between the lines of one cell: the least of all, if others are clearly larger. */
function findPitch(columns: readonly Lines[], size: number): number {
  const distances = columns.flatMap(lines => pairs(lines.map(topOf)).map(([above, top]) => top - above));
  const least = Math.min(...distances);
  return least < furthest * size && distances.some(distance => distance > clearlyFurther * least) ? least : 0;
}

const makeCells = (columns: readonly Lines[], pitch: number): CellLines[] =>
  columns.flatMap((lines, column) =>
    splitBefore(lines, (line, above) => topOf(line) - topOf(above) > clearlyFurther * pitch).map(own => ({
      ...around(own.flat()),
      column,
      lines: own,
    })),
  );

/** Groups the cells that stand beside each other: those of one row share heights with the tallest of them. */
function groupRows(cells: readonly CellLines[], size: number): Filled<CellLines>[] {
  let bottom = -Infinity;
  return splitBefore(
    cells.toSorted((a, b) => a.top - b.top),
    (cell, before) => {
      bottom = Math.max(bottom, before.bottom);
      return cell.top > bottom - 2 * edge * size;
    },
  );
}

/** Returns true if a line is broken there: the next word would not fit into the column, and there are no figures under figures. */
const isBreak = (line: Filled<TableWord>, next: Filled<TableWord>, width: number, size: number): boolean =>
  widthOf(around(line)) + space * size + widthOf(next[0]) > width - 1 &&
  !(looksLikeFigures(line) && looksLikeFigures(next));

/** Returns true if most lines of a column's cells are broken where the column ends. */
function areBroken(cells: readonly CellLines[], size: number): boolean {
  const width = Math.max(...cells.map(widthOf));
  const breaks = cells.flatMap(({ lines }) => pairs(lines));
  return (
    breaks.filter(([line, next]) => isBreak(line, next, width, size)).length >= mostBreaks * breaks.length
  );
}

/** Finds the rows of a table by the words of each column. */
export function findRows(columns: readonly TableWord[][], size: number): TableWord[][][] {
  const lines = columns.map(words => splitLines(words).sort((a, b) => topOf(a) - topOf(b)));
  const joined = makeCells(lines, findPitch(lines, size));
  const areJoined = columns.every((_, at) =>
    areBroken(
      joined.filter(({ column }) => column === at),
      size,
    ),
  );
  const rows = groupRows(areJoined ? joined : makeCells(lines, 0), size);
  return rows.map(row =>
    columns.map((_, column) => row.flatMap(cell => (cell.column === column ? cell.lines.flat() : []))),
  );
}
