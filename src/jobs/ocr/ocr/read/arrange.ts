import { around, type Box } from '../../../../documents/boxes.ts';
import type { Block, Line } from '../page.ts';

interface Placed {
  line: Line;
  box: Box;
}

/**
 * Sorts lines into reading order by their positions alone: columns from left to right, each from top to
 * bottom.
 */
export function arrangeLines(lines: readonly Line[]): Block[] {
  const placed = lines.map(line => ({ line, box: around(line.words) }));
  const heights = placed.map(({ box }) => box.bottom - box.top).sort((a, b) => a - b);
  const height = heights[heights.length >> 1] ?? 1;
  return splitIntoColumns(placed, height, 0).map(group => ({
    paragraphs: [{ lines: group.map(({ line }) => line) }],
  }));
}

const deepest = 12;

function splitIntoColumns(lines: Placed[], height: number, depth: number): Placed[][] {
  if (lines.length <= 1 || depth > deepest) return lines.length > 0 ? [sortByPlace(lines)] : [];
  const columns = cutAtGap(lines, height, ({ left, right }) => [left, right]);
  const parts = columns ?? cutAtGap(lines, height, ({ top, bottom }) => [top, bottom]);
  return parts ? parts.flatMap(part => splitIntoColumns(part, height, depth + 1)) : [sortByPlace(lines)];
}

/** Splits lines in two at the widest gap that is at least a line high. */
function cutAtGap(lines: readonly Placed[], height: number, sides: (box: Box) => [number, number]) {
  const sorted = [...lines].sort((a, b) => sides(a.box)[0] - sides(b.box)[0]);
  let [end, widest, at] = [sides(sorted[0]!.box)[1], height, -1];
  sorted.forEach(({ box }, index) => {
    const [from, to] = sides(box);
    if (from - end > widest) [widest, at] = [from - end, index];
    end = Math.max(end, to);
  });
  return at === -1 ? undefined : [sorted.slice(0, at), sorted.slice(at)];
}

/** Sorts lines from top to bottom and joins those side by side. */
function sortByPlace(lines: readonly Placed[]): Placed[] {
  const rows: Placed[][] = [];
  const middle = ({ box }: Placed) => box.top + box.bottom;
  for (const line of [...lines].sort((a, b) => middle(a) - middle(b))) {
    const row = rows.at(-1);
    if (row?.every(other => standSideBySide(other.box, line.box))) row.push(line);
    else rows.push([line]);
  }
  return rows.map(row => {
    const words = row.sort((a, b) => a.box.left - b.box.left).flatMap(({ line }) => line.words);
    return { line: { words }, box: around(words) };
  });
}

function standSideBySide(one: Box, other: Box): boolean {
  const least = Math.min(one.bottom - one.top, other.bottom - other.top);
  const apart = one.right <= other.left + least || other.right <= one.left + least;
  return apart && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > least * 0.5;
}
