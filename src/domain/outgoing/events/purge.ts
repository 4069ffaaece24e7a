import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';

/** The smallest UUIDv7 of a time. Old events are found by their ids. */
const madeBefore = sql`(lpad(to_hex((extract(epoch from now() -
  make_interval(secs => (select min(retention_seconds) from plans))) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`;

/** Deletes events past their workspace's retention, with their deliveries, unless a delivery is still pending. */
export async function purgeEvents(db: Database, batch: number): Promise<number> {
  let purged = 0;
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from events where id in (
        select e.id from events e join workspaces w on w.id = e.workspace_id join plans p on p.id = w.plan_id
          where e.id < ${madeBefore} and e.created_at < now() - make_interval(secs => p.retention_seconds)
            and e.position is not null
            and not exists (select from deliveries d join webhooks h on h.id = d.webhook_id
              where d.event_id = e.id and d.status = 'pending' and h.status = 'active')
          order by e.id limit ${batch})`.execute(db);
    purged += Number(numAffectedRows);
    if (numAffectedRows < BigInt(batch)) return purged;
  }
}
