import { readFile } from 'node:fs/promises';
import { openDocument } from '../../../engines/pdfium/engine.ts';
import { type Code, readCodes } from '../../../engines/zxing/engine.ts';
import { hasDarkArea } from './dark-areas.ts';

/** The resolution at which small codes can be read, and the pixels of the longer side at most. */
const dpi = 300;
const longestSide = 4000;

/** A code on a page, in points from the upper left of the page as it is shown. */
export interface PageCode {
  page: number;
  format: string;
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** Describes a code by the box around it, measured in pixels of this size. */
export function describeCode({ format, text, corners }: Code, page: number, pixel: number): PageCode {
  const xs = corners.map(({ x }) => x * pixel);
  const ys = corners.map(({ y }) => y * pixel);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top];
  return { page, format, text, x: round(left), y: round(top), width: round(width), height: round(height) };
}

/** Finds the codes on pages (from 0) of a document that needs no password; `units` are their points to a unit. */
export async function findCodes(
  path: string,
  { indexes, units }: { indexes: readonly number[]; units: readonly number[] },
  progress: (percent: number) => void,
): Promise<PageCode[]> {
  const document = await openDocument(await readFile(path));
  const found: PageCode[] = [];
  try {
    for (const [at, index] of indexes.entries()) {
      const size = document.pageSize(index);
      const scale = Math.min(dpi / 72, longestSide / Math.max(size.width, size.height));
      const width = Math.max(1, Math.round(size.width * scale));
      const height = Math.max(1, Math.round(size.height * scale));
      const drawn = document.render(index, width, height).data;
      const pixel = (units[at] ?? 1) / scale;
      const codes = await readCodes(
        { data: addOpacity(drawn), width, height },
        // Looking for white codes takes as long as for all others, and they are on dark ground.
        { tryInvert: hasDarkArea(drawn, width, height) },
      );
      found.push(...codes.map(code => describeCode(code, index + 1, pixel)));
      progress((99 * (at + 1)) / indexes.length);
    }
  } finally {
    document.close();
  }
  return found;
}

function addOpacity(rgb: Uint8Array): Uint8ClampedArray<ArrayBuffer> {
  // A pixel is written at once, which is faster: its red comes first in memory.
  const pixels = new Uint32Array(rgb.length / 3);
  for (let from = 0, to = 0; from < rgb.length; from += 3, to++)
    pixels[to] = rgb[from]! | (rgb[from + 1]! << 8) | (rgb[from + 2]! << 16) | 0xff000000;
  return new Uint8ClampedArray(pixels.buffer);
}
