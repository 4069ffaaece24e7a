import { around } from '../../boxes.ts';
import type { Placed } from '../page.ts';
import { sortRows } from './rows.ts';
import { minLines } from './side-by-side.ts';

/** Elements left and right of a gutter. */
export interface Band<P extends Placed> {
  left: P[];
  right: P[];
}

/** A line is in the middle if it is off it by no more than this share of the width. */
const offCentre = 0.02;

/** Finds the lines that begin a page, alone in their rows and in the middle: a title is no part of the column below it. */
export function findTopLines<P extends Placed>(items: readonly P[]): P[] {
  const { left, right } = around(items);
  const rows = sortRows(items);
  const end = rows.findIndex(
    (item, at) =>
      !item.line ||
      Math.abs(item.left + item.right - left - right) > 2 * offCentre * (right - left) ||
      rows.some((other, place) => place > at && other.top < item.bottom - 0.3 * item.line!.size),
  );
  return rows.slice(0, Math.max(end, 0));
}

/** Room over the text, in type sizes, and the most lines of each of those that stand side by side above it. */
const roomOverText = 0.8;
const maxTopLines = 8;

/**
 * Splits a band into what stands over its columns, side by side and flush with neither, as the authors of a paper do, and the
 * columns.
 */
export function splitTop<P extends Placed>(band: Band<P>): Band<P>[] {
  const [left, right] = [sortRows(band.left), sortRows(band.right)];
  const isOver = (own: readonly P[], above: readonly P[]): boolean => {
    const below = own.slice(above.length);
    if (above.length === 0 || above.length > maxTopLines || below.length < minLines) return false;
    const column = around(below);
    return above.every(
      ({ line, ...box }) =>
        line &&
        box.left > column.left + line.size &&
        box.right < column.right - line.size &&
        below.every(other => other.top - box.bottom > roomOverText * line.size),
    );
  };
  for (let at = 1; at <= Math.min(maxTopLines, left.length - 1); at++) {
    const bottom = around(left.slice(0, at)).bottom;
    const beside = right.filter(item => item.top < bottom);
    if (isOver(left, left.slice(0, at)) && isOver(right, right.slice(0, beside.length)))
      return [
        { left: left.slice(0, at), right: right.slice(0, beside.length) },
        { left: left.slice(at), right: right.slice(beside.length) },
      ];
  }
  return [band];
}
