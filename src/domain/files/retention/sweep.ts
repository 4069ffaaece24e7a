import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { Storage } from '../../../storage/storage.ts';

export interface SweepSettings {
  batch: number;
  /** A file younger than this is left alone: its row may be about to be written. */
  orphanMinutes: number;
  now: number;
  /**
   * Files that no row named at the last sweep. Other files are left alone, because a file that is just being stored looks old if
   * somebody sets the clock forward.
   */
  seenBefore?: ReadonlySet<string>;
}

export interface Swept {
  removed: number;
  /** Files that no row names. The next sweep removes them if that is still so. */
  unnamed: Set<string>;
}

/** The most files that are remembered between two sweeps. */
const maxUnnamed = 100_000;

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

/** Lists the keys that no row names. A read-only server counts none as unnamed, because it may be a standby that is behind. */
async function listUnnamed(db: Database, keys: string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${keys}::text[]) as key
    where current_setting('transaction_read_only') = 'off'
      and not exists (select from artifacts where storage_key = key)
      and not exists (select from previews where storage_key = key)`.execute(db);
  return rows.map(({ key }) => key);
}

const remove = (storage: Storage, keys: string[]) => Promise.allSettled(keys.map(key => storage.remove(key)));

/** Removes the files with these keys, except for those that a row names. */
export async function removeUnnamed(db: Database, storage: Storage, keys: string[]): Promise<void> {
  await remove(storage, await listUnnamed(db, keys));
}

/** Removes the stored files that no row names. */
export async function sweep(db: Database, storage: Storage, settings: SweepSettings): Promise<Swept> {
  const { seenBefore, batch } = settings;
  const olderThan = settings.now - settings.orphanMinutes * 60_000;
  const swept: Swept = { removed: 0, unnamed: new Set() };
  for await (const keys of readBatches(storage.list(), olderThan, batch)) {
    const unnamed = await listUnnamed(db, keys);
    const certain = unnamed.filter(key => !seenBefore || seenBefore.has(key));
    await remove(storage, certain);
    swept.removed += certain.length;
    for (const key of unnamed)
      if (!certain.includes(key) && swept.unnamed.size < maxUnnamed) swept.unnamed.add(key);
  }
  return swept;
}
