import { countShades, findPercentile, type Grey, shrinkPage } from './grey.ts';

/** Wide enough to measure a quarter of a degree, and fast. */
const lookWidth = 900;
const furthest = 12;
/** Photos of pages may slant further, which is tried only if no lines stand out at smaller angles. */
const rarely = 25;
const clear = 2;

/** The slant of a page's lines in degrees (positive: they fall to the right), and the confidence in it. */
export interface Skew {
  angle: number;
  /** How much more sharply the lines stand out at this angle than at others; 1 means no difference. */
  sharpness: number;
}

/** Finds the dark pixels in a small copy of the page. */
function measureInk(page: Grey): {
  xs: Float32Array;
  ys: Float32Array;
  width: number;
  height: number;
} {
  const small = shrinkPage(page, Math.max(1, Math.round(Math.max(page.width, page.height) / lookWidth)));
  const { width, height, data } = small;
  const histogram = countShades(data);
  const [dark, light] = [findPercentile(histogram, 0.01), findPercentile(histogram, 0.7)];
  const threshold = dark + (light - dark) * 0.6;
  // The shadow at the border of a scan is not a line of text.
  const margin = Math.round(Math.min(width, height) * 0.02);
  const xs: number[] = [];
  const ys: number[] = [];
  for (let y = margin; y < height - margin; y++)
    for (let x = margin; x < width - margin; x++)
      if (data[y * width + x]! < threshold) {
        xs.push(x);
        ys.push(y);
      }
  return { xs: Float32Array.from(xs), ys: Float32Array.from(ys), width, height };
}

type Ink = ReturnType<typeof measureInk>;

/**
 * Measures how unevenly the ink is distributed over the rows of a sheared page: lines of text make peaks and
 * gaps.
 */
function measureRowContrast({ xs, ys, width, height }: Ink, degrees: number): number {
  const slope = Math.tan((degrees * Math.PI) / 180);
  const reach = Math.ceil(Math.abs(slope) * width);
  const rows = new Float32Array(height + 2 * reach + 2);
  for (let at = 0; at < xs.length; at++) {
    const row = (ys[at]! - slope * xs[at]! + reach) | 0;
    rows[row]!++;
  }
  let sum = 0;
  for (let row = 1; row < rows.length; row++) sum += (rows[row]! - rows[row - 1]!) ** 2;
  return sum;
}

export function measureSkew(page: Grey): Skew {
  const ink = measureInk(page);
  if (ink.xs.length < 50) return { angle: 0, sharpness: 1 };
  const scores: { angle: number; score: number }[] = [];
  const scoreAngle = (angle: number) => scores.push({ angle, score: measureRowContrast(ink, angle) });
  for (let angle = -furthest; angle <= furthest; angle += 0.5) scoreAngle(angle);
  const usual = scores.map(({ score }) => score).sort((a, b) => a - b)[scores.length >> 1]!;
  const findBest = () => scores.reduce((a, b) => (b.score > a.score ? b : a));
  if (findBest().score < usual * clear)
    for (let angle = furthest + 0.5; angle <= rarely; angle += 0.5)
      for (const sign of [-1, 1]) scoreAngle(sign * angle);
  for (const step of [0.25, 0.1, 0.05]) {
    const { angle } = findBest();
    for (const turn of [-2, -1, 1, 2]) scoreAngle(angle + turn * step);
  }
  const { angle, score } = findBest();
  return { angle, sharpness: score / Math.max(1, usual) };
}

/**
 * The ratio by which columns must stand out more clearly than rows, or the reverse, to decide the direction
 * of lines.
 */
const surely = 1.6;
const nearlyLevel = [-1, 0, 1];
const slanting = Array.from({ length: 4 * furthest + 1 }, (_, at) => at / 2 - furthest);

/** Returns whether lines run across the page or down; undefined if that cannot be decided. */
export function findLineDirection(page: Grey): 'across' | 'down' | undefined {
  const ink = measureInk(page);
  if (ink.xs.length < 50) return undefined;
  const onSide = { xs: ink.ys, ys: ink.xs, width: ink.height, height: ink.width };
  const findClearest = (of: Ink, angles: readonly number[]) =>
    Math.max(...angles.map(angle => measureRowContrast(of, angle)));
  for (const angles of [nearlyLevel, slanting]) {
    const [rows, columns] = [findClearest(ink, angles), findClearest(onSide, angles)];
    if (rows > columns * surely) return 'across';
    // The lines of a slanted page stand out in neither direction if only small angles are tried.
    if (columns > rows * surely && angles === slanting) return 'down';
  }
  return undefined;
}
