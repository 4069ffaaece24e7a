import type { Box } from '../../../documents/boxes.ts';

/** [a, b, c, d, e, f]: x' = ax + cy + e, y' = bx + dy + f. */
export type Matrix = readonly [number, number, number, number, number, number];

export interface Point {
  x: number;
  y: number;
}

export const identity: Matrix = [1, 0, 0, 1, 0, 0];

export const movePoint = ([a, b, c, d, e, f]: Matrix, { x, y }: Point): Point => ({
  x: a * x + c * y + e,
  y: b * x + d * y + f,
});

/** Returns the matrix that applies `inner` first, then `outer`. */
export function combineMatrices(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d] = inner;
  const origin = movePoint(outer, { x: inner[4], y: inner[5] });
  return [
    outer[0] * a + outer[2] * b,
    outer[1] * a + outer[3] * b,
    outer[0] * c + outer[2] * d,
    outer[1] * c + outer[3] * d,
    origin.x,
    origin.y,
  ];
}

export function invertMatrix([a, b, c, d, e, f]: Matrix): Matrix {
  const by = a * d - b * c;
  return [d / by, -b / by, -c / by, a / by, (c * f - d * e) / by, (b * e - a * f) / by];
}

/** Returns the upright box around a transformed box. */
export function moveBox(matrix: Matrix, { left, top, right, bottom }: Box): Box {
  const corners = [
    movePoint(matrix, { x: left, y: top }),
    movePoint(matrix, { x: right, y: top }),
    movePoint(matrix, { x: left, y: bottom }),
    movePoint(matrix, { x: right, y: bottom }),
  ];
  const xs = corners.map(({ x }) => x);
  const ys = corners.map(({ y }) => y);
  return {
    left: Math.min(...xs),
    top: Math.min(...ys),
    right: Math.max(...xs),
    bottom: Math.max(...ys),
  };
}

/** Rotates and scales one image's centre onto another's, as `sharp` does when it resizes and rotates. */
export function rotateAboutCentres(
  degrees: number,
  scale: number,
  from: { width: number; height: number },
  to: { width: number; height: number },
): Matrix {
  const turn = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn) * scale, Math.sin(turn) * scale];
  const [x, y] = [from.width / 2, from.height / 2];
  return [cos, sin, -sin, cos, to.width / 2 - cos * x + sin * y, to.height / 2 - sin * x - cos * y];
}
