import { pairs } from '../../lists.ts';
import { median } from '../boxes.ts';
import { type Placed, placeRows } from './place-rows.ts';
import { looksLikeFigures, openingSigns } from './signs.ts';
import { type Cell, splitLines, type TableWord } from './table.ts';

/** Between two columns of figures there is at least this much room, in type sizes; between others more. */
const betweenFigures = 0.4;
const afterLabels = 0.2;
const betweenWords = 0.9;
/** The share of a column's cells that must have something on both sides. */
const minShare = 0.6;
const minCells = 3;

interface Gap {
  left: number;
  right: number;
}

/** Finds the gaps that no word of these cells covers, between their first and last word. */
function findGaps(cells: readonly TableWord[][]): Gap[] {
  const words = cells.flat().sort((a, b) => a.left - b.left);
  const gaps: Gap[] = [];
  let end = words[0]?.right ?? 0;
  for (const { left, right } of words) {
    if (left > end) gaps.push({ left: end, right: left });
    end = Math.max(end, right);
  }
  return gaps;
}

const isLeft = (word: TableWord, x: number): boolean => (word.left + word.right) / 2 < x;

/** Figures under one another end within so many points, and the names before them at places at least this far apart, in type sizes. */
const sameEnd = 1.5;
const differentEnds = 0.5;

/** Returns true if each cell is a name and a figure, and the figures end under one another, but the names do not. */
function areNamed(cells: readonly TableWord[][], x: number): boolean {
  const names = cells.map(words => words.filter(word => isLeft(word, x)));
  const figures = cells.map(words => words.filter(word => !isLeft(word, x)));
  const spread = (parts: readonly TableWord[][]) => {
    const ends = parts.map(part => Math.max(...part.map(word => word.right)));
    return Math.max(...ends) - Math.min(...ends);
  };
  const size = median(cells.flat().map(word => word.bottom - word.top));
  return (
    names.every(name => name.every(({ text }) => !/\d/.test(text))) &&
    figures.every(figure => figure.length === 1 && looksLikeFigures(figure)) &&
    spread(figures) < sameEnd &&
    spread(names) > differentEnds * size
  );
}

/** Returns the positions at which one drawn column is cut into several. */
function findCuts(cells: readonly TableWord[][]): number[] {
  const filled = cells.filter(words => words.length > 0);
  if (filled.length < minCells) return [];
  const size = median(filled.flat().map(word => word.bottom - word.top));
  return findGaps(filled)
    .filter(({ left, right }) => right - left >= afterLabels * size)
    .filter(({ left, right }) => {
      const x = (left + right) / 2;
      const both = filled.filter(
        words => words.some(word => isLeft(word, x)) && words.some(word => !isLeft(word, x)),
      );
      if (both.length < minShare * filled.length || both.length < minCells - 1) return false;
      const lasts = both.map(words => words.filter(word => isLeft(word, x)).at(-1)!);
      if (lasts.every(({ text }) => openingSigns.test(text))) return false;
      const areFigures = both.every(
        words =>
          looksLikeFigures(words.filter(word => isLeft(word, x))) ||
          looksLikeFigures(words.filter(word => !isLeft(word, x))),
      );
      const areLabels = both.every(
        words =>
          words.every(word => (word.style?.bold ?? false) === isLeft(word, x)) ||
          words
            .filter(word => isLeft(word, x))
            .at(-1)
            ?.text.endsWith(':'),
      );
      const least = areLabels || areNamed(both, x) ? afterLabels : areFigures ? betweenFigures : betweenWords;
      return right - left >= least * size;
    })
    .map(({ left, right }) => (left + right) / 2);
}

const crosses = (words: readonly TableWord[], cuts: readonly number[]): boolean =>
  words.some(word => cuts.some(x => word.left < x - 0.5 && word.right > x + 0.5));

/** Splits a cell's words at the cuts. */
export function cutWords(words: readonly TableWord[], cuts: readonly number[]): TableWord[][] {
  const edges = [-Infinity, ...cuts, Infinity];
  return edges.slice(0, -1).map((from, at) =>
    words.filter(word => {
      const x = (word.left + word.right) / 2;
      return x >= from && x < edges[at + 1]!;
    }),
  );
}

/**
 * Counts the upper lines of a cell that are a head over the split part, or returns undefined if it cannot be
 * split.
 */
function countHead(words: readonly TableWord[], cuts: readonly number[]): number | undefined {
  const lines = splitLines(words);
  if (lines.length < 2) return undefined;
  const isCut = (line: readonly TableWord[]) =>
    !crosses(line, cuts) && cutWords(line, cuts).every(part => part.length > 0);
  const first = lines.findIndex(isCut);
  return first > 0 && lines.slice(first).every(line => !crosses(line, cuts)) ? first : undefined;
}

/** Words of a head that stand this far apart, in type sizes, name a column each. */
const betweenHeads = 0.5;

/** Returns the words of a head one by one if there are as many as columns below it, with room between them. */
function splitHeads(words: readonly TableWord[], cuts: readonly number[]): TableWord[][] | undefined {
  const isApart = ([before, word]: [TableWord, TableWord]) =>
    word.left - before.right >= betweenHeads * (word.bottom - word.top);
  const isRow = cuts.length > 0 && words.length === cuts.length + 1 && pairs(words).every(isApart);
  return isRow ? words.map(word => [word]) : undefined;
}

/** Splits drawn columns that contain several columns without lines between them. */
export function splitColumns(rows: Cell[][]): Cell[][] {
  const placed = placeRows(rows);
  const width = Math.max(0, ...placed.flat().map(({ cell, column }) => column + cell.columns));
  const cuts = Array.from({ length: width }, (_, column) => {
    const own = placed
      .slice(1)
      .flatMap(row => row.filter(each => each.column === column && each.cell.columns === 1));
    return findCuts(own.map(({ cell }) => cell.words));
  });
  if (cuts.every(own => own.length === 0)) return rows;
  return placed.flatMap(row => splitRow(row, cuts));
}

function splitRow(row: readonly Placed[], cuts: readonly number[][]): Cell[][] {
  const heads = row.map(({ cell, column }) =>
    cell.columns === 1 && cell.rows === 1 && cuts[column]!.length > 0
      ? countHead(cell.words, cuts[column]!)
      : undefined,
  );
  const isSplit = heads.some(head => head !== undefined);
  const upper: Cell[] = [];
  const lower: Cell[] = [];
  for (const [at, { cell, column }] of row.entries()) {
    const own = cuts.slice(column, column + cell.columns).flat();
    const columns = cell.columns + own.length;
    const head = heads[at];
    const names = cell.columns === 1 && crosses(cell.words, own) ? splitHeads(cell.words, own) : undefined;
    if (head !== undefined) {
      const lines = splitLines(cell.words);
      upper.push({ words: lines.slice(0, head).flat(), columns, rows: 1 });
      lower.push(...cutWords(lines.slice(head).flat(), own).map(words => ({ words, columns: 1, rows: 1 })));
    } else if (names)
      for (const words of names) upper.push({ words, columns: 1, rows: isSplit ? cell.rows + 1 : cell.rows });
    else if (cell.columns > 1 || own.length === 0 || crosses(cell.words, own))
      upper.push({ ...cell, columns, rows: isSplit ? cell.rows + 1 : cell.rows });
    else
      for (const words of cutWords(cell.words, own))
        upper.push({ words, columns: 1, rows: isSplit ? cell.rows + 1 : cell.rows });
  }
  return isSplit ? [upper, lower] : [upper];
}
