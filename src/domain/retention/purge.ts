import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';

/** Rows of ended jobs stay readable long after their files are gone, but not for ever. */
export async function purge(db: Database, settings: { rowDays: number; batch: number }): Promise<void> {
  await sql`
    delete from jobs where id in (
      select id from jobs j where completed_at < now() - make_interval(days => ${settings.rowDays})
        and status in ('expired', 'failed', 'canceled') and not exists (select from artifacts where job_id = j.id)
      order by completed_at limit ${settings.batch})`.execute(db);
  await sql`
    delete from idempotency_keys k where created_at < now() - interval '24 hours'
      and not exists (select from jobs where id = k.resource_id)`.execute(db);
}
