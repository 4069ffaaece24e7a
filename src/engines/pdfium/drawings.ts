import type { Box } from '../../documents/boxes.ts';
import type { Fill } from '../../documents/source.ts';
import type { Pdfium } from './module.ts';
import type { Scratch } from './scratch.ts';
import { identity, type Matrix, moveBox, movePoint, multiply, readMatrix } from './transform.ts';

export interface Drawings {
  rules: Box[];
  fills: Fill[];
  images: Box[];
  dots: Box[];
  ticks: Box[];
  shapes: Box[];
}

const objectType = { path: 2, image: 3, shading: 4, form: 5 };
const segmentType = { line: 0, move: 2 };
/** Wider strokes and fills are shapes, not lines. */
const thickestRule = 3;
const shortestRule = 3.2;
/** A page with more is a map or a drawing, which has no tables to find. */
const maxObjects = 20_000;
const maxSegments = 60_000;
const maxRules = 6000;
const deepestForm = 8;
/** Bullets are drawn this large, in points, and nearly as wide as high. */
const [smallestDot, largestDot] = [1.2, 9];
const dotShape = 1.4;
const maxDots = 2000;
/** A tick or cross is at most this large, in points, and has a line that is this slanted. */
const largestTick = 20;
const minSlant = 1.5;
const maxShapes = 5000;
const white = 0xf0f0f0;

class Collector {
  readonly #lib: Pdfium;
  readonly #scratch: Scratch;
  readonly found: Drawings = { rules: [], fills: [], images: [], dots: [], ticks: [], shapes: [] };
  #objects = 0;
  #segments = 0;

  constructor(lib: Pdfium, scratch: Scratch) {
    this.#lib = lib;
    this.#scratch = scratch;
  }

  page(page: number, matrix: Matrix): void {
    const count = this.#lib._FPDFPage_CountObjects(page);
    for (let index = 0; index < count; index++)
      this.#object(this.#lib._FPDFPage_GetObject(page, index), matrix, 0);
  }

  #matrixOf(object: number): Matrix {
    return this.#lib._FPDFPageObj_GetMatrix(object, this.#scratch.pointer)
      ? readMatrix(this.#scratch)
      : identity;
  }

