import { type Filled, splitBefore } from '../../lists.ts';
import { around, type Box, median } from '../boxes.ts';
import { findEvenlySpaced } from '../even-gaps.ts';
import { listMark } from './signs.ts';
import type { TableWord } from './table.ts';

/** The gap between two columns that must stay free in all rows, in type sizes. */
export const corridor = 0.34;
/** A further line of a cell stands this close to the one before it, in type sizes. */
export const leading = 1.45;

/** Between two columns of a typed page there are at least two spaces, which are this wide in type sizes. */
const typedGap = 1;

/** A line of words, as a row of a table or a part of one. */
export interface Row extends Box {
  words: TableWord[];
  height: number;
  /** Whether it names the rows after it and spans columns. */
  section?: boolean;
  /** The parts of a row whose words stay together, because the first of them spans columns. */
  parts?: readonly Filled<TableWord>[];
}

export function makeRow(words: TableWord[]): Row {
  return { ...around(words), words, height: median(words.map(word => word.bottom - word.top)) };
}

/** Finds the parts of the page's width in which no row has a word: `[left, right]` of each. */
export function findCorridors(rows: Row[]): [number, number][] {
  const spans = rows
    .flatMap(row => row.words)
    .map(({ left, right }) => [left, right] as const)
    .sort((a, b) => a[0] - b[0]);
  const found: [number, number][] = [];
  let end = spans[0]?.[1] ?? 0;
  for (const [left, right] of spans) {
    if (left > end) found.push([end, left]);
    end = Math.max(end, right);
  }
  const least = corridor * median(rows.map(row => row.height));
  return found.filter(([left, right]) => right - left >= least);
}

export function splitCells({ words, section, parts }: Row, cuts: number[]): Filled<TableWord[]> {
  if (section) return [words, ...cuts.map(() => [])];
  const groups = parts ?? words.map((word): Filled<TableWord> => [word]);
  const findBetween = (from: number, to = Infinity): TableWord[] =>
    groups.filter(([{ left, right }]) => (left + right) / 2 >= from && (left + right) / 2 < to).flat();
  return [findBetween(-Infinity, cuts[0]), ...cuts.map((cut, i) => findBetween(cut, cuts[i + 1]))];
}

/**
 * Splits a line's words at each gap that may be one between columns, but not after the mark of a list item.
 */
export function splitAtGaps({ words, height }: Row, least: number): Filled<TableWord>[] {
  const even = findEvenlySpaced(words);
  return splitBefore(
    words,
    (word, before) =>
      word.left - before.right >= (word.style?.typed ? Math.max(least, typedGap) : least) * height &&
      !even.has(word) &&
      !(before === words[0] && listMark.test(before.text)),
  );
}
