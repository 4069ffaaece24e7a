import { sql } from 'kysely';
import { limits } from '../../config.ts';
import type { Database } from '../../db/database.ts';

/** Gives a batch of committed events their place and makes their deliveries. Any process may do it; one at a time does. */
async function publishBatch(db: Database, patient: boolean): Promise<{ more: boolean }> {
  const { rows } = await sql<{ n: number }>`
    select events_publish(${limits.publishRows}, ${patient}) as n`.execute(db);
  return { more: rows[0]!.n === limits.publishRows };
}

/** What a deliverer does in a round: a batch, unless another process is at it. */
export const publishSome = (db: Database): Promise<{ more: boolean }> => publishBatch(db, false);

const mostBatches = 20;

/** What a reader does first: everything committed before the call is published after it. */
export async function publishAll(db: Database): Promise<void> {
  for (let batch = 0; batch < mostBatches; batch++) if (!(await publishBatch(db, true)).more) return;
}
