import { pairs } from '../../../lists.ts';
import { around, median, widthOf } from '../../boxes.ts';
import { isProse, type Placed } from '../page.ts';

/** The fewest lines that a column has. */
export const minLines = 4;
/** Lines of running text fill their column and have several words. */
const fullShare = 0.5;
const wordyLine = 3.2;

/** Returns true if most lines look like running text. */
export function looksRunning(lines: readonly Placed[]): boolean {
  const texts = lines.flatMap(({ line }) => line ?? []);
  if (texts.length < minLines) return false;
  const box = around(texts);
  const full = texts.filter(line => widthOf(line) > fullShare * widthOf(box)).length;
  const words = texts.reduce((sum, line) => sum + line.words.filter(isProse).length, 0) / texts.length;
  return full >= 0.6 * texts.length && words >= wordyLine;
}

/** Returns the share of the shorter side's lines that have one at the same height on the other side, within a share of their size. */
export function measurePaired(left: readonly Placed[], right: readonly Placed[], within = 0.3): number {
  const [few, many] = left.length <= right.length ? [left, right] : [right, left];
  const paired = few.filter(({ line }) =>
    many.some(
      other => line && other.line && Math.abs(other.line.baseline - line.baseline) < within * line.size,
    ),
  );
  return few.length === 0 ? 0 : paired.length / few.length;
}

/** Lines beside running text of which at most this share stand at the heights of its lines are a column of their own. */
const minPaired = 0.35;

/** Lists side by side have at least this many lines each, of which at most this share stand at exactly the same heights. */
const minEntries = 12;
const maxPaired = 0.8;
const sameHeight = 0.1;
/** The shorter list has at least this share of the longer one's lines, and lines that are as far apart. */
const alikeLength = 0.5;
const alikeGaps = 0.15;

/** Texts of at least this many lines side by side, few of which stand at the same heights, do not belong together. */
const minApart = 8;
const nearHeight = 0.2;
const closeLines = 1.5;

/** Keeps the first element of each row. */
const keepFirsts = (items: readonly Placed[]): Placed[] =>
  [...Map.groupBy(items, ({ line, top }) => Math.round(line?.baseline ?? top)).values()].map(row =>
    row.reduce((first, item) => (item.left < first.left ? item : first)),
  );

/** Returns true if two sides are lists of their own: their lines drift apart, as those of a table's columns never do. */
function areLists(left: readonly Placed[], right: readonly Placed[]): boolean {
  const [a, b] = [keepFirsts(left), keepFirsts(right)];
  const [few, many] = [Math.min(a.length, b.length), Math.max(a.length, b.length)];
  if (few < minEntries || few < alikeLength * many || !a.every(hasLine) || !b.every(hasLine)) return false;
  const findGap = (items: readonly Placed[]) =>
    median(pairs(items.map(({ line }) => line!.baseline).sort((x, y) => x - y)).map(([x, y]) => y - x));
  const [gapA, gapB] = [findGap(a), findGap(b)];
  const startAlike = (items: readonly Placed[]) => {
    const edge = median(items.map(item => item.left));
    return items.filter(item => Math.abs(item.left - edge) < 2).length > 0.6 * items.length;
  };
  return (
    Math.abs(gapA - gapB) < alikeGaps * gapA &&
    measurePaired(a, b, sameHeight) < maxPaired &&
    [a, b].every(
      side =>
        startAlike(side) && side.filter(({ line }) => line!.words.some(isProse)).length > 0.8 * side.length,
    )
  );
}

/** Returns true if most lines follow one another as closely as those of a text. */
function isDense(items: readonly Placed[]): boolean {
  const lines = keepFirsts(items).flatMap(({ line }) => line ?? []);
  const sorted = lines.sort((a, b) => a.baseline - b.baseline);
  const close = pairs(sorted).filter(
    ([above, line]) => line.baseline - above.baseline < closeLines * line.size,
  );
  return close.length > 0.6 * (sorted.length - 1);
}

const hasLine = ({ line }: Placed): boolean => line !== undefined;

/**
 * Returns true if both sides are running text, or one is and the other has lines of its own, as contacts and dates in a margin, or
 * if both are lists.
 */
export function areBesideEachOther(left: readonly Placed[], right: readonly Placed[]): boolean {
  const running = [left, right].filter(looksRunning).length;
  if (running === 2 || areLists(left, right)) return true;
  const few = Math.min(left.length, right.length);
  if (few >= minApart && measurePaired(left, right, nearHeight) <= minPaired && [left, right].every(isDense))
    return true;
  return running === 1 && few >= minLines && measurePaired(left, right) <= minPaired;
}
