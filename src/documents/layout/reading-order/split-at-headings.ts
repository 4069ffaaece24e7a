import { around, median } from '../../boxes.ts';
import type { Placed } from '../page.ts';
import { sortRows } from './rows.ts';
import { minLines } from './side-by-side.ts';
import type { Band } from './top-lines.ts';

/** A heading is larger than the text by this factor, or bold where the text is not. */
const larger = 1.12;
/** The text that a heading announces is at most this far below it, in type sizes. */
const near = 3;
/** The columns above a heading end at most this far from one another, in type sizes. */
const sameEnd = 2.2;
/** Columns that end this close to one another, in type sizes, were balanced: what stands below one of them alone belongs to neither. */
const balanced = 1.3;
/** The least room beside a heading that exceeds its own height, in type sizes. */
const room = 1;

/** Returns true if a line looks like a heading among these. */
function looksLikeHeading({ line }: Placed, size: number, isBoldText: boolean): boolean {
  if (!line) return false;
  return line.size > larger * size || (!isBoldText && line.words.every(({ style }) => style.bold));
}

/**
 * Splits a band of two columns at headings that belong to what follows below both columns, although they are no wider than the left
 * one: between text in columns and text across the page, between two texts in columns, or below columns that were balanced. `next` spans both columns below the band.
 */
export function splitAtHeadings<P extends Placed>(band: Band<P>, next: Placed | undefined): (P | Band<P>)[] {
  const left = sortRows(band.left);
  const lines = [...left, ...band.right].flatMap(({ line }) => line ?? []);
  if (band.right.length === 0 || left.length < 2 || lines.length < 2 * minLines) return [band];
  const size = median(lines.map(line => line.size));
  const isBoldText =
    lines.filter(line => line.words.every(({ style }) => style.bold)).length * 2 > lines.length;
  for (let at = left.length - 1; at > 0; at--) {
    const heading = left[at]!;
    if (!looksLikeHeading(heading, size, isBoldText)) continue;
    const above = left.slice(0, at);
    const below = left.slice(at + 1);
    const rightAbove = band.right.filter(
      item => (item.top + item.bottom) / 2 < (heading.top + heading.bottom) / 2,
    );
    const rightBelow = band.right.filter(item => !rightAbove.includes(item));
    if (rightAbove.length === 0 || around(rightAbove).bottom > heading.top) continue;
    // A heading at the end of the column beside it goes on there.
    if (looksLikeHeading(sortRows(rightAbove).at(-1)!, size, isBoldText)) continue;
    if (!belongsToBoth(heading, { above, below, rightAbove, rightBelow }, next, size)) continue;
    const rest = rightBelow.length === 0 ? below : splitAtHeadings({ left: below, right: rightBelow }, next);
    return [...splitAtHeadings({ left: above, right: rightAbove }, heading), heading, ...rest];
  }
  return [band];
}

/** Returns true if a heading in the left column belongs to both columns, or to `next`, which spans them. */
function belongsToBoth(
  heading: Placed,
  parts: Record<'above' | 'below' | 'rightAbove' | 'rightBelow', readonly Placed[]>,
  next: Placed | undefined,
  size: number,
): boolean {
  const { above, below, rightAbove, rightBelow } = parts;
  const difference = Math.abs(around(above).bottom - around(rightAbove).bottom);
  if (rightBelow.length > 0)
    return (
      difference < sameEnd * size &&
      startNear(heading, below, rightBelow, size) &&
      leavesRoom(heading, rightAbove, rightBelow, size)
    );
  if (below.length > 0)
    return difference < balanced * size && Math.min(above.length, rightAbove.length) >= minLines;
  return next !== undefined && next.top - heading.bottom < near * size;
}

/** Returns true if both columns begin right below a heading. */
const startNear = (
  heading: Placed,
  left: readonly Placed[],
  right: readonly Placed[],
  size: number,
): boolean =>
  [left, right].every(side => {
    const top = Math.min(...side.map(item => item.top));
    return top >= heading.bottom - 1 && top - heading.bottom < near * size;
  });

/** Returns true if the column beside a heading has room for it and more between its text above and below. */
const leavesRoom = (
  heading: Placed,
  above: readonly Placed[],
  below: readonly Placed[],
  size: number,
): boolean => around(below).top - around(above).bottom > heading.bottom - heading.top + room * size;
