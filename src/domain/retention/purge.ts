import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/database.ts';

/** Deletes the rows of jobs and runs long after their files are gone. */
export async function purge(db: Database, settings: { rowDays: number; batch: number }): Promise<void> {
  const old = sql`completed_at < now() - make_interval(days => ${settings.rowDays})`;
  const repeatUntilDone = async (statement: RawBuilder<unknown>) => {
    for (;;) {
      const { numAffectedRows = 0n } = await statement.execute(db);
      if (numAffectedRows < BigInt(settings.batch)) return;
    }
  };
  await repeatUntilDone(sql`
    delete from jobs where id in (
      select id from jobs j where ${old} and run_id is null and status in ('expired', 'failed', 'canceled')
        and not exists (select from artifacts where job_id = j.id)
      order by completed_at limit ${settings.batch})`);
  // A run is deleted together with the jobs of its steps.
  await repeatUntilDone(sql`
    delete from recipe_runs where id in (
      select id from recipe_runs r where ${old} and not exists (
        select from artifacts a join jobs j on j.id = a.job_id where j.run_id = r.id)
      order by completed_at limit ${settings.batch})`);
  await sql`
    delete from idempotency_keys k where created_at < now() - interval '24 hours'
      and not exists (select from jobs where id = k.resource_id)
      and not exists (select from recipe_runs where id = k.resource_id)`.execute(db);
}
