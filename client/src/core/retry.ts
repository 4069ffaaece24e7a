import { pause } from './abort.ts';
import { FilemillError } from './errors.ts';

export interface RetryOptions {
  /** How often a request is repeated before its error is thrown. */
  retries: number;
  /** The first delay; each further one is twice as long, ± 50 %. */
  firstDelayMs: number;
  maxDelayMs: number;
  /** If the server asks for a longer delay than this, its error is thrown instead. */
  maxRetryAfterMs: number;
}

export const defaultRetry: RetryOptions = {
  retries: 4,
  firstDelayMs: 500,
  maxDelayMs: 8000,
  maxRetryAfterMs: 65_000,
};

/** Errors that mean that nothing was done, so repeating the request is always safe. */
const refusedForNow = new Set(['rate_limited', 'unavailable']);
/** Returns true if the outcome is unknown. Such a request is repeated only if it is idempotent. */
const isLost = (error: FilemillError): boolean =>
  error.code === 'connection_failed' ||
  (error.code === 'unexpected_answer' && [502, 503, 504].includes(error.status));

export const isPassing = (error: unknown, repeatable: boolean): error is FilemillError =>
  error instanceof FilemillError && (refusedForNow.has(error.code) || (repeatable && isLost(error)));

/** Returns the delay before the next try; undefined if there is none. */
export function computeDelay(
  error: unknown,
  attempt: number,
  repeatable: boolean,
  retry: RetryOptions,
): number | undefined {
  if (attempt >= retry.retries || !isPassing(error, repeatable)) return undefined;
  const asked = (error.retryAfter ?? 0) * 1000;
  if (asked > retry.maxRetryAfterMs) return undefined;
  const backoff = Math.min(retry.maxDelayMs, retry.firstDelayMs * 2 ** attempt) * (0.5 + Math.random());
  return Math.max(asked, backoff);
}

export async function withRetries<T>(
  work: () => Promise<T>,
  {
    retry,
    repeatable,
    signal,
  }: { retry: RetryOptions; repeatable: boolean; signal: AbortSignal | undefined },
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const delay = computeDelay(error, attempt, repeatable, retry);
      if (delay === undefined) throw error;
      await pause(delay, signal);
    }
  }
}
