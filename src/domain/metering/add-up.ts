import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { firstRow } from '../../db/first-row.ts';

export interface Batches {
  /** Rows that are added up in one transaction. */
  batch: number;
  /** How old they are at least. */
  settledSeconds: number;
}

/** Has the database add up what has come about, batch by batch, so that nobody need count it. */
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
