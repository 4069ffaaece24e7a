import { countShades, cropPage, type Grey } from '../grey.ts';

/** The value that parts dark from light best (Otsu). */
export function findThreshold(page: Grey): number {
  const histogram = countShades(page.data);
  let [total, sum] = [0, 0];
  for (let value = 0; value < 256; value++) {
    total += histogram[value]!;
    sum += value * histogram[value]!;
  }
  let [below, sumBelow, best, at] = [0, 0, -1, 127];
  for (let value = 0; value < 255; value++) {
    below += histogram[value]!;
    sumBelow += value * histogram[value]!;
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

export function findComponents(page: Grey): Shape[] {
  const { width, height, data } = page;
  const dark = findThreshold(page);
  const parents: number[] = [];
  const boxes: number[] = [];
  const rootOf = (label: number): number => {
    let root = label;
    while (parents[root] !== root) root = parents[root]!;
    while (parents[label] !== root) [label, parents[label]] = [parents[label]!, root];
    return root;
  };
  let above: number[] = [];
  for (let y = 0; y < height; y++) {
    const runs: number[] = [];
    let next = 0;
    for (let x = 0, at = y * width; x < width; x++, at++) {
      if (data[at]! > dark) continue;
      const start = x;
      while (x + 1 < width && data[at + 1]! <= dark) [x, at] = [x + 1, at + 1];
      let label = -1;
      while (next < above.length && above[next + 1]! < start - 1) next += 3;
      for (let run = next; run < above.length && above[run]! <= x + 1; run += 3) {
        const root = rootOf(above[run + 2]!);
        if (label === -1) label = root;
        else if (root !== label) join(parents, boxes, label, root);
      }
      if (label === -1) {
        label = parents.push(parents.length) - 1;
        boxes.push(start, y, x, y, 0);
      }
      grow(boxes, label, start, x, y);
      runs.push(start, x, label);
    }
    above = runs;
  }
  const found: Shape[] = [];
  for (let label = 0; label < parents.length; label++)
    if (parents[label] === label) {
      const [left, top, right, bottom, ink] = boxes.slice(label * 5, label * 5 + 5);
      found.push({
        left: left!,
        top: top!,
        width: right! - left! + 1,
        height: bottom! - top! + 1,
        ink: ink!,
      });
    }
  return found;
}

function join(parents: number[], boxes: number[], into: number, from: number): void {
  parents[from] = into;
  const [a, b] = [into * 5, from * 5];
  boxes[a] = Math.min(boxes[a]!, boxes[b]!);
  boxes[a + 1] = Math.min(boxes[a + 1]!, boxes[b + 1]!);
  boxes[a + 2] = Math.max(boxes[a + 2]!, boxes[b + 2]!);
  boxes[a + 3] = Math.max(boxes[a + 3]!, boxes[b + 3]!);
  boxes[a + 4] = boxes[a + 4]! + boxes[b + 4]!;
}

function grow(boxes: number[], label: number, start: number, end: number, y: number): void {
  const at = label * 5;
  boxes[at] = Math.min(boxes[at]!, start);
  boxes[at + 2] = Math.max(boxes[at + 2]!, end);
  boxes[at + 3] = y;
  boxes[at + 4] = boxes[at + 4]! + end - start + 1;
}

/** Shapes fewer than this say nothing of a page's letters. */
const enough = 20;

/** Of a fine page its middle tells enough. */
const fine = 4_000_000;

/** The usual height of a page's letters in pixels; undefined where there are too few to tell. */
export function measureLetterHeight(page: Grey): number | undefined {
  const large = page.width * page.height > fine;
  return (large ? usualHeight(middleOf(page)) : undefined) ?? usualHeight(page);
}

function middleOf(page: Grey): Grey {
  const [left, top] = [Math.round(page.width * 0.2), Math.round(page.height * 0.2)];
  return cropPage(page, { left, top, width: page.width - 2 * left, height: page.height - 2 * top });
}

function usualHeight(page: Grey): number | undefined {
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
  // Specks left over from grain may outnumber the letters, but not outweigh them.
  const half = heights.reduce((sum, height) => sum + height * height, 0) / 2;
  let weight = 0;
  return heights.find(height => {
    weight += height * height;
    return weight >= half;
  });
}
