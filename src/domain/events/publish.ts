import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { firstRow } from '../../db/first-row.ts';
import { limits } from '../../limits.ts';

interface Published {
  /** More events may wait for their place. */
  more: boolean;
  /** How many deliveries were made. */
  queued: number;
}

/** Gives a batch of committed events their place and makes their deliveries. Any process may do it; one at a time does. */
async function publishBatch(db: Database, patient: boolean): Promise<Published> {
  const { rows } = await sql<{ published: number; queued: number }>`
    select published, queued from events_publish(${limits.publishRows}, ${patient})`.execute(db);
  const { published, queued } = firstRow(rows);
  return { more: published === limits.publishRows, queued };
}

/** What a deliverer does in a round: a batch, unless another process is at it. */
export const publishSome = (db: Database): Promise<Published> => publishBatch(db, false);

const mostBatches = 20;

/** What a reader does first: everything committed before the call is published after it. */
export async function publishAll(db: Database): Promise<void> {
  for (let batch = 0; batch < mostBatches; batch++) if (!(await publishBatch(db, true)).more) return;
}
