import { countShades, findPercentile, type Grey } from '../../../image/scans/grey.ts';

const tile = 32;
/** The percentile of a tile's pixels that counts as paper; lighter ones are glare and noise. */
const paperShare = 0.8;
const alreadyWhite = 250;
const minApart = 64;

/**
 * Measures the brightness of the paper tile by tile: shadows, yellowing and uneven light without the print.
 */
function findPaperShade({ width, height, data }: Grey): {
  across: number;
  down: number;
  light: Float32Array;
} {
  const across = Math.ceil(width / tile);
  const down = Math.ceil(height / tile);
  const light = new Float32Array(across * down);
  const histogram = new Uint32Array(256);
  for (let ty = 0; ty < down; ty++)
    for (let tx = 0; tx < across; tx++) {
      histogram.fill(0);
      const [right, bottom] = [Math.min(width, (tx + 1) * tile), Math.min(height, (ty + 1) * tile)];
      // Every other pixel of every other row is enough.
      for (let y = ty * tile; y < bottom; y += 2)
        for (let at = y * width + tx * tile; at < y * width + right; at += 2) histogram[data[at]!]!++;
      light[ty * across + tx] = findPercentile(histogram, paperShare);
    }
  return { across, down, light: widenTiles(light, across, down) };
}

/**
 * Gives each tile the second lightest value around it, so that a tile full of print gets its neighbours'
 * paper.
 */
function widenTiles(light: Float32Array, across: number, down: number): Float32Array {
  const out = new Float32Array(light.length);
  for (let ty = 0; ty < down; ty++)
    for (let tx = 0; tx < across; tx++) {
      let [first, second] = [0, 0];
      for (let y = Math.max(0, ty - 1); y <= Math.min(down - 1, ty + 1); y++)
        for (let x = Math.max(0, tx - 1); x <= Math.min(across - 1, tx + 1); x++) {
          const value = light[y * across + x]!;
          if (value > first) [first, second] = [value, first];
          else if (value > second) second = value;
        }
      out[ty * across + tx] = second || first;
    }
  return out;
}

/** Makes the paper evenly white. Areas much darker than the paper (a photo, a black band) stay dark. */
export function makePaperEven(page: Grey): Grey {
  const { width, height, data } = page;
  const { across, down, light } = findPaperShade(page);
  if (light.every(value => value >= alreadyWhite)) return page;
  const usual = findPercentile(countShades(Uint8Array.from(light)), 0.5);
  const floor = Math.max(40, usual * 0.5);
  const even = light.map(value => Math.max(value, floor));
  const out = new Uint8Array(data.length);
  const [column, share] = [new Uint32Array(width), new Float32Array(width)];
  for (let x = 0; x < width; x++) {
    const place = Math.min(across - 1, Math.max(0, (x + 0.5) / tile - 0.5));
    const left = Math.min(across - 1, Math.floor(place));
    column[x] = left;
    share[x] = place - left;
  }
  for (let y = 0; y < height; y++) {
    const place = Math.min(down - 1, Math.max(0, (y + 0.5) / tile - 0.5));
    const top = Math.floor(place) * across;
    const below = Math.min(down - 1, Math.floor(place) + 1) * across;
    const weight = place - Math.floor(place);
    for (let x = 0, at = y * width; x < width; x++, at++) {
      const left = column[x]!;
      const right = Math.min(across - 1, left + 1);
      const part = share[x]!;
      const upperLeft = even[top + left]!;
      const lowerLeft = even[below + left]!;
      const upper = upperLeft + (even[top + right]! - upperLeft) * part;
      const lower = lowerLeft + (even[below + right]! - lowerLeft) * part;
      const value = (data[at]! * 255) / (upper + (lower - upper) * weight);
      out[at] = Math.min(value, 255);
    }
  }
  return { width, height, data: out };
}

/** Stretches the contrast: the darkest print becomes black, the paper white. */
export function stretchContrast(page: Grey): Grey {
  const histogram = countShades(page.data);
  const light = findPercentile(histogram, 0.6);
  // On a page with hardly any print, the darkest pixels are noise.
  const dark = Math.min(findPercentile(histogram, 0.005), light - minApart);
  const table = Uint8Array.from({ length: 256 }, (_, value) =>
    Math.max(0, Math.min(255, ((value - dark) * 255) / (light - dark))),
  );
  return { ...page, data: page.data.map(value => table[value]!) };
}
