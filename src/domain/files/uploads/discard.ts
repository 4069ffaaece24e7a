import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { Storage } from '../../../storage/storage.ts';
import { makePartialKey } from './keys.ts';

/** Erases a job's unfinished uploads. A sender that goes on is told that the job takes no more uploads. */
export async function discardPartials(
  storage: Storage,
  job: { id: string; inputs: { index: number }[] },
): Promise<void> {
  const keys = job.inputs.map(({ index }) => makePartialKey({ jobId: job.id, index }));
  // A file that cannot be removed now is removed by the sweeper, since the job takes no more uploads.
  await Promise.allSettled(keys.map(key => storage.partial.discard(key)));
}

/** Erases the unfinished uploads of jobs that no longer wait for them, whatever their age. Returns how many. */
export async function sweepPartials(db: Database, storage: Storage, batch: number): Promise<number> {
  let removed = 0;
  async function sweep(keys: string[]): Promise<void> {
    const { rows } = await sql<{ key: string }>`
      select key from unnest(${keys}::text[]) as key
      where not exists (select from jobs where id = split_part(key, '/', 1) and status = 'pending'
        and deleted_at is null)`.execute(db);
    await Promise.allSettled(rows.map(({ key }) => storage.partial.discard(key)));
    removed += rows.length;
  }
  let keys: string[] = [];
  for await (const { key } of storage.partial.list()) {
    if (keys.push(key) < batch) continue;
    await sweep(keys);
    keys = [];
  }
  if (keys.length > 0) await sweep(keys);
  return removed;
}
