/** Seconds to wait after each failed attempt; after the last one there is none. */
export const retrySeconds: readonly number[] = [
  5,
  5 * 60,
  30 * 60,
  2 * 3600,
  5 * 3600,
  10 * 3600,
  14 * 3600,
  20 * 3600,
  24 * 3600,
];

const jitter = 0.15;

/** What Retry-After asks for, in seconds; undefined where it says nothing sensible. */
export function retryAfter(header: string | undefined, now: number, most: number): number | undefined {
  const text = header?.trim() ?? '';
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - now) / 1000;
  return seconds > 0 ? Math.min(seconds, most) : undefined;
}

/** Seconds until the attempt after the `failures`-th failure: never sooner than the receiver asked. Undefined: none. */
export function nextWait(
  failures: number,
  asked: number | undefined,
  schedule: readonly number[],
  random: () => number,
): number | undefined {
  const base = schedule[failures - 1];
  if (base === undefined) return undefined;
  return Math.max(base * (1 - jitter + 2 * jitter * random()), asked ?? 0);
}
