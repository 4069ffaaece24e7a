import { around, type Box } from '../../../../documents/boxes.ts';
import { type Block, type Line, listLines } from '../page.ts';

/** Lines further apart than this many of their heights belong to different blocks. */
const farApart = 2.5;

/** Inserts a line in reading order: into the column it is in, or as a block of its own. */
export function placeLine(blocks: Block[], line: Line): void {
  const box = around(line.words);
  const lines = listLines(blocks).map(each => ({ each, box: around(each.words) }));
  const column = lines.filter(other => measureSharedWidth(box, other.box) > 0.4);
  const isAbove = (other: { box: Box }) => findMiddleHeight(other.box) <= findMiddleHeight(box);
  const above = findNearest(column.filter(isAbove), box);
  const neighbour = above ?? findNearest(column, box);
  if (neighbour) {
    insert(blocks, neighbour.each, line, above ? 1 : 0);
    return;
  }
  const block = { paragraphs: [{ lines: [line] }] };
  const later = blocks.findIndex(other => {
    const place = around(listLines([other]).flatMap(each => each.words));
    return place.top > box.bottom && place.right > box.left;
  });
  blocks.splice(later === -1 ? blocks.length : later, 0, block);
}

const findMiddleHeight = ({ top, bottom }: Box): number => (top + bottom) / 2;

/** Returns the share of the narrower box that lies above or below the other. */
function measureSharedWidth(one: Box, other: Box): number {
  const shared = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  return shared / Math.max(1, Math.min(one.right - one.left, other.right - other.left));
}

function findNearest<T extends { box: Box }>(lines: readonly T[], to: Box): T | undefined {
  const measureDistance = ({ box }: T) => Math.abs(findMiddleHeight(box) - findMiddleHeight(to));
  const [first, ...others] = lines;
  if (!first) return undefined;
  const best = others.reduce((a, b) => (measureDistance(b) < measureDistance(a) ? b : a), first);
  return measureDistance(best) <= farApart * (to.bottom - to.top) ? best : undefined;
}

function insert(blocks: Block[], neighbour: Line, line: Line, after: 0 | 1): void {
  for (const { paragraphs } of blocks)
    for (const { lines } of paragraphs) {
      const at = lines.indexOf(neighbour);
      if (at !== -1) lines.splice(at + after, 0, line);
    }
}
