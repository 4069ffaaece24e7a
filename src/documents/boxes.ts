/** A rectangle from the top left corner of a page as it is shown: in points, or in the pixels of its picture. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Returns the smallest box around all of them. */
export function around(boxes: Iterable<Box>): Box {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { left, top, right, bottom } of boxes) {
    if (left < box.left) box.left = left;
    if (top < box.top) box.top = top;
    if (right > box.right) box.right = right;
    if (bottom > box.bottom) box.bottom = bottom;
  }
  return box;
}

export const widthOf = ({ left, right }: Box): number => right - left;
export const heightOf = ({ top, bottom }: Box): number => bottom - top;
export const areaOf = (box: Box): number => Math.max(0, widthOf(box)) * Math.max(0, heightOf(box));
export const middleX = ({ left, right }: Box): number => (left + right) / 2;
export const middleY = ({ top, bottom }: Box): number => (top + bottom) / 2;

/** Returns the length that two boxes share across the page, or down it. It is negative if there is a gap. */
export const sharedX = (a: Box, b: Box): number => Math.min(a.right, b.right) - Math.max(a.left, b.left);
export const sharedY = (a: Box, b: Box): number => Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);

/** Returns a box that is larger by so many points on each side. */
export const pad = ({ left, top, right, bottom }: Box, by: number): Box => ({
  left: left - by,
  top: top - by,
  right: right + by,
  bottom: bottom + by,
});

/** Returns true if two boxes overlap, or are at most so many points apart in both directions. */
export const areNear = (a: Box, b: Box, by: number): boolean => sharedX(a, b) >= -by && sharedY(a, b) >= -by;

export const sharedArea = (a: Box, b: Box): number => Math.max(0, sharedX(a, b)) * Math.max(0, sharedY(a, b));

/** Returns true if the middle of one box lies within another. */
export const holdsMiddle = (outer: Box, inner: Box): boolean => {
  const [x, y] = [middleX(inner), middleY(inner)];
  return x >= outer.left && x <= outer.right && y >= outer.top && y <= outer.bottom;
};

/** Returns true if a line runs down the page. */
export const isPost = (rule: Box): boolean => heightOf(rule) > widthOf(rule);

export function median(values: readonly number[]): number {
  if (values.length === 0) return 0;
  return [...values].sort((a, b) => a - b)[values.length >> 1]!;
}
