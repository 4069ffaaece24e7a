import { pairs } from '../../lists.ts';
import type { Point, Region } from './pixels.ts';

/** Finds the convex hull of points, its corners in order. */
function findHull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  const measureTurn = (o: Point, a: Point, b: Point) => (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
  const isPassed = ([before, last]: Point[], next: Point) =>
    before !== undefined && last !== undefined && measureTurn(before, last, next) <= 0;
  const findHalf = (list: readonly Point[]) => {
    const kept: Point[] = [];
    for (const point of list) {
      while (isPassed(kept.slice(-2), point)) kept.pop();
      kept.push(point);
    }
    return kept.slice(0, -1);
  };
  return [...findHalf(sorted), ...findHalf(sorted.reverse())];
}

/**
 * Finds the smallest rectangle around points, however it slants; its text is taken to run to the right, or down where
 * it is high.
 */
export function findSmallestRectangle(points: readonly Point[]): Region {
  const hull = findHull(points);
  let best: Region | undefined;
  for (const [from, to] of pairs([...hull, ...hull.slice(0, 1)])) {
    const long = Math.hypot(to.x - from.x, to.y - from.y);
    if (long === 0) continue;
    const region = boundPoints(hull, { x: (to.x - from.x) / long, y: (to.y - from.y) / long });
    if (!best || region.length * region.height < best.length * best.height) best = region;
  }
  return turnReadable(best ?? boundPoints(points, { x: 1, y: 0 }));
}

function boundPoints(points: readonly Point[], along: Point): Region {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { x, y } of points) {
    const [across, down] = [x * along.x + y * along.y, y * along.x - x * along.y];
    [left, right] = [Math.min(left, across), Math.max(right, across)];
    [top, bottom] = [Math.min(top, down), Math.max(bottom, down)];
  }
  const [u, v] = [(left + right) / 2, (top + bottom) / 2];
  return {
    middle: { x: u * along.x - v * along.y, y: u * along.y + v * along.x },
    along,
    length: right - left,
    height: bottom - top,
  };
}

/** Turns the rectangle so that its text most likely runs to the right. */
function turnReadable({ middle, along, length, height }: Region): Region {
  const level = Math.abs(along.x) >= Math.abs(along.y);
  const turned = level ? along : { x: -along.y, y: along.x };
  const sign = turned.x < 0 ? -1 : 1;
  return {
    middle,
    along: { x: turned.x * sign, y: turned.y * sign },
    length: level ? length : height,
    height: level ? height : length,
  };
}
