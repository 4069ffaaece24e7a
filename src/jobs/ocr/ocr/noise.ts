import type { Grey } from './grey.ts';

/** How much neighbouring pixels differ that should not: the grain of a page, in grey levels. */
export function grainOf({ width, height, data }: Grey): number {
  const histogram = new Uint32Array(2048);
  let count = 0;
  // Every third pixel of every third row tells enough.
  for (let y = 1; y < height - 1; y += 3)
    for (let x = 1; x < width - 1; x += 3) {
      const at = y * width + x;
      const [up, down] = [at - width, at + width];
      const cross = data[up]! + data[down]! + data[at - 1]! + data[at + 1]!;
      const corners = data[up - 1]! + data[up + 1]! + data[down - 1]! + data[down + 1]!;
      const response = Math.abs(4 * data[at]! - 2 * cross + corners);
      histogram[response] = histogram[response]! + 1;
      count++;
    }
  let seen = 0;
  for (let value = 0; value < histogram.length; value++) {
    seen += histogram[value]!;
    // The median, so that the edges of letters do not count as grain; 6 is the mask's length.
    if (seen * 2 > count) return value / 0.6745 / 6;
  }
  return 0;
}
