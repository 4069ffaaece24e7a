import { pairs } from '../../lists.ts';
import { around, type Box, median, widthOf } from '../boxes.ts';
import type { Line } from './page.ts';

/** The fewest lines of a list of entries. */
const minLines = 4;
/** The fewest of them that continue an entry. */
const minFurther = 2;
/** Lines that continue an entry are indented by this much, in type sizes. */
const [minIndent, maxIndent] = [0.6, 5];
/** Edges closer than this, in type sizes, are the same. */
const sameEdge = 0.3;
/** The share of lines that must be as in a list. */
const most = 0.8;
const maxBroken = 0.6;

/** Returns true if the first word of a line would have fitted at the end of the line before it. */
export function hadRoom(line: Line, before: Line, right: number): boolean {
  const first = line.words[0];
  if (!first) return false;
  const needed = first.right - first.left + 0.35 * line.size;
  return before.right + needed < right - 0.5 * line.size;
}

/**
 * Returns true if the lines of a column are entries whose further lines are indented, as in an index or a bibliography: lines
 * before an indented one are full, while those at the end of an entry are not.
 */
export function areHanging(lines: readonly Line[]): boolean {
  if (lines.length < minLines) return false;
  const { left, right } = around(lines);
  const size = median(lines.map(line => line.size));
  const isFirst = (line: Line) => line.left - left < sameEdge * size;
  const further = lines.filter(line => !isFirst(line));
  const indent = median(further.map(line => line.left - left));
  if (further.length < minFurther || indent < minIndent * size || indent > maxIndent * size) return false;
  if (further.some(line => Math.abs(line.left - left - indent) > sameEdge * size)) return false;
  const isUsual = ([before, line]: [Line, Line]) => line.baseline - before.baseline > 0.5 * size;
  const breaks = pairs(lines).filter(isUsual);
  const continued = breaks.filter(([, line]) => !isFirst(line));
  const begun = breaks.filter(([, line]) => isFirst(line));
  const full = continued.filter(([before, line]) => !hadRoom(line, before, right));
  const ended = begun.filter(([before, line]) => hadRoom(line, before, right));
  return (
    right - left > 8 * size &&
    isFirst(lines[0]!) &&
    full.length >= most * continued.length &&
    ended.length > 0.5 * begun.length
  );
}

/** Returns true if most lines of a column end early, so that they were broken on purpose, as in a list of names. */
export function areBrokenOnPurpose(lines: readonly Line[]): boolean {
  const { right } = around(lines);
  const broken = pairs(lines).filter(([before, line]) => hadRoom(line, before, right));
  return lines.length >= minLines && broken.length > maxBroken * (lines.length - 1);
}

/** An address has at least this many lines, which take at most this share of the room that they have. */
const minOfAddress = 3;
const shortShare = 0.5;

/** Returns true if short lines stand under one another in a wide column, none of which continues with a lower-case letter, as in an address. */
export const areShort = (lines: readonly Line[], column: Box): boolean =>
  lines.length >= minOfAddress &&
  lines.every(line => widthOf(line) < shortShare * widthOf(column) && !/^\p{Ll}/u.test(line.words[0]!.text));
