import type { Grey } from '../../../image/scans/grey.ts';

/** Pixels that differ by at least this much are unlike. */
const unlike = 64;
/** Pixels that differ by at most this much are alike: few in noise, most on a page with specks. */
const same = 16;
const mostlySame = 5;
/** Isolated pixels per thousand that any page may have. */
const usual = 2;

/**
 * Removes isolated dark or light pixels if the page has many of them; even thin strokes stay as they are.
 * Pages with noise are left alone, because noise makes pixels of thin strokes look isolated.
 */
export function removeLonePixels(page: Grey): Grey {
  const { lone, smooth, looked } = sampleNeighbours(page);
  if (lone * 1000 < usual * looked || smooth * 2 < looked) return page;
  const { width, height, data } = page;
  const out = Uint8Array.from(data);
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      if (resemblesNeighbours(data, at, width, unlike) <= 1) out[at] = findNeighbourMedian(data, at, width);
    }
  return { width, height, data: out };
}

/**
 * Counts, over every fifth pixel of every fifth row, how many are unlike all their neighbours and how many
 * are like most of them.
 */
function sampleNeighbours({ width, height, data }: Grey): { lone: number; smooth: number; looked: number } {
  let [lone, smooth, looked] = [0, 0, 0];
  for (let y = 1; y < height - 1; y += 5)
    for (let x = 1; x < width - 1; x += 5) {
      const at = y * width + x;
      looked++;
      if (resemblesNeighbours(data, at, width, same) >= mostlySame) smooth++;
      else if (resemblesNeighbours(data, at, width, unlike) === 0) lone++;
    }
  return { lone, smooth, looked };
}

function resemblesNeighbours(data: Uint8Array, at: number, width: number, near: number): number {
  const value = data[at]!;
  const countIfNear = (other: number) => (Math.abs(data[other]! - value) < near ? 1 : 0);
  const [up, down] = [at - width, at + width];
  return (
    countIfNear(up - 1) +
    countIfNear(up) +
    countIfNear(up + 1) +
    countIfNear(at - 1) +
    countIfNear(at + 1) +
    countIfNear(down - 1) +
    countIfNear(down) +
    countIfNear(down + 1)
  );
}

function findNeighbourMedian(data: Uint8Array, at: number, width: number): number {
  const [up, down] = [at - width, at + width];
  const around = [up - 1, up, up + 1, at - 1, at + 1, down - 1, down, down + 1].map(other => data[other]!);
  return around.sort((a, b) => a - b)[4]!;
}
