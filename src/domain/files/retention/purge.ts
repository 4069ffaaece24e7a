import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { firstRow } from '../../../db/first-row.ts';

/** Deletes the rows of jobs, batches and runs long after their files are gone, and then those of deleted recipes. */
export async function purge(db: Database, settings: { rowDays: number; batch: number }): Promise<void> {
  const old = sql`completed_at < now() - make_interval(days => ${settings.rowDays})`;
  // An idempotency key is deleted together with the job or run it made.
  const repeatUntilDone = async (deletion: RawBuilder<unknown>) => {
    for (;;) {
      const { rows } = await sql<{ n: number }>`
        with gone as (${deletion} returning id),
          keys as (delete from idempotency_keys where resource_id = any (array(select id from gone)))
        select count(*) as n from gone`.execute(db);
      if (firstRow(rows).n < settings.batch) return;
    }
  };
  // Locked rows are left for the next time, because a batch of the queue locks rows in another order.
  await repeatUntilDone(sql`
    delete from jobs where id in (
      select id from jobs j where ${old} and run_id is null and status in ('expired', 'failed', 'canceled')
        and not exists (select from artifacts where job_id = j.id)
      order by completed_at limit ${settings.batch} for update skip locked)`);
  await repeatUntilDone(sql`
    delete from batches where id in (
      select id from batches where ${old} order by completed_at limit ${settings.batch})`);
  // A run is deleted together with the jobs of its steps. The scalar subquery makes the server check one run at a time, the
  // oldest first.
  await repeatUntilDone(sql`
    delete from recipe_runs where id in (
      select id from recipe_runs r where ${old} and (
        select a.id from artifacts a join jobs j on j.id = a.job_id where j.run_id = r.id limit 1) is null
      order by completed_at limit ${settings.batch})`);
  // Trials of steps that are not saved are runs of a recipe that was deleted from the beginning.
  await repeatUntilDone(sql`
    delete from recipes where id in (
      select id from recipes r where deleted_at < now() - make_interval(days => ${settings.rowDays})
        and not exists (select from recipe_runs where recipe_id = r.id)
        and not exists (select from golden_files where recipe_id = r.id)
      order by deleted_at limit ${settings.batch})`);
}
