import { zip } from '../../../lists.ts';
import type { Box } from '../../boxes.ts';

/** Beyond this a page is a map or a drawing, where order means little and comparing all pairs takes long. */
const maxBlocks = 700;

const shareX = (a: Box, b: Box): boolean => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1;

/**
 * Returns true if `a` is left of `b` and read before it, which is so only if nothing between them spans both.
 */
function isLeftOf(a: Box, b: Box, all: readonly Box[]): boolean {
  if (a.right > b.left + 1) return false;
  // A block far below starts another row of the page, not the column to the left.
  if (a.top > b.bottom + 2 * Math.min(a.bottom - a.top, b.bottom - b.top)) return false;
  const top = Math.min(a.top, b.top);
  const bottom = Math.max(a.bottom, b.bottom);
  return !all.some(
    c =>
      c !== a &&
      c !== b &&
      shareX(c, a) &&
      shareX(c, b) &&
      c.top < bottom &&
      c.bottom > top &&
      separates(c, a, b),
  );
}

/** Returns true if a heading across the page separates the content above it from that below. */
function separates(c: Box, a: Box, b: Box): boolean {
  const middle = (c.top + c.bottom) / 2;
  return (a.bottom <= middle && b.top >= middle) || (b.bottom <= middle && a.top >= middle);
}

const shareY = (a: Box, b: Box): boolean => Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
const holdsX = (outer: Box, inner: Box): boolean =>
  outer.left <= inner.left + 2 && outer.right >= inner.right - 2;
const measureGapY = (a: Box, b: Box): number => Math.max(a.top - b.bottom, b.top - a.bottom, 0);

/**
 * Finds the column of a block. A short line takes the width of the column it belongs to: a heading that of
 * the paragraph below it, a line above all others and a centred one with nothing beside it that of the whole page. Otherwise its words
 * would count as left or right of the text below them.
 */
function findColumn(block: Box, all: readonly Box[]): Box {
  const beside = all.filter(other => other !== block && shareY(other, block));
  const left = Math.min(...all.map(other => other.left));
  const right = Math.max(...all.map(other => other.right));
  const offCentre = Math.abs((block.left + block.right) / 2 - (left + right) / 2);
  const isTop = all.every(other => other === block || other.top >= block.bottom);
  if (isTop || (!beside.length && offCentre < (right - left) * 0.05)) return { ...block, left, right };
  const columns = all
    .filter(other => other !== block && !shareY(other, block) && holdsX(other, block))
    .filter(other => !beside.some(neighbour => shareX(neighbour, other)))
    .sort((a, b) => measureGapY(a, block) - measureGapY(b, block));
  const column = columns[0];
  return column
    ? { ...block, left: Math.min(column.left, block.left), right: Math.max(column.right, block.right) }
    : block;
}

interface Node<B> {
  block: B;
  column: Box;
  /** How many blocks that come before it are not read yet. */
  waits: number;
  followers: Node<B>[];
}

/**
 * Returns the reading order: down each column, columns from left to right, a heading across the page before
 * the content below it (Breuel's two rules, sorted topologically; ties are resolved by position).
 */
export function orderForReading<B extends Box>(blocks: readonly B[]): B[] {
  if (blocks.length > maxBlocks) return [...blocks];
  const placed = [...blocks].sort((a, b) => a.top - b.top || a.left - b.left);
  const wide = placed.map(block => findColumn(block, placed));
  const comesBefore = (a: Box, b: Box): boolean => (shareX(a, b) ? a.top < b.top : isLeftOf(a, b, wide));
  const nodes: Node<B>[] = zip(placed, wide).map(([block, column]) => ({
    block,
    column,
    waits: 0,
    followers: [],
  }));
  for (const a of nodes)
    for (const b of nodes)
      if (a !== b && comesBefore(a.column, b.column)) {
        a.followers.push(b);
        b.waits++;
      }
  const left = new Set(nodes);
  // Overlapping blocks can depend on each other in a cycle, which the topmost breaks.
  const choose = () => [...left].find(({ waits }) => waits === 0) ?? [...left][0];
  const order: B[] = [];
  for (let next = choose(); next; next = choose()) {
    left.delete(next);
    order.push(next.block);
    for (const follower of next.followers) follower.waits--;
  }
  return order;
}
