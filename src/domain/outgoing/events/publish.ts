import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { firstRow } from '../../../db/first-row.ts';
import { limits } from '../../../settings/limits.ts';

interface Published {
  /** Whether more events may be waiting to be published. */
  more: boolean;
  queued: number;
}

/** Gives a batch of committed events their positions and makes their deliveries. Any process may do this, one at a time. */
async function publishBatch(db: Database, patient: boolean): Promise<Published> {
  const { rows } = await sql<{ published: number; queued: number }>`
    select published, queued from events_publish(${limits.publishRows}, ${patient})`.execute(db);
  const { published, queued } = firstRow(rows);
  return { more: published === limits.publishRows, queued };
}

/** Publishes one batch, unless another process is publishing. Deliverers do this in every round. */
export const publishSome = (db: Database): Promise<Published> => publishBatch(db, false);

const maxBatches = 20;

/** Publishes everything that was committed before the call, so that whoever reads events misses none. */
export async function publishAll(db: Database): Promise<void> {
  for (let batch = 0; batch < maxBatches; batch++) if (!(await publishBatch(db, true)).more) return;
}
