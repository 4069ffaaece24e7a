/** A grey picture: one byte a pixel, row after row, 0 is black. */
export interface Pixels {
  width: number;
  height: number;
  data: Uint8Array;
}

export interface Point {
  x: number;
  y: number;
}

/** A rectangle that may slant: its middle, its sides, and the direction its text runs in, as a unit vector. */
export interface Region {
  middle: Point;
  along: Point;
  length: number;
  height: number;
}

/** Reads the value between pixels; beyond the edge it is as at the edge. */
export function readValue({ width, height, data }: Pixels, x: number, y: number): number {
  const left = Math.max(0, Math.min(width - 1, Math.floor(x)));
  const top = Math.max(0, Math.min(height - 1, Math.floor(y)));
  const right = Math.min(width - 1, left + 1);
  const below = Math.min(height - 1, top + 1);
  const across = Math.max(0, Math.min(1, x - left));
  const down = Math.max(0, Math.min(1, y - top));
  const interpolate = (row: number) => data[row + left]! * (1 - across) + data[row + right]! * across;
  return interpolate(top * width) * (1 - down) + interpolate(below * width) * down;
}
