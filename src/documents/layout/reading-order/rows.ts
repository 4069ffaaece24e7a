import type { Placed } from '../page.ts';

/** Sorts elements from top to bottom, and those at the same height from left to right. */
export function sortRows<P extends Placed>(items: readonly P[]): P[] {
  const sorted = [...items].sort((a, b) => (a.line?.baseline ?? a.top) - (b.line?.baseline ?? b.top));
  const rows: P[][] = [];
  for (const item of sorted) {
    const row = rows.at(-1);
    const first = row?.[0];
    const isBeside =
      first?.line &&
      item.line &&
      item.line.baseline - first.line.baseline < 0.3 * Math.min(first.line.size, item.line.size);
    if (row && isBeside) row.push(item);
    else rows.push([item]);
  }
  return rows.flatMap(row => row.sort((a, b) => a.left - b.left));
}
