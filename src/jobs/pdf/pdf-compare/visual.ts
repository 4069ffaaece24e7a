import type { Box } from '../../../documents/boxes.ts';
import type { PdfiumDocument, RenderedPage } from '../../../engines/pdfium/engine.ts';
import type { PagePair } from './pages.ts';

/** The resolution at which pages are compared and shown, and the pixels of the longer side at most. */
const dpi = 100;
const longestSide = 3000;
/** Colours closer than this are equal. */
const tolerance = 48;
/** Pixels that differ are gathered in squares of this size; squares that touch are one area. */
const square = 10;
/** Squares with fewer different pixels have only the edges of letters that another program drew. */
const fewPixels = 4;

/** A page as it is drawn, with so many pixels a point. */
export interface DrawnPage extends RenderedPage {
  scale: number;
}

/** Draws both pages of a pair at one scale. */
export function drawPair(
  old: PdfiumDocument,
  now: PdfiumDocument,
  pair: PagePair,
): { old?: DrawnPage; new?: DrawnPage } {
  const sizes = [
    ...(pair.old === undefined ? [] : [old.pageSize(pair.old)]),
    ...(pair.new === undefined ? [] : [now.pageSize(pair.new)]),
  ];
  const longest = Math.max(...sizes.flatMap(({ width, height }) => [width, height]), 1);
  const scale = Math.min(dpi / 72, longestSide / longest);
  const draw = (document: PdfiumDocument, index: number): DrawnPage => {
    const { width, height } = document.pageSize(index);
    const countPixels = (points: number) => Math.max(1, Math.round(points * scale));
    return { ...document.render(index, countPixels(width), countPixels(height)), scale };
  };
  return {
    ...(pair.old !== undefined && { old: draw(old, pair.old) }),
    ...(pair.new !== undefined && { new: draw(now, pair.new) }),
  };
}

/** The pixels in which two pages differ, as one byte each, and the areas around them in points. */
export interface Difference {
  width: number;
  height: number;
  pixels: Uint8Array;
  areas: Box[];
}

/** Compares two drawn pages, laid over each other at their upper left corners. A pixel that is drawn a little aside is equal. */
export function findDifference(old: DrawnPage, now: DrawnPage): Difference {
  const width = Math.max(old.width, now.width);
  const height = Math.max(old.height, now.height);
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (isAlike(old, x, y, now, x, y)) continue;
      if (!hasNear(old, x, y, now) || !hasNear(now, x, y, old)) pixels[y * width + x] = 1;
    }
  return { width, height, pixels, areas: findAreas(pixels, width, height, old.scale) };
}

/** Beyond its edges a page is white. */
const readColour = ({ data, width, height }: RenderedPage, x: number, y: number, channel: number): number =>
  x < 0 || y < 0 || x >= width || y >= height ? 255 : data[3 * (y * width + x) + channel]!;

function isAlike(a: RenderedPage, ax: number, ay: number, b: RenderedPage, bx: number, by: number): boolean {
  for (let channel = 0; channel < 3; channel++)
    if (Math.abs(readColour(a, ax, ay, channel) - readColour(b, bx, by, channel)) > tolerance) return false;
  return true;
}

/** Returns true if a pixel of one page has its like close to the same place of the other. */
function hasNear(page: RenderedPage, x: number, y: number, other: RenderedPage): boolean {
  for (let down = -1; down <= 1; down++)
    for (let across = -1; across <= 1; across++)
      if (isAlike(page, x, y, other, x + across, y + down)) return true;
  return false;
}

/** Joins squares with different pixels to areas. */
function findAreas(pixels: Uint8Array, width: number, height: number, scale: number): Box[] {
  const [columns, rows] = [Math.ceil(width / square), Math.ceil(height / square)];
  const counts = new Uint16Array(columns * rows);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (pixels[y * width + x]) counts[Math.floor(y / square) * columns + Math.floor(x / square)]!++;
  const areas: Box[] = [];
  for (let start = 0; start < counts.length; start++) {
    if (counts[start]! < fewPixels) continue;
    const open = [start];
    counts[start] = 0;
    let [left, top, right, bottom] = [columns, rows, 0, 0];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const [column, row] = [at % columns, Math.floor(at / columns)];
      [left, right] = [Math.min(left, column), Math.max(right, column + 1)];
      [top, bottom] = [Math.min(top, row), Math.max(bottom, row + 1)];
      for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++)
        for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++)
          if (counts[y * columns + x]! >= fewPixels) {
            counts[y * columns + x] = 0;
            open.push(y * columns + x);
          }
    }
    const points = square / scale;
    areas.push({
      left: left * points,
      top: top * points,
      right: Math.min(right * points, width / scale),
      bottom: Math.min(bottom * points, height / scale),
    });
  }
  return areas;
}
