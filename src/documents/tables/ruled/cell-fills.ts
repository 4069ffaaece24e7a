import { type Box, heightOf, sharedY, widthOf } from '../../boxes.ts';

/** Areas closer than this, in points, touch each other. */
const near = 3;
/** Fewer areas side by side are panels of a design more often than cells. */
const minCells = 3;
/** A wider area, as a share of the page's width, is a stripe or a panel. */
const widest = 0.6;
const minWidth = 8;
const minHeight = 6;
/** A page with more areas is a drawing. */
const maxAreas = 600;

/** Finds groups of coloured areas side by side, as cells are. */
export function findCells(fills: readonly Box[], pageWidth: number): Box[][] {
  const cells = fills.filter(
    fill => widthOf(fill) < widest * pageWidth && widthOf(fill) >= minWidth && heightOf(fill) >= minHeight,
  );
  if (cells.length < minCells || cells.length > maxAreas) return [];
  return groupTouching(cells).filter(group => group.length >= minCells);
}

/** Groups areas that touch each other side by side. */
function groupTouching(cells: readonly Box[]): Box[][] {
  const groups: Box[][] = [];
  for (const cell of cells) {
    const touching = groups.filter(group => group.some(other => areBeside(cell, other)));
    for (const group of touching) groups.splice(groups.indexOf(group), 1);
    groups.push([...touching.flat(), cell]);
  }
  return groups;
}

const areBeside = (a: Box, b: Box): boolean =>
  Math.min(Math.abs(a.left - b.right), Math.abs(b.left - a.right)) <= near &&
  sharedY(a, b) > 0.5 * Math.min(heightOf(a), heightOf(b));

/** The four borders of a cell. */
export const outline = ({ left, top, right, bottom }: Box): Box[] => [
  { left, right, top, bottom: top },
  { left, right, top: bottom, bottom },
  { left, right: left, top, bottom },
  { left: right, right, top, bottom },
];
