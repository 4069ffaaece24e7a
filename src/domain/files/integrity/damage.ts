import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { firstRow } from '../../../db/first-row.ts';
import { MissingFile, type Storage, type Stored } from '../../../storage/storage.ts';

export type Damage = 'missing' | 'length' | 'content';

/** The error for a stored file whose bytes are no longer those that were stored. */
export class DamagedFile extends Error {
  readonly damage: Damage;

  constructor(key: string, damage: Damage) {
    super(`the stored file ${key} is damaged: ${damage}`);
    this.name = 'DamagedFile';
    this.damage = damage;
  }
}

/** The recorded size and digest of a stored file. The digest of a large file is unknown until it has been read whole. */
export interface Known {
  size: number;
  sha256: string | null;
}

/** Records the digest of a file that nobody had read before. */
export async function noteDigest(db: Database, key: string, sha256: string): Promise<void> {
  await sql`
    with learned as (update artifacts set sha256 = ${sha256} where storage_key = ${key} and sha256 is null returning id)
    update job_inputs i set sha256 = ${sha256} from learned where i.artifact_id = learned.id`.execute(db);
}

const isOther = (sha256: string, known: Known): boolean => known.sha256 !== null && sha256 !== known.sha256;

/** Compares a stored file with its recorded size and digest. Returns undefined if it is intact. */
export async function findDamage(reading: Promise<Stored>, expected: Known): Promise<Damage | undefined> {
  try {
    const { size, sha256 } = await reading;
    if (size !== expected.size) return 'length';
    return isOther(sha256, expected) ? 'content' : undefined;
  } catch (error) {
    if (error instanceof MissingFile) return 'missing';
    throw error;
  }
}

/** Reads a small stored file. Throws if its bytes are not those that were stored. */
export async function readUndamaged(storage: Storage, key: string, expected: Known): Promise<Buffer> {
  try {
    const content = await storage.read(key);
    const bytes = Buffer.isBuffer(content) ? content : Buffer.concat(await content.toArray());
    if (bytes.length !== expected.size) throw new DamagedFile(key, 'length');
    if (isOther(hash('sha256', bytes, 'hex'), expected)) throw new DamagedFile(key, 'content');
    return bytes;
  } catch (error) {
    throw error instanceof MissingFile ? new DamagedFile(key, 'missing') : error;
  }
}

/** Records that a file is damaged. Returns false if it was erased in the meantime. */
export async function noteDamage(db: Database, key: string, damage: Damage): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into damaged_files as d (artifact_id, problem)
      select id, ${damage} from artifacts where storage_key = ${key}
      on conflict (artifact_id) do update set problem = excluded.problem`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

export async function countDamagedFiles(db: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count((select a.id from artifacts a where a.id = d.artifact_id)) as n from damaged_files d`.execute(
    db,
  );
  return firstRow(rows).n;
}
