import { type Filled, isFilled, last, pairs, splitBefore, transpose } from '../../lists.ts';
import { around, type Box, median } from '../boxes.ts';
import type { TableWord } from './table.ts';

const maxColumns = 30;
const minRows = 3;
/**
 * The most words in columns without other evidence of a table: more of them are an index or a list of names.
 */
const maxPlainRows = 15;
/** A cell with more words is a line of text, unless a rule, numbers or heads indicate a table. */
export const wordyCell = 7;
export const shortCell = 3;
const shortLabel = 2;
const shortBesideSigns = 6;
const longestBesideSigns = 40;
const longestCell = 60;
/** Two columns closer than this, in type sizes, are one table; addresses side by side are further apart. */
const closeColumns = 3;
/** Lines of one text are closer than rows that are told apart by their distance, in type sizes. */
const spacedRows = 1.45;

/** Cells with words in them. */
type Column = Filled<TableWord>[];

/** The marks of a list, not what a table has in its first column. */
export const listMark = /^([•‣▪●◦∙·–*-]|\(?(\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)])$/;

export const looksLikeFigures = (words: TableWord[]): boolean =>
  words.every(word => /^[\p{Sc}(+−–—-]?[\d.,:/%]*\d[\d.,:/%)]*\S{0,2}$|^[–—-]$/u.test(word.text));

/** Currency and number signs, which belong to the number after them. */
export const openingSigns = /^[\p{Sc}(#№]+$|^(?:US|C|A|NZ|HK)\$$|^(?:EUR|USD|GBP|Rs\.?)$/u;

/** Signs that belong to the number before them. */
export const closingSigns = /^[)%\]*:]+$/;

/** Returns true if most of a column's cells begin, end or are centred at one place. */
function isAligned(cells: TableWord[][]): boolean {
  const boxes = cells.map(cell => around(cell));
  const doPlacesAgree = (place: (box: Box) => number): boolean => {
    const middle = median(boxes.map(place));
    return boxes.filter(box => Math.abs(place(box) - middle) < 3).length >= boxes.length * 0.6;
  };
  return (
    doPlacesAgree(box => box.left) ||
    doPlacesAgree(box => box.right) ||
    doPlacesAgree(box => (box.left + box.right) / 2)
  );
}

/** The most that names of rows are indented, in type sizes. */
const deepestIndent = 6;
/** The most different indents in one column. */
const maxIndents = 4;

/** Returns true if a first column's names are indented to a few places, as in a balance sheet. */
function isIndented(cells: TableWord[][], height: number): boolean {
  const lefts = cells.map(cell => around(cell).left).sort((a, b) => a - b);
  const places = splitBefore(lefts, (left, before) => left - before > 3);
  return (
    places.length <= maxIndents &&
    cells.length > 2 * places.length &&
    last(lefts as Filled<number>) - lefts[0]! < deepestIndent * height
  );
}

const keepFilled = (cells: TableWord[][]): Column => cells.filter(isFilled);
const doMost = (cells: Column, holds: (cell: Filled<TableWord>) => boolean): boolean =>
  cells.filter(holds).length * 2 > cells.length;
const countMeanWords = (cells: TableWord[][]): number => cells.flat().length / cells.length;
const isBold = (cell: TableWord[]): boolean => cell.every(word => word.style?.bold);
const isMono = (cell: TableWord[]): boolean => cell.every(word => word.style?.mono);
const hasDigit = (cell: TableWord[]): boolean => cell.some(word => /\p{Nd}/u.test(word.text));
const isLabel = (cell: Filled<TableWord>): boolean => last(cell).text.endsWith(':');

type Rows = [Filled<TableWord[]>, Filled<TableWord[]>, ...Filled<TableWord[]>[]];
type Columns = [Column, Column, ...Column[]];

/** Finds the step by which most numbers of a column grow or fall, or undefined if there is none. */
function findStep(cells: Column): number | undefined {
  const numbers = cells.flatMap(cell =>
    cell.length === 1 ? Number(/[-−]?\d[\d.]*/.exec(cell[0].text)?.[0]?.replace('−', '-') ?? Number.NaN) : [],
  );
  const steps = pairs(numbers.filter(number => !Number.isNaN(number))).map(
    ([before, number]) => Math.round(1e6 * (number - before)) / 1e6,
  );
  const step = median(steps);
  return steps.length > 1 && step !== 0 && steps.filter(own => own === step).length > 0.7 * (cells.length - 1)
    ? step
    : undefined;
}

/** Returns true if numbers only count lines or items, as in the margin of a page or before list items. */
const isCount = (cells: Column): boolean => findStep(cells) === 1;

const minOnAxis = 3;

/** Returns true if numbers are those on the axis of a chart: all steps are alike, and none is one. */
function isAxis(cells: Column): boolean {
  const figures = cells.filter(looksLikeFigures);
  if (figures.length < minOnAxis || figures.length * 2 < cells.length) return false;
  const step = findStep(figures);
  return step !== undefined && Math.abs(step) !== 1;
}

