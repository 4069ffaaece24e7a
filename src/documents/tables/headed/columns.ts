import { pairs } from '../../../lists.ts';
import { type Box, median } from '../../boxes.ts';
import { findCorridors, type Row, splitAtGaps } from '../rows.ts';
import { narrowGutter } from '../runs.ts';
import { cutWords } from '../split-columns.ts';
import type { TableWord } from '../table.ts';

/** The least room between two columns, in type sizes. It is wider than the space between two words. */
const columnRoom = 0.45;
/** The part of a point by which the edges of letters may be off. */
const inexact = 0.5;

interface Gap {
  left: number;
  right: number;
}

/** Finds the gaps between columns, in which no row has a word. */
export function findGaps(rows: Row[]): Gap[] {
  const least = columnRoom * median(rows.map(row => row.height));
  return findCorridors(rows).flatMap(([left, right]) => (right - left >= least ? { left, right } : []));
}

export const findMiddles = (gaps: readonly Gap[]): number[] =>
  gaps.map(({ left, right }) => (left + right) / 2);

/** Returns true if there is a gap between each name of a column and the next. */
export const areNamesApart = (names: readonly Box[], gaps: readonly Gap[]): boolean =>
  pairs(names).every(([name, next]) =>
    gaps.some(({ left, right }) => left >= name.right - inexact && right <= next.left + inexact),
  );

/** Returns true if a head has names of groups of columns: one of its lines has several names where another has one. */
export function namesGroups(head: Row[]): boolean {
  const cuts = findMiddles(findGaps(head));
  const hasSeveral = (row: Row) =>
    cutWords(row.words, cuts).some(
      words => words.length > 0 && splitAtGaps({ ...row, words }, narrowGutter).length > 1,
    );
  return cuts.length > 0 && head.some(hasSeveral);
}

/**
 * Cuts a table into columns at its gaps, but not within a column whose name stands beside the words below it: there, a part without
 * words is next to a part without a name.
 */
export function cutColumns(
  gaps: readonly Gap[],
  head: readonly TableWord[],
  body: readonly TableWord[],
): number[] {
  const dropCuts = (cuts: number[], before: readonly TableWord[], after: readonly TableWord[]): number[] => {
    const kept = [...cuts];
    for (let at = kept.length - 1; at >= 0; at--)
      if (cutWords(before, kept)[at]!.length === 0 && cutWords(after, kept)[at + 1]!.length === 0)
        kept.splice(at, 1);
    return kept;
  };
  const all = findMiddles(gaps);
  const namesFirst = dropCuts(dropCuts(all, body, head), head, body);
  const namesLast = dropCuts(dropCuts(all, head, body), body, head);
  // A name on the left of figures is more usual than one on the right of words.
  return namesLast.length < namesFirst.length ? namesLast : namesFirst;
}
