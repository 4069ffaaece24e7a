import type { Pdfium } from './module.ts';
import type { Scratch } from './scratch.ts';
import { identity, type Matrix, moveBox, multiply, readMatrix } from './transform.ts';

const objectType = { image: 3, form: 5 };
const deepestForm = 8;
const maxObjects = 20_000;
/** Points looked at in each direction of a picture. */
const samples = 48;
/** A picture counts as blank where at least this share of its points has one colour. */
const blankShare = 0.97;

interface Drawn {
  width: number;
  height: number;
  data: Uint8Array;
}

/**
 * Returns true if a picture of a page cannot be decoded, so that PDFium left its place empty without a word. Only pictures whose
 * places look empty are decoded again to find out. The matrix leads from the page's own coordinates to the pixels.
 */
export function hasLostPicture(
  lib: Pdfium,
  page: number,
  drawn: Drawn,
  matrix: Matrix,
  scratch: Scratch,
): boolean {
  let objects = 0;
  const readObjectMatrix = (object: number): Matrix =>
    lib._FPDFPageObj_GetMatrix(object, scratch.pointer) ? readMatrix(scratch) : identity;
  const isLost = (object: number, outer: Matrix, depth: number): boolean => {
    if (++objects > maxObjects) return false;
    const type = lib._FPDFPageObj_GetType(object);
    if (type === objectType.image)
      return isBlank(drawn, multiply(readObjectMatrix(object), outer)) && !isDecodable(lib, object);
    if (type !== objectType.form || depth >= deepestForm) return false;
    const own = multiply(readObjectMatrix(object), outer);
    const count = lib._FPDFFormObj_CountObjects(object);
    return listIndexes(count).some(at => isLost(lib._FPDFFormObj_GetObject(object, at), own, depth + 1));
  };
  const count = Math.min(lib._FPDFPage_CountObjects(page), maxObjects);
  return listIndexes(count).some(at => isLost(lib._FPDFPage_GetObject(page, at), matrix, 0));
}

const listIndexes = (count: number): number[] => Array.from({ length: Math.max(0, count) }, (_, at) => at);

function isDecodable(lib: Pdfium, image: number): boolean {
  const bitmap = lib._FPDFImageObj_GetBitmap(image);
  if (bitmap) lib._FPDFBitmap_Destroy(bitmap);
  return bitmap !== 0;
}

/** Returns true if nearly all points of a picture's place have one colour; false if it lies outside of the drawing. */
function isBlank({ width, height, data }: Drawn, matrix: Matrix): boolean {
  const box = moveBox(matrix, 0, 0, 1, 1);
  const [left, top] = [Math.max(0, Math.ceil(box.left)), Math.max(0, Math.ceil(box.top))];
  const [right, bottom] = [Math.min(width, Math.floor(box.right)), Math.min(height, Math.floor(box.bottom))];
  if (right <= left || bottom <= top) return false;
  const counts = new Map<number, number>();
  const [across, down] = [Math.min(samples, right - left), Math.min(samples, bottom - top)];
  for (let row = 0; row < down; row++)
    for (let column = 0; column < across; column++) {
      const x = left + Math.floor(((column + 0.5) * (right - left)) / across);
      const y = top + Math.floor(((row + 0.5) * (bottom - top)) / down);
      const at = 3 * (y * width + x);
      const colour = (data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!;
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
  return Math.max(...counts.values()) >= blankShare * across * down;
}
