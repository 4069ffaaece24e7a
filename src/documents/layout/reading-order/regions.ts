import { around, type Box, heightOf, median, widthOf } from '../../boxes.ts';
import type { Placed } from '../page.ts';
import { sortRows } from './rows.ts';
import { areBesideEachOther, measurePaired, minLines } from './side-by-side.ts';
import { splitAtHeadings } from './split-at-headings.ts';
import { type Band, findTopLines, splitTop } from './top-lines.ts';

/** Elements that are read one after the other, from top to bottom, in the column they share. */
export type Region<P extends Placed> = P[];

/** The narrowest room between two columns, in type sizes. */
const minGutter = 0.55;
const deepest = 6;

const figure = /^(?:[\p{Sc}(+−–—-]?\d[\d.,:/%]*\)?%?|[ivxlc]{1,6}\.?|\p{Sc}?[_=–—-]+)$/iu;

/** Returns true if lines are figures alone, such as page numbers and prices: they belong to what stands beside them. */
export function isNumbers(items: readonly Placed[]): boolean {
  const lines = items.flatMap(({ line }) => line ?? []);
  const numbers = lines.filter(({ words }) => words.length === 1 && figure.test(words[0]!.text));
  return lines.length > 1 && numbers.length > 0.7 * lines.length;
}

/** Finds the gaps across the width that few elements cross, widest first. */
function* findGutters(items: readonly Placed[], box: Box, size: number): Generator<number> {
  const steps = 160;
  const width = widthOf(box);
  const step = width / steps;
  const crossing = new Array<number>(steps).fill(0);
  for (const item of items) {
    const from = Math.max(0, Math.ceil((item.left - box.left - 0.5) / step));
    const to = Math.min(steps - 1, Math.floor((item.right - box.left + 0.5) / step));
    for (let at = from; at <= to; at++) crossing[at]!++;
  }
  const found: { x: number; crossing: number; room: number }[] = [];
  const [first, last] = [Math.floor(steps * 0.12), Math.ceil(steps * 0.88)];
  for (let at = first; at <= last; at++) {
    const own = crossing[at]!;
    if (own > 0.6 * items.length) continue;
    if (crossing[at - 1]! === own && at > first) continue;
    let end = at;
    while (end < last && crossing[end + 1]! <= own) end++;
    const room = (end - at + 1) * step;
    // A gutter is lower than what stands on both its sides.
    const before = Math.max(...crossing.slice(Math.max(0, at - 20), at), 0);
    const after = Math.max(...crossing.slice(end + 1, end + 21), 0);
    if (room + step >= minGutter * size && before > own && after > own)
      found.push({ x: box.left + ((at + end + 1) / 2) * step, crossing: own, room });
  }
  found.sort((a, b) => a.crossing - b.crossing || b.room - a.room);
  for (const { x } of found.slice(0, 4)) yield x;
}

/** Finds the lines that cross the gutter, with the short last lines of their headings and paragraphs. */
function findCrossing<P extends Placed>(items: readonly P[], x: number): P[] {
  const crossing = items.filter(item => item.left < x - 1 && item.right > x + 1);
  const found = new Set([...crossing, ...findTopLines(items)]);
  for (const item of sortRows(items)) {
    const { line } = item;
    if (!line || found.has(item)) continue;
    const isAlone = !items.some(
      other =>
        other !== item &&
        Math.min(other.bottom, item.bottom) - Math.max(other.top, item.top) > 0.3 * line.size,
    );
    const isLast = [...found].some(({ line: above }) => {
      if (!above || Math.abs(above.size - line.size) > 0.05 * line.size) return false;
      const gap = line.baseline - above.baseline;
      const isAligned =
        Math.abs(above.left - line.left) < 2 * line.size ||
        Math.abs(above.left + above.right - line.left - line.right) < 2 * line.size;
      return gap > 0 && gap < 1.5 * line.size && isAligned;
    });
    if (isAlone && isLast) found.add(item);
  }
  return [...found];
}

