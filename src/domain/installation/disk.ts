import { sql } from 'kysely';
import type { Activity } from '../../contract/schemas/operator.ts';
import type { Database } from '../../db/database.ts';

/** Records how much is stored in this hour at most, and how much of the disk is free at least. */
export async function noteDisk(db: Database, free: number | undefined): Promise<void> {
  await sql`
    insert into storage_hours as h (hour, bytes, free)
      select date_trunc('hour', now()), coalesce(sum(bytes), 0), ${free ?? null}::bigint from storage_counters
    on conflict (hour) do update set bytes = greatest(h.bytes, excluded.bytes), free = least(h.free, excluded.free)`.execute(
    db,
  );
  await sql`delete from storage_hours where hour < now() - interval '2 days'`.execute(db);
}

/** Reads the disk by the hour, the earliest first. The last hour includes what is stored now. */
export async function readDisk(db: Database, hours: number): Promise<Activity['disk']> {
  const { rows } = await sql<{ hour: Date; bytes: number; free: number | null }>`
    with noted as (
      select hour, bytes, free from storage_hours where hour > date_trunc('hour', now()) - make_interval(hours => ${hours})
      union all
      select date_trunc('hour', now()), coalesce(sum(bytes), 0)::bigint, null from storage_counters)
    select hour, max(bytes) as bytes, min(free) as free from noted group by hour order by hour`.execute(db);
  return rows.map(({ hour, bytes, free }) => ({
    start: hour.toISOString(),
    storedBytes: bytes,
    ...(free !== null && { freeBytes: free }),
  }));
}
