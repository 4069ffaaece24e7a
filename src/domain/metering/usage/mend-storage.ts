import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';

/** Compares each workspace's storage counter with its files and corrects it. Returns the workspaces where it was wrong. */
export async function mendStorageCounters(db: Database): Promise<{ workspaceId: string; wrongBy: number }[]> {
  const { rows } = await sql<{ workspaceId: string; wrongBy: number }>`
    select ws as "workspaceId", wrong_by as "wrongBy" from storage_mend()`.execute(db);
  return rows;
}
