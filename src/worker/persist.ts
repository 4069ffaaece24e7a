import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';

const tries = 8;
const longestMs = 4000;

/**
 * Repeats a statement that must not be lost when the database restarts. All such statements are fenced by the
 * attempt number, so repeating one changes nothing.
 */
export async function persist<T>(send: () => Promise<T>, log: FastifyBaseLogger): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send();
    } catch (error) {
      if (attempt === tries) throw error;
      log.warn({ err: error, attempt }, 'the database did not respond; retrying');
      await sleep(Math.min(longestMs, 100 * 2 ** attempt));
    }
  }
}