  #object(object: number, matrix: Matrix, depth: number): void {
    if (++this.#objects > maxObjects) return;
    const type = this.#lib._FPDFPageObj_GetType(object);
    if (type === objectType.path) this.#path(object, multiply(this.#matrixOf(object), matrix));
    else if (type === objectType.image)
      this.found.images.push(moveBox(multiply(this.#matrixOf(object), matrix), 0, 0, 1, 1));
    else if (type === objectType.shading) this.#shading(object, matrix);
    else if (type === objectType.form && depth < deepestForm) {
      const own = multiply(this.#matrixOf(object), matrix);
      const count = this.#lib._FPDFFormObj_CountObjects(object);
      for (let index = 0; index < count; index++)
        this.#object(this.#lib._FPDFFormObj_GetObject(object, index), own, depth + 1);
    }
  }

  #shading(object: number, matrix: Matrix): void {
    const { pointer } = this.#scratch;
    const [left, bottom, right, top] = [pointer, pointer + 4, pointer + 8, pointer + 12];
    if (!this.#lib._FPDFPageObj_GetBounds(object, left, bottom, right, top)) return;
    const [a, b, c, d] = [0, 1, 2, 3].map(at => this.#scratch.float(at));
    this.found.fills.push({ ...moveBox(matrix, a!, b!, c!, d!), colour: 0x808080 });
  }

  #path(object: number, matrix: Matrix): void {
    const { pointer } = this.#scratch;
    if (!this.#lib._FPDFPath_GetDrawMode(object, pointer, pointer + 4)) return;
    const [isFilled, isStroked] = [this.#scratch.int(0) !== 0, this.#scratch.int(1) !== 0];
    if (!isFilled && !isStroked) return;
    const count = this.#lib._FPDFPath_CountSegments(object);
    this.#segments += count;
    if (this.#segments > maxSegments || this.found.rules.length > maxRules) return;
    const colour = isFilled ? this.#colourOf(object) : undefined;
    const isDark = colour !== undefined && colour < white;
    for (const part of this.#partsOf(object, count, matrix)) {
      // A square that is only stroked is a box to tick.
      if (isDark || (isStroked && part.curved)) this.#dot(part);
      if (isDark || isStroked) {
        this.#tick(part);
        this.#shape(part);
      }
      if (isStroked) this.#strokes(part);
      if (colour !== undefined) this.#fill(part, colour);
    }
  }

  /** Returns the colour of the fill; undefined if it is transparent. */
  #colourOf(object: number): number | undefined {
    const { pointer } = this.#scratch;
    const known = this.#lib._FPDFPageObj_GetFillColor(
      object,
      pointer,
      pointer + 4,
      pointer + 8,
      pointer + 12,
    );
    if (!known) return 0;
    const [red, green, blue, alpha] = [0, 1, 2, 3].map(at => this.#scratch.int(at));
    return alpha! < 16 ? undefined : (red! << 16) | (green! << 8) | blue!;
  }

  *#partsOf(object: number, count: number, matrix: Matrix): Generator<Part> {
    const { pointer } = this.#scratch;
    let part: Part = { points: [], curved: false };
    for (let index = 0; index < count; index++) {
      const segment = this.#lib._FPDFPath_GetPathSegment(object, index);
      const type = this.#lib._FPDFPathSegment_GetType(segment);
      if (!this.#lib._FPDFPathSegment_GetPoint(segment, pointer, pointer + 4)) continue;
      const point = movePoint(matrix, this.#scratch.float(0), this.#scratch.float(1));
      if (type === segmentType.move) {
        if (part.points.length > 1) yield part;
        part = { points: [point], curved: false };
      } else {
        if (type !== segmentType.line) part.curved = true;
        part.points.push(point);
      }
      const first = part.points[0];
      if (first && this.#lib._FPDFPathSegment_GetClose(segment)) part.points.push(first);
    }
    if (part.points.length > 1) yield part;
  }

  #dot({ points }: Part): void {
    const { left, top, right, bottom } = findBounds(points);
    const [width, height] = [right - left, bottom - top];
    const [small, large] = [Math.min(width, height), Math.max(width, height)];
    if (small < smallestDot || large > largestDot || large > dotShape * small) return;
    if (this.found.dots.length < maxDots) this.found.dots.push({ left, top, right, bottom });
  }

  #tick({ points }: Part): void {
    if (this.found.ticks.length >= maxDots) return;
    const box = findBounds(points);
    if (points.some(isSlanted) && Math.max(box.right - box.left, box.bottom - box.top) <= largestTick)
      this.found.ticks.push(box);
  }

  #shape({ points, curved }: Part): void {
    if (this.found.shapes.length >= maxShapes || !(curved || points.some(isSlanted))) return;
    const box = findBounds(points);
    if (Math.max(box.right - box.left, box.bottom - box.top) > largestDot) this.found.shapes.push(box);
  }

  #strokes({ points, curved }: Part): void {
    if (curved && points.length > 40) return;
    for (let at = 1; at < points.length; at++) {
      const [x0, y0] = points[at - 1]!;
      const [x1, y1] = points[at]!;
      const [dx, dy] = [Math.abs(x1 - x0), Math.abs(y1 - y0)];
      if (Math.min(dx, dy) > 0.7 || Math.max(dx, dy) < shortestRule) continue;
      this.found.rules.push({
        left: Math.min(x0, x1),
        top: Math.min(y0, y1),
        right: Math.max(x0, x1),
        bottom: Math.max(y0, y1),
      });
    }
  }

  #fill({ points }: Part, colour: number): void {
    const box = findBounds(points);
    const [width, height] = [box.right - box.left, box.bottom - box.top];
    if (Math.min(width, height) > thickestRule) this.found.fills.push({ ...box, colour });
    else if (Math.max(width, height) >= shortestRule) this.found.rules.push(box);
  }
}

/** Returns true if the line that leads to a point runs neither across nor down the page. */
function isSlanted([x, y]: Part['points'][number], at: number, points: Part['points']): boolean {
  const before = points[at - 1];
  return before !== undefined && Math.abs(x - before[0]) > minSlant && Math.abs(y - before[1]) > minSlant;
}

function findBounds(points: Part['points']): Box {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

interface Part {
  points: [x: number, y: number][];
  curved: boolean;
}

/** Lines, filled areas and pictures of a page, also those inside form objects. */
export function readDrawings(lib: Pdfium, page: number, matrix: Matrix, scratch: Scratch): Drawings {
  const collector = new Collector(lib, scratch);
  collector.page(page, matrix);
  return collector.found;
}
