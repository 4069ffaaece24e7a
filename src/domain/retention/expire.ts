import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { firstRow } from '../../db/first-row.ts';
import type { Storage } from '../../storage/storage.ts';
import { sweepPartials } from '../uploads/discard.ts';

/** Ends jobs whose time is over and erases their files, in small transactions, so that it may be killed at any point. */
export async function expire(
  db: Database,
  storage: Storage,
  batch: number,
): Promise<{ jobs: number; files: number }> {
  const total = { jobs: 0, files: 0 };
  for (;;) {
    const { rows } = await sql<{ n: number }>`select jobs_expire(${batch}) as n`.execute(db);
    total.jobs += firstRow(rows).n;
    if (firstRow(rows).n < batch) break;
  }
  for (;;) {
    const { rows } = await sql<{ key: string }>`select artifacts_expire(${batch}) as key`.execute(db);
    await Promise.allSettled(rows.map(row => storage.remove(row.key)));
    total.files += rows.length;
    if (rows.length < batch) break;
  }
  await sweepPartials(db, storage, batch);
  return total;
}
