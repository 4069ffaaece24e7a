import type { UsageHistory } from '@filemill/client';
import type { UsageUnit } from '../../../api/usage.ts';

type Window = UsageHistory['windows'][number];

/** Lists all days or months up to now, oldest first: the service leaves out those without usage. */
export function allWindows(used: Window[], unit: UsageUnit, count: number, now: number): Window[] {
  const today = new Date(now);
  const known = new Map(used.map(window => [window.start.slice(0, 10), window]));
  return Array.from({ length: count }, (_, index) => {
    const back = count - 1 - index;
    const start = new Date(
      unit === 'day'
        ? Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() - back)
        : Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back),
    )
      .toISOString()
      .slice(0, 10);
    return known.get(start) ?? { start, operations: 0, credits: 0 };
  });
}
