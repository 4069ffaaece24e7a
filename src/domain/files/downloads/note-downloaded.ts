import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { firstRow } from '../../../db/first-row.ts';
import { limits } from '../../../settings/limits.ts';
import type { Storage } from '../../../storage/storage.ts';
import { expireDue } from '../retention/expire.ts';

/** Notes that outputs of one job were downloaded completely, and deletes the files of a job or run that wants no more. */
export async function noteDownloaded(
  db: Database,
  storage: Storage,
  artifactIds: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ over: boolean }>`select outputs_downloaded(${artifactIds}) as over`.execute(
    db,
  );
  if (firstRow(rows).over) await expireDue(db, storage, limits.sweepRows);
}
