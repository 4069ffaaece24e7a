import { pairs, splitBefore } from '../../../lists.ts';
import { around, type Box, median, sharedX, widthOf } from '../../boxes.ts';
import { makeLine } from '../characters/lines.ts';
import type { Line, Placed } from '../page.ts';
import { isMono } from '../paragraphs.ts';
import { orderForReading } from './reading-order.ts';
import { isNumbers } from './regions.ts';
import { sortRows } from './rows.ts';
import { looksRunning } from './side-by-side.ts';

/** Lines of one block are at most this far apart, in type sizes, from baseline to baseline; those of a typescript further. */
const furthest = 1.75;
const furthestTyped = 2.8;
/** The share of distances that must be alike for lines to be double-spaced. */
const alikeShare = 0.6;
const furthestCode = 3.3;
const sizesAlike = 1.3;
/** Edges closer than this, in type sizes, count as equal. */
const sameEdge = 0.6;

interface Stack<P extends Placed> extends Box {
  items: P[];
  last: Line | undefined;
}

/** Returns the greatest distance between lines of one block: more where running text is double-spaced. */
function findFurthest(items: readonly Placed[]): number {
  const lines = sortRows(items).flatMap(({ line }) => line ?? []);
  const rows = splitBefore(lines, (line, before) => line.baseline - before.baseline > 0.5 * line.size);
  if (!looksRunning(rows.map(row => ({ ...around(row), line: makeLine(row.flatMap(line => line.words)) }))))
    return furthest;
  const gaps = pairs(rows).map(([[above], [line]]) => (line.baseline - above.baseline) / line.size);
  const usual = median(gaps);
  const alike = gaps.filter(gap => Math.abs(gap - usual) < 0.06 * usual);
  const isTyped =
    usual >= furthest / 1.1 && usual < furthestTyped && alike.length >= alikeShare * gaps.length;
  return isTyped ? 1.1 * usual : furthest;
}

function follows(line: Line, above: Line, most: number): boolean {
  const size = Math.max(line.size, above.size);
  const gap = line.baseline - above.baseline;
  return (
    gap > 0.3 * size &&
    gap < (isMono(line) && isMono(above) ? furthestCode : most) * size &&
    size / Math.min(line.size, above.size) < sizesAlike &&
    sharedX(line, above) > 0.3 * Math.min(widthOf(line), widthOf(above))
  );
}

/** Keeps the lines above or below an item that are in the row next to it. */
function keepNearest<P extends Placed>(item: P, lines: readonly P[]): P[] {
  const measureDistance = ({ line }: P) => Math.abs(line!.baseline - item.line!.baseline);
  const least = Math.min(...lines.map(measureDistance));
  return lines.filter(other => measureDistance(other) < least + 0.3 * item.line!.size);
}

/** Stacks lines that follow closely below one another, with nothing beside them that would fit as well. */
function stackLines<P extends Placed>(items: readonly P[]): Stack<P>[] {
  const blocks: Stack<P>[] = [];
  const lines = items.filter(item => item.line);
  const most = findFurthest(items);
  const listAbove = (item: P): P[] =>
    keepNearest(
      item,
      lines.filter(other => other !== item && follows(item.line!, other.line!, most)),
    );
  const listBelow = (item: P): P[] =>
    keepNearest(
      item,
      lines.filter(other => other !== item && follows(other.line!, item.line!, most)),
    );
  const blockOf = new Map<P, Stack<P>>();
  for (const item of sortRows(items)) {
    const over = item.line ? listAbove(item) : [];
    const only = over.length === 1 ? over[0]! : undefined;
    const block = only && listBelow(only).length === 1 ? blockOf.get(only) : undefined;
    if (block && item.line) {
      block.items.push(item);
      block.last = item.line;
      Object.assign(block, around([block, item]));
      blockOf.set(item, block);
    } else {
      const own = { ...around([item]), items: [item], last: item.line };
      blocks.push(own);
      blockOf.set(item, own);
    }
  }
  return blocks;
}

const listLines = <P extends Placed>({ items }: Stack<P>): Line[] => items.flatMap(({ line }) => line ?? []);

const isLeftAligned = (lines: readonly Line[]): boolean => {
  const left = median(lines.map(line => line.left));
  return lines.filter(line => Math.abs(line.left - left) < sameEdge * line.size).length >= 0.7 * lines.length;
};

/** Returns true if lines name what stands beside them: by a colon, by their weight, or because that is figures. */
function areLabels(left: readonly Line[], right: readonly Line[]): boolean {
  const doMost = (lines: readonly Line[], passes: (line: Line) => boolean) =>
    lines.filter(passes).length * 2 > lines.length;
  const isBold = ({ words }: Line) => words.every(word => word.style.bold);
  const hasFigures = ({ words }: Line) => words.some(word => /\d/.test(word.text));
  return (
    doMost(left, ({ words }) => words.at(-1)?.text.endsWith(':') ?? false) ||
    (doMost(left, isBold) && !doMost(right, isBold)) ||
    (doMost(right, hasFigures) && !left.some(hasFigures))
  );
}

/** Returns true if two blocks are the two sides of rows, such as labels and what was filled in: each line has its partner. */
function areRows<P extends Placed>(a: Stack<P>, b: Stack<P>): boolean {
  const [left, right] = [listLines(a), listLines(b)];
  const [few, many] = left.length <= right.length ? [left, right] : [right, left];
  if (few.length === 0 || many.length === 0 || (looksRunning(a.items) && looksRunning(b.items))) return false;
  const paired = few.filter(line =>
    many.some(other => Math.abs(other.baseline - line.baseline) < 0.3 * Math.min(line.size, other.size)),
  );
  if (paired.length < 0.8 * few.length) return false;
  if (many.length > 2 * few.length && !isNumbers(a.items) && !isNumbers(b.items)) return false;
  if (few.length === 1 || isNumbers(a.items) || isNumbers(b.items)) return true;
  return isLeftAligned(left) && isLeftAligned(right) && areLabels(left, right);
}

/** Makes the blocks of a region in reading order. Rows whose two sides belong together are read across. */
export function makeBlocks<P extends Placed>(items: readonly P[]): P[][] {
  let blocks = stackLines(items);
  if (blocks.length > 400) return [sortRows(items)];
  for (let merged = true; merged; ) {
    merged = false;
    search: for (const a of blocks)
      for (const b of blocks)
        if (a !== b && a.left < b.left && areRows(a, b)) {
          blocks = blocks.filter(block => block !== a && block !== b);
          const both = sortRows([...a.items, ...b.items]);
          blocks.push({ ...around(both), items: both, last: undefined });
          merged = true;
          break search;
        }
  }
  return orderForReading(blocks).map(({ items: own }) => own);
}