/** Splits the lines between two that cross the gutter into columns. */
function splitBands<P extends Placed>(items: readonly P[], x: number): (P | Band<P>)[] {
  const parts: (P | Band<P>)[] = [];
  const crossing = findCrossing(items, x).sort((a, b) => a.top - b.top);
  const isCrossing = new Set(crossing);
  const others = items.filter(item => !isCrossing.has(item));
  let rest = others;
  for (const item of [...crossing, undefined]) {
    const middle = item ? (item.top + item.bottom) / 2 : Infinity;
    const above = rest.filter(other => (other.top + other.bottom) / 2 < middle);
    rest = rest.filter(other => (other.top + other.bottom) / 2 >= middle);
    const before = parts.at(-1);
    if (above.length > 0) {
      const band = {
        left: above.filter(other => (other.left + other.right) / 2 < x),
        right: above.filter(other => (other.left + other.right) / 2 >= x),
      };
      if (before && 'left' in before && Array.isArray(before.left)) {
        before.left.push(...band.left);
        (before as Band<P>).right.push(...band.right);
      } else parts.push(...splitAtHeadings(band, item));
    }
    if (item) parts.push(item);
  }
  return parts;
}

const isBand = <P extends Placed>(part: P | Band<P>): part is Band<P> =>
  Array.isArray((part as Band<P>).right);

const minPaired = 10;

/** Returns true if two columns stand beside one another in this band. */
function isColumns<P extends Placed>({ left, right }: Band<P>, loose: boolean): boolean {
  if (left.length === 0 || right.length === 0) return false;
  const [a, b] = [around(left), around(right)];
  const shared = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  if (shared <= 0) return true;
  // Short lines are columns only if they stand beside one another for most of their height.
  const tallest = Math.max(heightOf(a), heightOf(b));
  if (loose && (isNumbers(left) || isNumbers(right))) return false;
  if (!loose) return areBesideEachOther(left, right);
  // Lines at the same heights are rows of a form, unless there are as many as an index has.
  const fewest = measurePaired(left, right) > 0.5 ? minPaired : 2;
  return Math.min(left.length, right.length) >= fewest && shared > 0.5 * tallest;
}

/**
 * Divides a page into columns, and these again, around elements that span them. `loose` also accepts columns
 * of short lines, as in an index.
 */
export function makeRegions<P extends Placed>(items: readonly P[], loose = false, depth = 0): Region<P>[] {
  const lines = items.flatMap(({ line }) => line ?? []);
  if (depth >= deepest || lines.length < 2 * minLines) return [sortRows(items)];
  const box = around(items);
  const size = median(lines.map(line => line.size));
  for (const x of findGutters(items, box, size)) {
    const parts = splitBands(items, x);
    const bands = parts.filter(isBand);
    const columns = bands.filter(band => isColumns(band, loose));
    const inColumns = columns.reduce((sum, { left, right }) => sum + Math.min(left.length, right.length), 0);
    const inBands = bands.reduce((sum, { left, right }) => sum + Math.min(left.length, right.length), 0);
    const enough = loose ? 6 : minLines;
    if (inColumns < enough || inColumns < 0.6 * inBands) continue;
    const regions: Region<P>[] = [];
    let open: P[] = [];
    const close = () => {
      if (open.length > 0) regions.push(...makeRegions(open, loose, depth + 1));
      open = [];
    };
    for (const part of parts) {
      if (!isBand(part)) open.push(part);
      else if (isColumns(part, loose) || part.left.length === 0 || part.right.length === 0) {
        const sides = [part.left, part.right].filter(side => side.length > 0);
        if (sides.length === 1) {
          // Nothing is next to it, so it belongs to the content across the page, unless it ends a column.
          open.push(...sides[0]!);
          continue;
        }
        close();
        for (const { left, right } of splitTop(part))
          for (const side of [left, right]) regions.push(...makeRegions(side, loose, depth + 1));
      } else open.push(...part.left, ...part.right);
    }
    close();
    return regions;
  }
  return [sortRows(items)];
}
