import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';

const tries = 8;
const longestMs = 4000;

/**
 * Says a word to the database that must not be lost to a restart of it. All of them are fenced by the attempt number,
 * so that saying one twice does nothing the second time.
 */
export async function persist<T>(word: () => Promise<T>, log: FastifyBaseLogger): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await word();
    } catch (error) {
      if (attempt === tries) throw error;
      log.warn({ err: error, attempt }, 'the database did not take it; trying again');
      await sleep(Math.min(longestMs, 100 * 2 ** attempt));
    }
  }
}
