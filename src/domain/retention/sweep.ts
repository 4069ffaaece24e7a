import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Storage } from '../../storage/storage.ts';

export interface SweepSettings {
  batch: number;
  /** A file younger than this is left alone: its row may be about to be written. */
  orphanMinutes: number;
  now: number;
}

type Listed = { key: string; modifiedAt: Date };

async function* readBatches(
  files: AsyncIterable<Listed>,
  olderThan: number,
  size: number,
): AsyncIterable<string[]> {
  let keys: string[] = [];
  for await (const file of files) {
    if (file.modifiedAt.getTime() > olderThan) continue;
    keys.push(file.key);
    if (keys.length < size) continue;
    yield keys;
    keys = [];
  }
  if (keys.length > 0) yield keys;
}

/** Removes those of the stored files that no row names. Returns how many. A server that only reads is not believed: it may be behind. */
export async function removeUnnamed(db: Database, storage: Storage, keys: string[]): Promise<number> {
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${keys}::text[]) as key
    where current_setting('transaction_read_only') = 'off'
      and not exists (select from artifacts where storage_key = key)`.execute(db);
  await Promise.allSettled(rows.map(({ key }) => storage.remove(key)));
  return rows.length;
}

/** Removes the stored files that no row names. */
export async function sweep(db: Database, storage: Storage, settings: SweepSettings): Promise<number> {
  const olderThan = settings.now - settings.orphanMinutes * 60_000;
  let removed = 0;
  for await (const keys of readBatches(storage.list(), olderThan, settings.batch))
    removed += await removeUnnamed(db, storage, keys);
  return removed;
}
