import { runOnnx } from '../run-onnx.ts';
import type { Models } from './models.ts';
import { type Pixels, type Point, type Region, readValue } from './pixels.ts';
import { findSmallestRectangle } from './smallest-rectangle.ts';

/**
 * Thresholds from the model's training: a pixel this likely is text, and a shape is a line if it is this likely on the
 * whole.
 */
const likely = 0.3;
const sure = 0.6;
/** The model marks the heart of a line: this share of it is added all around. */
const grown = 1.6;
const step = 32;
const maxRegions = 2000;
const colours = [
  { mean: 0.485, spread: 0.229 },
  { mean: 0.456, spread: 0.224 },
  { mean: 0.406, spread: 0.225 },
];

/** Finds the lines of text on a page, looked at in a size of `scale`. */
export async function detect(page: Pixels, scale: number, models: Models): Promise<Region[]> {
  const width = Math.max(step, Math.round((page.width * scale) / step) * step);
  const height = Math.max(step, Math.round((page.height * scale) / step) * step);
  const [x, y] = [page.width / width, page.height / height];
  const input = new models.runtime.Tensor('float32', makePlanes(page, width, height), [1, 3, height, width]);
  const map = (await runOnnx(models.detection, input)).data as Float32Array;
  return findShapes(map, width, height).map(points => {
    const region = findSmallestRectangle(points);
    const by = (region.length * region.height * grown) / (2 * (region.length + region.height));
    return growRegion({ ...region, length: region.length + 2 * by, height: region.height + 2 * by }, x, y);
  });
}

function growRegion({ middle, along, length, height }: Region, x: number, y: number): Region {
  const long = Math.hypot(along.x * x, along.y * y);
  return {
    middle: { x: middle.x * x, y: middle.y * y },
    along: { x: (along.x * x) / long, y: (along.y * y) / long },
    length: length * long,
    height: height * Math.hypot(along.y * x, along.x * y),
  };
}

/** Makes three planes of the page in another size, as the model wants its colours. */
function makePlanes(page: Pixels, width: number, height: number): Float32Array {
  const small = resizePage(page, width, height);
  const area = width * height;
  const planes = new Float32Array(3 * area);
  for (const [plane, { mean, spread }] of colours.entries())
    for (let at = 0; at < area; at++) planes[plane * area + at] = (small[at]! / 255 - mean) / spread;
  return planes;
}

function resizePage(page: Pixels, width: number, height: number): Float32Array {
  const out = new Float32Array(width * height);
  const [x, y] = [page.width / width, page.height / height];
  // If many pixels become one, only a few of them are read.
  const looks = Math.max(1, Math.min(4, Math.round(Math.max(x, y))));
  for (let row = 0, at = 0; row < height; row++)
    for (let column = 0; column < width; column++, at++) {
      let sum = 0;
      for (let down = 0; down < looks; down++)
        for (let across = 0; across < looks; across++)
          sum += readValue(
            page,
            (column + (across + 0.5) / looks) * x - 0.5,
            (row + (down + 0.5) / looks) * y - 0.5,
          );
      out[at] = sum / (looks * looks);
    }
  return out;
}

/** Finds the outlines of the shapes that are text on the whole. */
function findShapes(map: Float32Array, width: number, height: number): Point[][] {
  const seen = new Uint8Array(map.length);
  const shapes: Point[][] = [];
  const stack: number[] = [];
  for (let start = 0; start < map.length && shapes.length < maxRegions; start++) {
    if (seen[start] || map[start]! < likely) continue;
    const edges = new Map<number, { left: number; right: number }>();
    let [sum, count] = [0, 0];
    seen[start] = 1;
    stack.push(start);
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      const [x, y] = [at % width, Math.floor(at / width)];
      sum += map[at]!;
      count++;
      const edge = edges.get(y);
      if (!edge) edges.set(y, { left: x, right: x });
      else [edge.left, edge.right] = [Math.min(edge.left, x), Math.max(edge.right, x)];
      for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++)
        for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
          const next = row * width + column;
          if (seen[next] || map[next]! < likely) continue;
          seen[next] = 1;
          stack.push(next);
        }
    }
    if (edges.size < 3 || sum / count < sure) continue;
    shapes.push(
      [...edges].flatMap(([y, { left, right }]) => [
        { x: left, y },
        { x: right + 1, y },
        { x: left, y: y + 1 },
        { x: right + 1, y: y + 1 },
      ]),
    );
  }
  return shapes;
}
