import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../db/database.ts';
import { type Attempt, recordAttempts } from '../../domain/outgoing/webhooks/record.ts';
import { persist } from '../persist.ts';

export interface Recorder {
  /** Resolves when the attempt is in the database. */
  add(attempt: Attempt): Promise<void>;
}

/**
 * Writes attempts in batches, one batch at a time: ten thousand responses take one connection, not the whole
 * pool.
 */
export function createRecorder(db: Database, pauseAfterDays: number, log: FastifyBaseLogger): Recorder {
  let waiting: Attempt[] = [];
  let current = Promise.resolve();
  let next: Promise<void> | undefined;

  async function flush(): Promise<void> {
    const batch = waiting;
    waiting = [];
    next = undefined;
    const results = await persist(() => recordAttempts(db, batch, pauseAfterDays), log);
    for (const { consequence, ...about } of results) {
      if (consequence === 'paused')
        log.warn(about, `webhook paused: all deliveries have failed for ${pauseAfterDays} days`);
      else if (consequence === 'disabled') log.warn(about, 'webhook disabled: it answered 410 Gone');
      else if (consequence === 'lost') log.warn(about, 'a delivery took longer than its lease');
    }
  }

  return {
    add(attempt) {
      waiting.push(attempt);
      next ??= current.then(flush);
      const flushed = next;
      current = flushed.catch(() => {});
      return flushed;
    },
  };
}
