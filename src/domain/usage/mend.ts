import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';

/** Compares what is counted of each workspace's storage with what is there, and mends it. Returns where it was wrong. */
export async function mendStorageCounters(db: Database): Promise<{ workspaceId: string; wrongBy: number }[]> {
  const { rows } = await sql<{ workspaceId: string; wrongBy: number }>`
    select ws as "workspaceId", wrong_by as "wrongBy" from storage_mend()`.execute(db);
  return rows;
}
