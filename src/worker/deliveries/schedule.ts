/** Seconds to wait after each failed attempt; the last entry is followed by no attempt. */
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

/** Parses Retry-After to seconds; undefined if it is missing or invalid. */
export function parseRetryAfter(header: string | undefined, now: number, most: number): number | undefined {
  const text = header?.trim() ?? '';
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - now) / 1000;
  return seconds > 0 ? Math.min(seconds, most) : undefined;
}

/**
 * Returns the seconds until the attempt after the `failures`-th failure, never sooner than the receiver
 * asked; undefined if there is none.
 */
export function computeNextWait(
  failures: number,
  asked: number | undefined,
  schedule: readonly number[],
  random: () => number,
): number | undefined {
  const base = schedule[failures - 1];
  if (base === undefined) return undefined;
  return Math.max(base * (1 - jitter + 2 * jitter * random()), asked ?? 0);
}
