import type { Grey } from '../../../image/scans/grey.ts';

/** Measures the noise of a page in grey levels: the differences between pixels that should be equal. */
export const measureNoise = (page: Grey): number =>
  Math.max(compareNeighbours(page), measurePaperGrain(page));

function compareNeighbours({ width, height, data }: Grey): number {
  const sumSides = (at: number): number => data[at - 1]! + data[at + 1]!;
  const histogram = new Uint32Array(2048);
  let count = 0;
  // Every third pixel of every third row is enough.
  for (let y = 1; y < height - 1; y += 3)
    for (let x = 1; x < width - 1; x += 3) {
      const at = y * width + x;
      const [up, down] = [at - width, at + width];
      const cross = data[up]! + data[down]! + sumSides(at);
      const corners = sumSides(up) + sumSides(down);
      const response = Math.abs(4 * data[at]! - 2 * cross + corners);
      histogram[response]!++;
      count++;
    }
  let seen = 0;
  for (const [value, responses] of histogram.entries()) {
    seen += responses;
    // The median ignores the edges of letters; 6 is the norm of the mask.
    if (seen * 2 > count) return value / 0.6745 / 6;
  }
  return 0;
}

const tile = 16;
const middle = (tile - 1) / 2;
const slopeLength = (tile * tile * (tile * tile - 1)) / 12;

/**
 * Measures the variation within the most even tenth of the page, without gradients of light. JPEG hides noise
 * between neighbours, but not this.
 */
function measurePaperGrain({ width, height, data }: Grey): number {
  const spreads: number[] = [];
  for (let top = 0; top + tile <= height; top += tile)
    for (let left = 0; left + tile <= width; left += tile) {
      let [sum, squares, across, down] = [0, 0, 0, 0];
      for (let y = 0; y < tile; y++)
        for (let x = 0, at = (top + y) * width + left; x < tile; x++, at++) {
          const value = data[at]!;
          sum += value;
          squares += value * value;
          across += value * (x - middle);
          down += value * (y - middle);
        }
      const rest = squares - (sum * sum) / (tile * tile) - (across * across + down * down) / slopeLength;
      spreads.push(Math.sqrt(Math.max(0, rest)) / tile);
    }
  return spreads.sort((a, b) => a - b)[Math.floor(spreads.length / 10)] ?? 0;
}
