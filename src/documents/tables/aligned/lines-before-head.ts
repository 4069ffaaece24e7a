import { pairs } from '../../../lists.ts';
import { median } from '../../boxes.ts';
import { findCorridors, type Row, splitAtGaps } from '../rows.ts';
import { hasGaps, narrowGutter } from '../runs.ts';
import { looksLikeFigures } from '../signs.ts';

const minRows = 4;
const maxLines = 12;
const minColumns = 3;
/** The room after lines above a table, as a share of the distance between its rows. */
const furtherApart = 1.5;
/** A title is this much larger than the lines after it. */
const largerTitle = 1.3;
const maxTitles = 2;

const crosses = (row: Row, gaps: readonly [number, number][]): boolean =>
  row.words.some(word => gaps.some(([left, right]) => word.left < right - 1 && word.right > left + 1));

/** Returns true if a row has a name in each of the columns, and none of them is a figure. */
function isHead(row: Row, gaps: readonly [number, number][]): boolean {
  const cuts = [-Infinity, ...gaps.map(([left, right]) => (left + right) / 2), Infinity];
  return (
    pairs(cuts).every(([from, to]) => row.words.some(word => word.left >= from && word.right <= to)) &&
    !row.words.some(word => looksLikeFigures([word]))
  );
}

/** Returns true if lines cross columns that the rows after them have, and have fewer parts. */
const areAcross = (lines: readonly Row[], gaps: readonly [number, number][]): boolean =>
  lines.length > 1 &&
  lines.every(row => crosses(row, gaps) && splitAtGaps(row, narrowGutter).length <= gaps.length);

/** Returns true if there is more room after lines than between the rows after them, of whose columns they have at most half. */
function areApart(lines: readonly Row[], rest: readonly Row[], gaps: readonly [number, number][]): boolean {
  const usual = median(pairs(rest).map(([above, row]) => row.top - above.top));
  return (
    rest[0]!.top - lines.at(-1)!.top > furtherApart * usual &&
    lines.every(row => splitAtGaps(row, narrowGutter).length * 2 <= gaps.length + 1)
  );
}

/**
 * Counts the first lines of a run that stand over the head of a table, as addresses and account numbers of a statement do.
 */
export function countLinesBeforeHead(run: readonly Row[]): number {
  const usual = findCorridors([...run]).length;
  for (let at = 1; at <= Math.min(maxLines, run.length - minRows); at++) {
    const rest = run.slice(at);
    const gaps = findCorridors(rest.filter((row, index) => index === 0 || hasGaps(row)));
    if (gaps.length + 1 < minColumns || !isHead(rest[0]!, gaps)) continue;
    const lines = run.slice(0, at);
    if ((gaps.length > usual && areAcross(lines, gaps)) || areApart(lines, rest, gaps)) return at;
  }
  return 0;
}

/** Returns true if a line of a run is a title: one or two names in letters that are clearly larger than those of the other lines. */
export const isTitle = (row: Row, run: readonly Row[]): boolean =>
  row.height > largerTitle * median(run.map(each => each.height)) &&
  splitAtGaps(row, narrowGutter).length <= maxTitles &&
  !row.words.some(word => looksLikeFigures([word]));
