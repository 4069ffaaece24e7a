import { execFileSync } from 'node:child_process';
import sharp from 'sharp';

export interface Drawn {
  width: number;
  height: number;
  /** One byte a pixel, 0 is black. */
  grey: Buffer;
}

/** A page as Poppler draws it, counted from 1. */
export async function drawnPage(path: string, page = 1, dpi = 50): Promise<Drawn> {
  const which = ['-f', String(page), '-l', String(page), '-r', String(dpi)];
  const png = execFileSync('pdftoppm', ['-png', '-singlefile', ...which, path], {
    maxBuffer: 1 << 28,
    stdio: 'pipe',
  });
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, grey: data };
}

const compare = (a: Drawn, b: Drawn) => a.grey.map((value, at) => Math.abs(value - b.grey[at]!));

/** The mean difference of two drawings of one size. */
export function difference(a: Drawn, b: Drawn): number {
  if (a.width !== b.width || a.height !== b.height) return 255;
  return compare(a, b).reduce((sum, apart) => sum + apart, 0) / a.grey.length;
}

/** Returns where two drawings differ: the middle and size of that part, as shares of the whole, from the upper left. */
export function changedPart(a: Drawn, b: Drawn): { x: number; y: number; width: number; height: number } {
  let [left, top, right, bottom] = [a.width, a.height, -1, -1];
  compare(a, b).forEach((apart, at) => {
    if (apart < 16) return;
    const [x, y] = [at % a.width, Math.floor(at / a.width)];
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  });
  return {
    x: (left + right) / 2 / a.width,
    y: (top + bottom) / 2 / a.height,
    width: (right - left + 1) / a.width,
    height: (bottom - top + 1) / a.height,
  };
}
