import { countShades, findPercentile, type Grey } from '../../../image/scans/grey.ts';
import { findThreshold } from './components.ts';

/** A background lighter than this is not dark. */
const dark = 100;
/** Tiles per side of the page: paper fills whole tiles, strokes of letters do not. */
const tiles = 32;
const filled = 0.7;

/**
 * Returns true for light print on a dark background, but not for a dark photo of a page or of paper on a dark
 * table.
 */
export function isLightOnDark(page: Grey): boolean {
  const histogram = countShades(page.data);
  if (findPercentile(histogram, 0.6) >= dark) return false;
  const ground = findPercentile(histogram, 0.5);
  if (findPercentile(histogram, 0.99) - ground <= ground - findPercentile(histogram, 0.01)) return false;
  return findLightAreas(page) < 0.5;
}

/** Returns the share of light pixels that lie in almost entirely light areas. */
function findLightAreas(page: Grey): number {
  const { width, height, data } = page;
  const light = findThreshold(page);
  const side = Math.max(8, Math.ceil(Math.max(width, height) / tiles));
  let [all, inAreas] = [0, 0];
  for (let top = 0; top < height; top += side)
    for (let left = 0; left < width; left += side) {
      const [right, bottom] = [Math.min(width, left + side), Math.min(height, top + side)];
      let count = 0;
      for (let y = top; y < bottom; y++)
        for (let at = y * width + left; at < y * width + right; at++) if (data[at]! > light) count++;
      all += count;
      if (count > (right - left) * (bottom - top) * filled) inAreas += count;
    }
  return inAreas / Math.max(1, all);
}
