import type { Grey } from './grey.ts';

/** A pixel this far from a neighbour is of another kind. */
const unlike = 64;
/** Lone pixels in a thousand that any page may have. */
const usual = 2;

/** The page without lone pixels, dark or light, if it is strewn with them; strokes stay as they are, however thin. */
export function withoutLonePixels(page: Grey): Grey {
  if (lonePixels(page, 5) * 1000 < usual * (page.width / 5) * (page.height / 5)) return page;
  const { width, height, data } = page;
  const out = Uint8Array.from(data);
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      if (likeNeighbours(data, at, width) <= 1) out[at] = middleOfNeighbours(data, at, width);
    }
  return { width, height, data: out };
}

function lonePixels({ width, height, data }: Grey, step: number): number {
  let count = 0;
  for (let y = 1; y < height - 1; y += step)
    for (let x = 1; x < width - 1; x += step) if (likeNeighbours(data, y * width + x, width) === 0) count++;
  return count;
}

function likeNeighbours(data: Uint8Array, at: number, width: number): number {
  const value = data[at]!;
  const like = (other: number) => (Math.abs(data[other]! - value) < unlike ? 1 : 0);
  const [up, down] = [at - width, at + width];
  return (
    like(up - 1) +
    like(up) +
    like(up + 1) +
    like(at - 1) +
    like(at + 1) +
    like(down - 1) +
    like(down) +
    like(down + 1)
  );
}

function middleOfNeighbours(data: Uint8Array, at: number, width: number): number {
  const [up, down] = [at - width, at + width];
  const around = [up - 1, up, up + 1, at - 1, at + 1, down - 1, down, down + 1].map(other => data[other]!);
  return around.sort((a, b) => a - b)[4]!;
}
