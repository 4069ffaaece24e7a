import { sql } from 'kysely';
import { ApiError } from '../contract/errors.ts';
import type { Database } from '../db/database.ts';
import type { EngineFacts } from '../db/tables/jobs.ts';

/** A worker not seen for this long no longer speaks for what the installation can run. */
const remembered = sql`interval '1 day'`;

/** Tells the installation what a worker can run. Repeated while it lives. */
export async function registerWorker(
  db: Database,
  id: string,
  engines: Record<string, string>,
  facts: EngineFacts = {},
): Promise<void> {
  await db
    .insertInto('workers')
    .values({ id, engines: JSON.stringify(engines), facts: JSON.stringify(facts) })
    .onConflict(conflict => conflict.column('id').doUpdateSet({ seen_at: sql`now()` }))
    .execute();
}

export async function forgetWorkers(db: Database): Promise<void> {
  await sql`delete from workers where seen_at < now() - ${remembered}
    and id <> (select id from workers order by seen_at desc limit 1)`.execute(db);
}

/** Engines that some worker of this installation has, with a version. */
export async function installedEngines(db: Database): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; version: string }>`
    select key as id, max(value) as version
    from (select engines from workers order by seen_at desc limit 64) w, jsonb_each_text(w.engines) group by key
  `.execute(db);
  return new Map(rows.map(row => [row.id, row.version]));
}

export async function requireEngines(db: Database, jobType: string, needed: string[]): Promise<void> {
  const installed = await installedEngines(db);
  const missing = needed.filter(id => !installed.has(id));
  if (missing.length === 0) return;
  throw new ApiError('feature_not_available', {
    message: `This installation lacks what ${jobType} needs here: ${missing.join(', ')}. \`filemill doctor\` says how to install it.`,
  });
}

/** What callers may choose from, of all engines some worker has. */
export async function installedFacts(db: Database): Promise<EngineFacts> {
  const workers = await db.selectFrom('workers').select('facts').orderBy('seen_at').limit(64).execute();
  return Object.assign({}, ...workers.map(worker => worker.facts));
}
