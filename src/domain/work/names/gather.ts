import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { limits } from '../../../settings/limits.ts';

/** Notes what the files of jobs are called, stretch by stretch, so that a search need not look at every job. */
export async function gatherNames(db: Database): Promise<void> {
  const gather = sql`names_gather(id, ${limits.nameStretchJobs}, make_interval(secs => ${limits.namesSettleSeconds}))`;
  let { rows } = await sql<{ id: string }>`select id from workspaces where ${gather}`.execute(db);
  // One of each workspace at a time: transactions stay short, also where a million jobs were there before.
  while (rows.length > 0)
    ({ rows } = await sql<{ id: string }>`
      select id from workspaces where id = any (${rows.map(({ id }) => id)}) and ${gather}`.execute(db));
}