/** Returns true if all figures that stand under one another are those of axes, and no other column has as many cells. */
function isChart(columns: readonly Column[]): boolean {
  const ofFigures = columns.filter(cells => cells.filter(looksLikeFigures).length >= minOnAxis);
  const most = Math.max(0, ...ofFigures.map(cells => cells.length));
  const isSparse = (cells: Column) => cells.length * 2 < most;
  return (
    ofFigures.length > 0 &&
    ofFigures.every(isAxis) &&
    columns.every(cells => ofFigures.includes(cells) || isSparse(cells))
  );
}

const isMark = (cell: Filled<TableWord>): boolean => cell.length === 1 && listMark.test(cell[0].text);

/** Returns true if a column under its head is of figures. */
function isOfFigures(cells: Column): boolean {
  const below = cells.slice(1);
  return (
    below.length > 1 && doMost(below, cell => looksLikeFigures(cell) && !isMark(cell)) && !isCount(below)
  );
}

/** Returns true if two rows are clearly a table: names with a number, or bold heads over numbers. */
function isPairOfRows([upper, lower]: Rows): boolean {
  const [names, figures] = [
    [upper[0], lower[0]],
    [...upper.slice(1), ...lower.slice(1)],
  ];
  if ([...names, ...figures].some(cell => cell.length === 0 || cell.length > shortCell)) return false;
  if (upper.every(isBold) && !lower.some(isBold)) return lower.slice(1).every(looksLikeFigures);
  return figures.every(looksLikeFigures) && !names.some(hasDigit);
}

/** Returns true if the first row or the first column is bold, and most of the rest is not. */
function isHeaded([head, ...below]: Rows): boolean {
  const rows = [head, ...below];
  const first = rows.flatMap(row => keepFilled(row.slice(0, 1)));
  const others = rows.flatMap(row => keepFilled(row.slice(1)));
  return (
    (keepFilled(head).every(isBold) && !doMost(below.flatMap(keepFilled), isBold)) ||
    (first.every(isBold) && !doMost(others, isBold))
  );
}

/** Returns true if two columns are terms and their meanings. */
function isOfPairs([names, values]: Columns, rows: Rows, height: number): boolean {
  if (doMost(names, isLabel)) return true;
  if (doMost(values, hasDigit) && !names.some(hasDigit)) return true;
  const gap =
    Math.min(...values.map(cell => cell[0].left)) - Math.max(...names.map(cell => around(cell).right));
  const tops = rows.map(row => Math.min(...row.flat().map(word => word.top)));
  const isSpaced = pairs(tops).every(([above, top]) => top - above >= spacedRows * height);
  return gap < closeColumns * height || isSpaced;
}

/** Returns true if a word is parted at the end of a row and goes on at the beginning of the next one, as in text. */
const goesOn = ([row, next]: [TableWord[][], TableWord[][]]): boolean =>
  /\p{L}[-\u2010]$/u.test(row.flat().at(-1)?.text ?? '') && /^\p{Ll}/u.test(next[0]?.[0]?.text ?? '');

/**
 * Returns true if aligned words are a table: unless it is small, there must be evidence besides their
 * positions.
 */
function hasSigns(rows: Rows, columns: Columns, height: number): boolean {
  if (rows.length < minRows) return isPairOfRows(rows);
  if (pairs<TableWord[][]>(rows).some(goesOn)) return false;
  const ofFigures = columns.slice(1).some(isOfFigures);
  const headed = isHeaded(rows);
  const wide = (ofFigures && columns.length > 2) || (headed && countMeanWords(columns[0]) <= shortLabel);
  const filled = keepFilled(rows.flat());
  if (filled.length < rows.length * columns.length * (wide ? 0.5 : 0.75)) return false;
  if (filled.some(cell => cell.length > (wide ? longestBesideSigns : wordyCell))) return false;
  if (countMeanWords(filled) > (wide ? shortBesideSigns : shortCell)) return false;
  const lonely = rows.filter(row => keepFilled(row).length < 2).length;
  if (lonely * 3 > rows.length) return false;
  if (ofFigures || headed) return true;
  if (rows.length > maxPlainRows || isCount(columns[0]) || doMost(filled, isMono)) return false;
  return columns.length > 2 || isOfPairs(columns, rows, height);
}

/** Returns true if rows of cells are a table; `framed` by rules they are one more easily. */
export function isTable(rows: Filled<TableWord[]>[], framed: boolean, height: number): boolean {
  const [head, second, ...others] = rows;
  const columns = transpose<TableWord[]>(rows).map(keepFilled);
  const [names, values, ...further] = columns;
  if (!head || !second || !names || !values || columns.length > maxColumns) return false;
  if (rows.every(([first]) => first.length <= 1 && listMark.test(first[0]?.text ?? '•'))) return false;
  const isSheet = columns.slice(1).every(isOfFigures) && isIndented(names, height);
  if (!columns.every((cells, at) => isAligned(cells) || (at === 0 && isSheet)) || isChart(columns))
    return false;
  if (!framed) return hasSigns([head, second, ...others], [names, values, ...further], height);
  const filled = keepFilled(rows.flat());
  return (
    filled.length >= rows.length * columns.length * 0.5 && filled.every(cell => cell.length <= longestCell)
  );
}
