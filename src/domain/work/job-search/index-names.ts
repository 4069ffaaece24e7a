import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { limits } from '../../../settings/limits.ts';

/** Indexes the names of jobs' files in stretches of jobs, so that a search need not read every job. */
export async function indexNames(db: Database): Promise<void> {
  const gather = sql`names_gather(id, ${limits.nameStretchJobs}, make_interval(secs => ${limits.namesSettleSeconds}))`;
  let { rows } = await sql<{ id: string }>`select id from workspaces where ${gather}`.execute(db);
  // Each transaction indexes one stretch of a workspace, so that it stays short even with a million jobs to index.
  while (rows.length > 0)
    ({ rows } = await sql<{ id: string }>`
      select id from workspaces where id = any (${rows.map(({ id }) => id)}) and ${gather}`.execute(db));
}
