import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { firstRow } from '../../../db/first-row.ts';
import type { Storage } from '../../../storage/storage.ts';
import { type Damage, findDamage, type Known, noteDamage, noteDigest } from './damage.ts';

interface StoredArtifact extends Known {
  id: string;
  storage_key: string;
}

export interface Finding {
  artifactId: string;
  damage: Damage;
}

const listStoredArtifacts = async (db: Database, after: string, most: number): Promise<StoredArtifact[]> =>
  (
    await sql<StoredArtifact>`select id, storage_key, size, sha256 from artifacts where id > ${after} order by id limit ${most}`.execute(
      db,
    )
  ).rows;

/** Reads one stored file and records whether it is damaged. */
async function checkFile(db: Database, storage: Storage, kept: StoredArtifact): Promise<Finding | undefined> {
  const reading = storage.digest(kept.storage_key);
  const damage = await findDamage(reading, kept);
  if (!damage) {
    if (kept.sha256 === null) await noteDigest(db, kept.storage_key, (await reading).sha256);
    await sql`delete from damaged_files where artifact_id = ${kept.id}`.execute(db);
    return undefined;
  }
  return (await noteDamage(db, kept.storage_key, damage)) ? { artifactId: kept.id, damage } : undefined;
}

/** Reads every stored file once, calls `onFinding` for each damaged one, and returns how many files were read. */
export async function scrubAll(
  db: Database,
  storage: Storage,
  onFinding: (finding: Finding) => void,
): Promise<number> {
  let read = 0;
  let after = '';
  for (;;) {
    const kept = await listStoredArtifacts(db, after, 500);
    for (const each of kept) {
      const finding = await checkFile(db, storage, each);
      if (finding) onFinding(finding);
    }
    read += kept.length;
    const last = kept.at(-1);
    if (!last) return read;
    after = last.id;
  }
}

export interface ScrubSettings {
  files: number;
  bytes: number;
  /** The days from the end of one round to the beginning of the next. */
  days: number;
}

/** Reads the next stored files of the current round. Returns the damaged ones. */
export async function scrub(db: Database, storage: Storage, settings: ScrubSettings): Promise<Finding[]> {
  const { rows } = await sql<{ after: string; resting: boolean }>`
    select after, after = '' and coalesce(ended_at > now() - make_interval(days => ${settings.days}), false) as resting
      from scrub`.execute(db);
  const { after, resting } = firstRow(rows);
  if (resting) return [];
  const findings: Finding[] = [];
  let last = after;
  let bytes = 0;
  const kept = await listStoredArtifacts(db, after, settings.files);
  for (const each of kept) {
    if (bytes > settings.bytes) break;
    const finding = await checkFile(db, storage, each);
    if (finding) findings.push(finding);
    bytes += each.size;
    last = each.id;
  }
  if (last === after)
    await sql`
      with gone as (delete from damaged_files d where not exists (select from artifacts a where a.id = d.artifact_id))
      update scrub set after = '', ended_at = now()`.execute(db);
  else await sql`update scrub set after = ${last}`.execute(db);
  return findings;
}
