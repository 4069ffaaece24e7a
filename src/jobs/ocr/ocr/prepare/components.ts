import { countShades, cropPage, type Grey } from '../../../image/scans/grey.ts';

/** Returns the threshold that separates dark from light best (Otsu). */
export function findThreshold(page: Grey): number {
  const histogram = countShades(page.data);
  let [total, sum] = [0, 0];
  for (const [value, count] of histogram.entries()) {
    total += count;
    sum += value * count;
  }
  let [below, sumBelow, best, at] = [0, 0, -1, 127];
  for (const [value, count] of histogram.entries()) {
    below += count;
    sumBelow += value * count;
    if (below === 0 || below === total) continue;
    const apart = sumBelow / below - (sum - sumBelow) / (total - below);
    const spread = below * (total - below) * apart * apart;
    if (spread > best) [best, at] = [spread, value];
  }
  return at;
}

/** A connected dark shape of a page. */
export interface Shape {
  left: number;
  top: number;
  width: number;
  height: number;
  ink: number;
}

/** A part of a shape, until its connections are known. */
interface Part {
  left: number;
  top: number;
  right: number;
  bottom: number;
  ink: number;
  joinedTo: Part | undefined;
}

/** Adjacent dark pixels in a row. */
interface Run {
  start: number;
  end: number;
  part: Part;
}

export function findComponents(page: Grey): Shape[] {
  const { width, height, data } = page;
  const dark = findThreshold(page);
  const parts: Part[] = [];
  let above: Run[] = [];
  for (let y = 0; y < height; y++) {
    const runs: Run[] = [];
    let next = 0;
    for (let x = 0, at = y * width; x < width; x++, at++) {
      if (data[at]! > dark) continue;
      const start = x;
      while (x + 1 < width && data[at + 1]! <= dark) [x, at] = [x + 1, at + 1];
      let part: Part | undefined;
      for (let run = above[next]; run && run.end < start - 1; run = above[next]) next++;
      for (let at = next, run = above[at]; run && run.start <= x + 1; run = above[++at]) {
        const root = findRoot(run.part);
        if (!part) part = root;
        else if (root !== part) joinParts(part, root);
      }
      if (!part) {
        part = { left: start, top: y, right: x, bottom: y, ink: 0, joinedTo: undefined };
        parts.push(part);
      }
      growPart(part, start, x, y);
      runs.push({ start, end: x, part });
    }
    above = runs;
  }
  return parts
    .filter(part => !part.joinedTo)
    .map(({ left, top, right, bottom, ink }) => ({
      left,
      top,
      width: right - left + 1,
      height: bottom - top + 1,
      ink,
    }));
}

/** Finds the part that this one was merged into, and shortens the chain of parents (union-find). */
function findRoot(part: Part): Part {
  let root = part;
  while (root.joinedTo) root = root.joinedTo;
  for (let each = part; each.joinedTo && each.joinedTo !== root; ) {
    const next = each.joinedTo;
    each.joinedTo = root;
    each = next;
  }
  return root;
}

function joinParts(into: Part, from: Part): void {
  from.joinedTo = into;
  into.left = Math.min(into.left, from.left);
  into.top = Math.min(into.top, from.top);
  into.right = Math.max(into.right, from.right);
  into.bottom = Math.max(into.bottom, from.bottom);
  into.ink += from.ink;
}

function growPart(part: Part, start: number, end: number, y: number): void {
  part.left = Math.min(part.left, start);
  part.right = Math.max(part.right, end);
  part.bottom = y;
  part.ink += end - start + 1;
}

/** The fewest shapes from which the height of letters can be estimated. */
const enough = 20;

/** The middle of a page with more pixels is representative. */
const fine = 4_000_000;

/** Returns the usual height of a page's letters in pixels; undefined if there are too few. */
export function measureLetterHeight(page: Grey): number | undefined {
  const large = page.width * page.height > fine;
  return (large ? findUsualHeight(cropMiddle(page)) : undefined) ?? findUsualHeight(page);
}

function cropMiddle(page: Grey): Grey {
  const [left, top] = [Math.round(page.width * 0.2), Math.round(page.height * 0.2)];
  return cropPage(page, { left, top, width: page.width - 2 * left, height: page.height - 2 * top });
}

function findUsualHeight(page: Grey): number | undefined {
  const heights = findComponents(page)
    .filter(
      ({ width, height, ink }) =>
        height >= 5 &&
        width >= 2 &&
        height < page.height / 4 &&
        width < height * 8 &&
        height < width * 12 &&
        ink > width * height * 0.1,
    )
    .map(({ height }) => height)
    .sort((a, b) => a - b);
  if (heights.length < enough) return undefined;
  // Specks of noise may outnumber the letters, but do not outweigh them.
  const half = heights.reduce((sum, height) => sum + height * height, 0) / 2;
  let weight = 0;
  return heights.find(height => {
    weight += height * height;
    return weight >= half;
  });
}
