import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { MissingFile, type Storage, type Stored } from '../../storage/storage.ts';

export type Damage = 'missing' | 'length' | 'content';

/** Thrown for a stored file whose bytes are no longer those that were stored. */
export class DamagedFile extends Error {
  readonly damage: Damage;

  constructor(key: string, damage: Damage) {
    super(`the stored file ${key} is damaged: ${damage}`);
    this.name = 'DamagedFile';
    this.damage = damage;
  }
}

/** Compares a stored file with what was stored, and says what is wrong; undefined where nothing is. */
export async function findDamage(reading: Promise<Stored>, expected: Stored): Promise<Damage | undefined> {
  try {
    const { size, sha256 } = await reading;
    if (size !== expected.size) return 'length';
    return sha256 === expected.sha256 ? undefined : 'content';
  } catch (error) {
    if (error instanceof MissingFile) return 'missing';
    throw error;
  }
}

/** Reads a small stored file. Throws where its bytes are not those that were stored. */
export async function readUndamaged(storage: Storage, key: string, expected: Stored): Promise<Buffer> {
  try {
    const content = await storage.read(key);
    const bytes = Buffer.isBuffer(content) ? content : Buffer.concat(await content.toArray());
    if (bytes.length !== expected.size) throw new DamagedFile(key, 'length');
    if (hash('sha256', bytes, 'hex') !== expected.sha256) throw new DamagedFile(key, 'content');
    return bytes;
  } catch (error) {
    throw error instanceof MissingFile ? new DamagedFile(key, 'missing') : error;
  }
}

/** Records that a file is damaged. Returns false where it was erased in the meantime. */
export async function noteDamage(db: Database, key: string, damage: Damage): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into damaged_files as d (artifact_id, problem)
      select id, ${damage} from artifacts where storage_key = ${key}
      on conflict (artifact_id) do update set problem = excluded.problem`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

export async function countDamagedFiles(db: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from damaged_files d join artifacts a on a.id = d.artifact_id`.execute(db);
  return rows[0]!.n;
}
