import { setImmediate } from 'node:timers/promises';
import type { Grey } from './grey.ts';
import { greyOf, pipelineOf } from './pixels.ts';

/** Grain below this, of black on white, is what any scanner gives; above the second the eye is troubled too. */
export const slight = 10;
const heavy = 23;
/** Averaging what looks alike is slow: for coarse pages, where nothing else saves thin strokes. */
const mostPixels = 4_000_000;
/** A pixel this many grains from its neighbours is a speck. */
const speck = 3;
const reach = 4;

/** The page without its grain, by as much as there is of it; `trouble` is the grain as it would be of black on white. */
export async function calmed(page: Grey, grain: number, trouble: number): Promise<Grey> {
  if (trouble < slight) return page;
  const spotless = await withoutSpecks(page, grain);
  if (trouble < heavy) return greyOf(pipelineOf(spotless).blur(0.7));
  if (page.width * page.height <= mostPixels) return averaged(spotless, grain * 1.25);
  return greyOf(pipelineOf(spotless).blur(trouble < 30 ? 1 : 1.5));
}

async function withoutSpecks(page: Grey, grain: number): Promise<Grey> {
  const usual = await greyOf(pipelineOf(page).median(3));
  const data = page.data.map((value, at) =>
    Math.abs(value - usual.data[at]!) > speck * grain ? usual.data[at]! : value,
  );
  return { ...page, data };
}

/**
 * Each pixel as the mean of those around it, weighed by how alike their surroundings are (non-local means): grain goes,
 * strokes stay. Sums over surroundings come from running totals, and each pair of pixels is compared once.
 */
async function averaged({ width, height, data }: Grey, strength: number): Promise<Grey> {
  const sums = Float32Array.from(data);
  const weights = new Float32Array(data.length).fill(1);
  const limit = 9 * strength * strength;
  const weigh = Float32Array.from({ length: 1024 }, (_, at) => Math.exp(-at / 128));
  const rows = [new Float32Array(width), new Float32Array(width), new Float32Array(width)];
  for (let dy = 0; dy <= reach; dy++)
    for (let dx = dy === 0 ? 1 : -reach; dx <= reach; dx++) {
      const [from, to] = [Math.max(0, -dx), Math.min(width, width - dx)];
      const offset = dy * width + dx;
      /** Squared differences of one row to the row it is compared with, three side by side. */
      const fill = (row: Float32Array, y: number) => {
        const at = y * width;
        let [left, middle] = [0, (data[at + from]! - data[at + from + offset]!) ** 2];
        for (let x = from; x < to; x++) {
          const right = x + 1 < to ? (data[at + x + 1]! - data[at + x + 1 + offset]!) ** 2 : middle;
          row[x] = left + middle + right;
          left = middle;
          middle = right;
        }
      };
      const last = height - dy;
      let [above, here, below] = rows as [Float32Array, Float32Array, Float32Array];
      above.fill(0);
      fill(here, 0);
      for (let y = 0; y < last; y++) {
        if (y + 1 < last) fill(below, y + 1);
        for (let x = from, at = y * width + from; x < to; x++, at++) {
          const unlike = ((above[x]! + here[x]! + below[x]!) * 128) / limit;
          if (unlike >= 1024) continue;
          const weight = weigh[unlike | 0]!;
          const other = at + offset;
          sums[at] = sums[at]! + weight * data[other]!;
          weights[at] = weights[at]! + weight;
          sums[other] = sums[other]! + weight * data[at]!;
          weights[other] = weights[other]! + weight;
        }
        [above, here, below] = [here, below, above];
      }
      // Other pages are read meanwhile.
      await setImmediate();
    }
  return { width, height, data: Uint8Array.from(sums, (sum, at) => sum / weights[at]!) };
}
