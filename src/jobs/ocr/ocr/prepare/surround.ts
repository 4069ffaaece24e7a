import { findPercentile, type Grey, shrinkPage } from '../../../image/scans/grey.ts';
import { findThreshold } from './components.ts';

/** Fine enough to see where the paper ends, and fast. */
const lookLength = 800;
/**
 * The share of the image's border that must be dark: a table or a scanner's lid surrounds the paper on all
 * sides.
 */
const maxEdgeShare = 0.6;
/**
 * The share of the brightness difference that must occur within a few pixels; the edge of a shadow is softer.
 */
const sharpEdge = 0.4;
const step = 3;

/** The area around the paper on a photo or scan. */
export interface Surround {
  /** Returns the page with its surround filled with one grey. */
  paint(page: Grey, grey: number): Grey;
  /** A rectangle that is mostly paper. */
  paper: { left: number; top: number; width: number; height: number };
}

/** Finds the dark surface that the paper lies on, if any: wood grain would be read as letters, and slowly. */
export function findSurround(page: Grey): Surround | undefined {
  const factor = Math.max(1, Math.round(Math.max(page.width, page.height) / lookLength));
  const small = shrinkPage(page, factor);
  const light = findThreshold(small);
  if (measureEdgeShare(small, light) < maxEdgeShare) return undefined;
  const around = markReachedFromEdge(small, light);
  if (!endsSharply(small, around)) return undefined;
  const wide = widenArea(around, small);
  const [across, down] = [
    findExtent(wide, small, at => at % small.width),
    findExtent(wide, small, at => Math.floor(at / small.width)),
  ];
  return {
    paint: (other, grey) => paintArea(other, wide, small, factor, grey),
    paper: {
      left: across.from * factor,
      top: down.from * factor,
      width: across.length * factor,
      height: down.length * factor,
    },
  };
}

/** Returns the range in which most of the paper lies, in one direction. */
function findExtent(around: Uint8Array, { width, height }: Grey, placeOf: (at: number) => number) {
  const counts = new Uint32Array(Math.max(width, height));
  for (let at = 0; at < around.length; at++)
    if (!around[at]) {
      const place = placeOf(at);
      counts[place]!++;
    }
  const [from, to] = [findPercentile(counts, 0.1), findPercentile(counts, 0.9)];
  return { from, length: Math.max(1, to - from) };
}

function findEdges({ width, height }: Grey): number[] {
  const edges: number[] = [];
  for (let x = 0; x < width; x++) edges.push(x, (height - 1) * width + x);
  for (let y = 1; y < height - 1; y++) edges.push(y * width, y * width + width - 1);
  return edges;
}

function measureEdgeShare(page: Grey, light: number): number {
  const edges = findEdges(page);
  return edges.filter(at => page.data[at]! <= light).length / edges.length;
}

/** Marks the dark pixels connected to the border of the image. */
function markReachedFromEdge(page: Grey, light: number): Uint8Array {
  const { width, height, data } = page;
  const reached = new Uint8Array(data.length);
  const next: number[] = [];
  const reach = (at: number) => {
    if (reached[at] || data[at]! > light) return;
    reached[at] = 1;
    next.push(at);
  };
  findEdges(page).forEach(reach);
  for (let at = next.pop(); at !== undefined; at = next.pop()) {
    const x = at % width;
    if (x > 0) reach(at - 1);
    if (x < width - 1) reach(at + 1);
    if (at >= width) reach(at - width);
    if (at < width * (height - 1)) reach(at + width);
  }
  return reached;
}

function endsSharply({ width, height, data }: Grey, around: Uint8Array): boolean {
  let [all, table, tablePixels] = [0, 0, 0];
  for (let at = 0; at < data.length; at++) {
    const shade = data[at]!;
    all += shade;
    if (!around[at]) continue;
    table += shade;
    tablePixels++;
  }
  if (tablePixels === data.length) return false;
  const difference = (all - table) / (data.length - tablePixels) - table / tablePixels;
  const steps: number[] = [];
  for (let y = step; y < height - step; y++)
    for (let x = step; x < width - step; x++) {
      const at = y * width + x;
      for (const ahead of [1, width])
        if (around[at] !== around[at + ahead])
          steps.push(Math.abs(data[at + step * ahead]! - data[at - step * ahead]!));
    }
  steps.sort((a, b) => a - b);
  return (steps[steps.length >> 1] ?? 0) >= difference * sharpEdge;
}

/** Grows the area by one pixel on all sides, where paper and table are mixed. */
function widenArea(around: Uint8Array, { width, height }: Grey): Uint8Array {
  const out = Uint8Array.from(around);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      if (!around[at]) continue;
      if (x > 0) out[at - 1] = 1;
      if (x < width - 1) out[at + 1] = 1;
      if (y > 0) out[at - width] = 1;
      if (y < height - 1) out[at + width] = 1;
    }
  return out;
}

function paintArea(page: Grey, around: Uint8Array, small: Grey, factor: number, grey: number): Grey {
  const data = Uint8Array.from(page.data);
  for (let y = 0; y < page.height; y++) {
    const row = Math.min(small.height - 1, Math.floor(y / factor)) * small.width;
    for (let x = 0, at = y * page.width; x < page.width; x++, at++)
      if (around[row + Math.min(small.width - 1, Math.floor(x / factor))]) data[at] = grey;
  }
  return { ...page, data };
}
