import { sql } from 'kysely';
import type { UsageBreakdown, UsageHistory } from '../../../contract/schemas/usage.ts';
import type { Database } from '../../../db/database.ts';
import { limits } from '../../../settings/limits.ts';
import type { Caller } from '../../people/caller.ts';
import { addUp, type Batches } from '../add-up.ts';

type Owner = Pick<Caller, 'workspaceId' | 'plan'>;

/** Days are kept for a little more than the year that can be shown. */
const storageDaysKept = 400;

/** Records the most that every workspace has stored today. Called often, so that the day's peak is found. */
export async function noteStorage(db: Database): Promise<void> {
  await sql`
    insert into storage_days as d (workspace_id, day, bytes)
      select workspace_id, (now() at time zone 'UTC')::date, sum(bytes) from (
        select workspace_id, bytes from storage_counters
        union all
        select j.workspace_id, -i.reserved from job_inputs i join jobs j on j.id = i.job_id where i.reserved > 0) held
      group by workspace_id having sum(bytes) > 0
    on conflict (workspace_id, day) do update set bytes = greatest(d.bytes, excluded.bytes)`.execute(db);
  await sql`delete from storage_days where day < (now() at time zone 'UTC')::date - ${sql.lit(storageDaysKept)}`.execute(
    db,
  );
}

/** Reads operations, credits and peaks of storage by day or month, newest first, with the plan's limits. */
export async function readUsageHistory(
  db: Database,
  { workspaceId, plan }: Owner,
  query: { unit: string; limit: number },
): Promise<UsageHistory> {
  const daily = query.unit === 'day';
  const unit = sql.lit(daily ? 'day' : 'month');
  const { rows } = await sql<{ start: string; operations: number; credits: number; storage: number | null }>`
    with operations as (
      select window_start as start, used from usage_counters
      where workspace_id = ${workspaceId} and quota = ${daily ? 'operations_daily' : 'operations'}
    ), credits as (
      select date_trunc(${unit}, day)::date as start, sum(spent) as spent
      from credit_days where workspace_id = ${workspaceId} group by 1
    ), storage as (
      select date_trunc(${unit}, day)::date as start, max(bytes) as bytes
      from storage_days where workspace_id = ${workspaceId} group by 1
    ), starts as (
      select start from operations union select start from credits union select start from storage
    )
    select s.start, coalesce(o.used, 0) as operations, coalesce(c.spent, 0)::bigint as credits, t.bytes as storage
    from starts s left join operations o using (start) left join credits c using (start)
      left join storage t using (start)
    order by s.start desc limit ${query.limit}`.execute(db);
  const limit = daily ? plan.operations_per_day : plan.operations_per_month;
  return {
    unit: daily ? 'day' : 'month',
    ...(limit !== null && { limit }),
    windows: rows.map(({ start, operations, credits, storage }) => ({
      start,
      operations,
      credits,
      ...(storage !== null && { storageBytes: storage }),
    })),
  };
}

interface Share {
  id: string | null;
  name: string | null;
  operations: number;
  completed: number;
  failed: number;
  credits: number;
  daily: NonNullable<UsageBreakdown['shares'][number]['days']>;
}

/** Adds jobs that have ended to the totals of their days, and deletes days that can no longer be shown. */
export async function addUpUsage(db: Database, batches: Batches): Promise<void> {
  await addUp(db, 'usage_add_up', batches);
  await sql`delete from usage_days where day < (now() at time zone 'UTC')::date - ${sql.lit(limits.rowDays)}`.execute(
    db,
  );
}

/** Counts the jobs that ended today and on the days before, and those under way, by type, key or source. */
export async function readBreakdown(
  db: Database,
  workspaceId: string,
  { by, days, daily }: { by: string; days: number; daily?: string },
): Promise<UsageBreakdown> {
  const since = sql`(now() at time zone 'UTC')::date - ${days}::int + 1`;
  const id = by === 'type' ? sql`s.type` : by === 'key' ? sql`k.id` : sql`s.source`;
  const { rows } = await sql<Share>`
    with by_day as (
      select ${id} as id, ${by === 'key' ? sql`k.name` : sql`null::text`} as name, on_day as day,
        sum(operations)::bigint as operations, sum(completed)::bigint as completed, sum(failed)::bigint as failed,
        sum(credits)::bigint as credits
      from usage_shares(${workspaceId}, ${since}) s ${by === 'key' ? sql`left join api_keys k on k.id = s.key_id` : sql``}
      group by 1, 2, 3)
    select id, name, sum(operations)::bigint as operations, sum(completed)::bigint as completed,
      sum(failed)::bigint as failed, sum(credits)::bigint as credits,
      json_agg(json_build_object('day', day, 'operations', operations, 'completed', completed, 'failed', failed,
        'credits', credits) order by day) as daily
    from by_day group by 1, 2 order by operations desc, id limit 200`.execute(db);
  return {
    by,
    days,
    shares: rows.map(({ id: named, name, daily: figures, ...counts }) => ({
      ...(named !== null && { id: named }),
      ...(name !== null && { name }),
      ...counts,
      ...(daily === 'true' && { days: figures }),
    })),
  };
}
