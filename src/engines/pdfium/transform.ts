import type { Box } from '../../documents/boxes.ts';
import type { Pdfium } from './module.ts';
import type { Scratch } from './scratch.ts';

/** x' = a·x + c·y + e, y' = b·x + d·y + f, as PDF writes it. */
export interface Matrix {
  a: number;
  b: number;
  c: number;
  d: number;
  e: number;
  f: number;
}

export const identity: Matrix = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };

/** Combines two transformations: `inner` is applied first, then `outer`. */
export const multiply = (inner: Matrix, outer: Matrix): Matrix => ({
  a: inner.a * outer.a + inner.b * outer.c,
  b: inner.a * outer.b + inner.b * outer.d,
  c: inner.c * outer.a + inner.d * outer.c,
  d: inner.c * outer.b + inner.d * outer.d,
  e: inner.e * outer.a + inner.f * outer.c + outer.e,
  f: inner.e * outer.b + inner.f * outer.d + outer.f,
});

export const movePoint = (m: Matrix, x: number, y: number): [x: number, y: number] => [
  m.a * x + m.c * y + m.e,
  m.b * x + m.d * y + m.f,
];

/** Returns the upright box around a transformed rectangle. */
export function moveBox(m: Matrix, left: number, bottom: number, right: number, top: number): Box {
  const corners = [
    movePoint(m, left, bottom),
    movePoint(m, right, bottom),
    movePoint(m, left, top),
    movePoint(m, right, top),
  ];
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  return {
    left: Math.min(...xs),
    top: Math.min(...ys),
    right: Math.max(...xs),
    bottom: Math.max(...ys),
  };
}

export const readMatrix = (scratch: Scratch): Matrix => ({
  a: scratch.float(0),
  b: scratch.float(1),
  c: scratch.float(2),
  d: scratch.float(3),
  e: scratch.float(4),
  f: scratch.float(5),
});

// Device positions are whole numbers: a point is asked for in this many parts.
const parts = 64;

/** Brings the page's own coordinates to points from the top left of the page as it is shown, crop and rotation applied. */
export function readPageMatrix(
  lib: Pdfium,
  page: number,
  width: number,
  height: number,
  scratch: Scratch,
): Matrix {
  const [across, down] = [Math.round(width * parts), Math.round(height * parts)];
  const toDevice = (x: number, y: number): [number, number] => {
    lib._FPDF_PageToDevice(page, 0, 0, across, down, 0, x, y, scratch.pointer, scratch.pointer + 4);
    return [scratch.int(0) / parts, scratch.int(1) / parts];
  };
  const far = 1000;
  const [e, f] = toDevice(0, 0);
  const [x1, y1] = toDevice(far, 0);
  const [x2, y2] = toDevice(0, far);
  return { a: (x1 - e) / far, b: (y1 - f) / far, c: (x2 - e) / far, d: (y2 - f) / far, e, f };
}
