import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { firstRow } from '../../db/first-row.ts';

export interface Batches {
  /** Rows that are added up in one transaction. */
  batch: number;
  /** The age from which rows are added up, in seconds: younger ones may still be joined by others. */
  settledSeconds: number;
}

/** Lets the database add new rows to its totals, batch by batch, so that no request has to count them. */
export async function addUp(
  db: Database,
  name: 'usage_add_up' | 'failures_add_up',
  { batch, settledSeconds }: Batches,
): Promise<void> {
  for (let isMore = true; isMore; ) {
    const { rows } = await sql<{ more: boolean }>`
      select ${sql.raw(name)}(${batch}, make_interval(secs => ${settledSeconds})) as more`.execute(db);
    isMore = firstRow(rows).more;
  }
}
