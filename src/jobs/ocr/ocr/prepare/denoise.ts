import { setImmediate } from 'node:timers/promises';
import type { Grey } from '../../../image/scans/grey.ts';
import { openGrey, renderGrey } from '../pixels.ts';

/**
 * Noise levels, relative to black on white: below `slight` is what any scanner gives; above the others,
 * recognition suffers or fails.
 */
export const slight = 10;
const heavy = 23;
const drowning = 50;
/**
 * Non-local means is slow, so it is used only up to this size: only on coarse pages does nothing else
 * preserve thin strokes.
 */
const maxPixels = 4_000_000;
const reach = 4;
/** The radius of a blur too slight to harm strokes, and the share of the noise that it leaves. */
const softly = 0.7;
const left = 0.6;

/**
 * Reduces the noise of a page according to its strength. `trouble` is the noise relative to black on white.
 */
export async function reduceNoise(page: Grey, grain: number, trouble: number): Promise<Grey> {
  if (trouble < slight) return page;
  const soft = await renderGrey(openGrey(page).blur(softly));
  if (trouble < heavy) return soft;
  if (page.width * page.height <= maxPixels) return averagePatches(soft, grain * left);
  if (trouble < drowning) return renderGrey(openGrey(page).blur(trouble < 30 ? 1 : 1.5));
  const { width, height } = page;
  const half = await averagePatches(
    await renderGrey(openGrey(page).resize({ width: width >> 1 })),
    grain * left,
  );
  return renderGrey(openGrey(half).resize({ width, height, fit: 'fill', kernel: 'cubic' }));
}

/**
 * Replaces each pixel by the mean of those around it, weighted by the similarity of their surroundings
 * (non-local means): noise goes, strokes stay. Sums over surroundings come from running totals, and each pair
 * of pixels is compared once.
 */
async function averagePatches(page: Grey, strength: number): Promise<Grey> {
  const count = page.data.length;
  const totals: Totals = {
    sums: new Int32Array(page.data).map(value => value * full),
    weights: new Int32Array(count).fill(full),
    weightOf: makeWeights(strength),
  };

  for (let dy = 0; dy <= reach; dy++)
    for (let dx = dy === 0 ? 1 : -reach; dx <= reach; dx++) {
      addNeighbours(page, dx, dy, totals);
      // Other pages are processed in between.
      await setImmediate();
    }
  const means = totals.sums.map((sum, at) => sum / totals.weights[at]!);
  return { ...page, data: new Uint8Array(means) };
}

interface Totals {
  sums: Int32Array;
  weights: Int32Array;
  /** Indexed by the squared differences of nine pixels, in steps of `step` bits. */
  weightOf: Int32Array;
}

/** The weight of identical surroundings. Integers are added several times as fast as floats. */
const full = 1 << 14;
const step = 5;
const maxUnlike = 9 * 255 * 255;

const makeWeights = (strength: number): Int32Array =>
  Int32Array.from({ length: (maxUnlike >> step) + 1 }, (_, at) =>
    Math.round(full * Math.exp(-((at + 0.5) * (1 << step)) / (9 * strength * strength))),
  );

/** Adds to each pixel its neighbour at this offset, and to the neighbour this pixel. */
function addNeighbours({ width, height, data }: Grey, dx: number, dy: number, totals: Totals): void {
  const { sums, weights, weightOf } = totals;
  const from = Math.max(0, -dx);
  const to = Math.min(width, width - dx);
  const offset = dy * width + dx;
  const last = height - dy;
  let above = new Int32Array(width);
  let here = new Int32Array(width);
  let below = new Int32Array(width);
  addUnlikeNeighbours(here, data, 0, offset, from, to);
  for (let y = 0; y < last; y++) {
    if (y + 1 < last) addUnlikeNeighbours(below, data, (y + 1) * width, offset, from, to);
    for (let x = from, at = y * width + from; x < to; x++, at++) {
      const weight = weightOf[(above[x]! + here[x]! + below[x]!) >> step]!;
      if (weight === 0) continue;
      const other = at + offset;
      sums[at] = sums[at]! + weight * data[other]!;
      weights[at] = weights[at]! + weight;
      sums[other] = sums[other]! + weight * data[at]!;
      weights[other] = weights[other]! + weight;
    }
    const free = above;
    above = here;
    here = below;
    below = free;
  }
}

/**
 * Computes the squared differences between a row and the row it is compared with, summed over three adjacent
 * pixels.
 */
function addUnlikeNeighbours(
  row: Int32Array,
  data: Uint8Array,
  start: number,
  offset: number,
  from: number,
  to: number,
): void {
  const compare = (x: number): number => {
    const apart = data[start + x]! - data[start + x + offset]!;
    return apart * apart;
  };
  let left = 0;
  let middle = compare(from);
  for (let x = from; x < to; x++) {
    const right = x + 1 < to ? compare(x + 1) : middle;
    row[x] = left + middle + right;
    left = middle;
    middle = right;
  }
}
