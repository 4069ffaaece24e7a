import { isFilled, pairs, transpose } from '../../../lists.ts';
import { around, median } from '../../boxes.ts';
import { type Row, splitAtGaps, splitCells } from '../rows.ts';
import type { Cell, Table } from '../table.ts';

/** An upper line of a head follows this closely, in line heights. */
const furthest = 0.6;
const maxLines = 3;
/** Names of two columns are this far apart, in type sizes. */
const gutter = 0.8;

const isBold = (words: Cell['words']): boolean => words.every(word => word.style?.bold);

/** Lines of a head are closer than this share of the usual distance between rows. */
const closeHeads = 0.85;

const isPlain = ({ rows }: Table): boolean =>
  rows.every(row => row.every(cell => cell.columns === 1 && cell.rows === 1));

/** Joins the first two rows if both are bold, closer than the other rows, and not every column has both. */
function joinHeads(table: Table): Table {
  const [upper = [], lower = [], ...others] = table.rows;
  const tops = [upper, lower, ...others].map(row => around(row.flatMap(cell => cell.words)).top);
  const [distance = 0, ...usual] = pairs(tops).map(([above, top]) => top - above);
  const isHead = (row: readonly Cell[]) => isBold(row.flatMap(cell => cell.words));
  const isWhole = upper.every((cell, at) => isFilled(cell.words) && isFilled(lower[at]?.words ?? []));
  if (others.length < 2 || isWhole || !isHead(upper) || !isHead(lower) || others.some(isHead)) return table;
  if (!isPlain(table) || distance > closeHeads * median(usual)) return table;
  const joined = upper.map((cell, at) => ({ ...cell, words: [...cell.words, ...lower[at]!.words] }));
  return { ...table, rows: [joined, ...others] };
}

/**
 * Adds the bold lines right above a table whose first row is bold to the cells of that row: not every column's name has as many lines
 * as the longest. Two bold rows for one head are joined.
 */
export function addHeadLines(found: Table, rows: readonly Row[]): Table {
  const table = joinHeads(found);
  const [head = [], ...others] = table.rows;
  if (others.length === 0 || !isBold(head.flatMap(cell => cell.words))) return table;
  if (!isPlain(table)) return table;
  const columns = transpose(table.rows).map(cells => around(cells.flatMap(cell => cell.words)));
  const cuts = pairs(columns).map(([before, after]) => (before.right + after.left) / 2);
  const above = rows.filter(row => row.bottom < table.top + furthest * row.height).slice(-maxLines);
  const lines: Row[] = [];
  let { top } = table;
  for (const row of above.toReversed()) {
    const parts = splitAtGaps(row, gutter);
    const fits = parts.every(part => splitCells({ ...row, words: part }, cuts).filter(isFilled).length === 1);
    if (top - row.bottom > furthest * row.height || !isBold(row.words) || parts.length < 2 || !fits) break;
    lines.unshift(row);
    ({ top } = row);
  }
  if (lines.length === 0) return table;
  const upper = transpose(lines.map(row => splitCells(row, cuts)));
  return {
    ...around([table, ...lines]),
    rows: [head.map((cell, at) => ({ ...cell, words: [...upper[at]!.flat(), ...cell.words] })), ...others],
  };
}
