/** A page for recognition: one byte per pixel, row by row, 0 is black. */
export interface Grey {
  width: number;
  height: number;
  data: Uint8Array;
}

/** Cuts out a part of a page. */
export function cropPage(
  page: Grey,
  { left, top, width, height }: { left: number; top: number; width: number; height: number },
): Grey {
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const from = (top + y) * page.width + left;
    data.set(page.data.subarray(from, from + width), y * width);
  }
  return { width, height, data };
}

/** Averages blocks of `factor` by `factor` pixels, which keeps shapes and reduces noise. */
export function shrinkPage({ width, height, data }: Grey, factor: number): Grey {
  if (factor <= 1) return { width, height, data };
  const across = Math.floor(width / factor);
  const down = Math.floor(height / factor);
  const out = new Uint8Array(across * down);
  const sums = new Uint32Array(across);
  for (let y = 0; y < down; y++) {
    sums.fill(0);
    for (let dy = 0; dy < factor; dy++) {
      let at = (y * factor + dy) * width;
      for (let x = 0; x < across; x++) for (let dx = 0; dx < factor; dx++) sums[x] = sums[x]! + data[at++]!;
    }
    for (let x = 0; x < across; x++) out[y * across + x] = sums[x]! / (factor * factor);
  }
  return { width: across, height: down, data: out };
}

/** Returns the value below which a share of the counted pixels lies. */
export function findPercentile(histogram: Uint32Array, share: number): number {
  let total = 0;
  for (const count of histogram) total += count;
  let seen = 0;
  for (const [value, count] of histogram.entries()) {
    seen += count;
    if (seen > 0 && seen >= total * share) return value;
  }
  return histogram.length - 1;
}

export function countShades(data: Uint8Array): Uint32Array {
  const histogram = new Uint32Array(256);
  for (let at = 0; at < data.length; at++) histogram[data[at]!]!++;
  return histogram;
}
