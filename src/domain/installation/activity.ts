import { sql } from 'kysely';
import type { Activity } from '../../contract/schemas/operator.ts';
import type { Database } from '../../db/database.ts';
import { firstRow } from '../../db/first-row.ts';
import { limits } from '../../settings/limits.ts';
import { readDisk } from './disk.ts';

/** Hours that are shown, including the current one. */
const shownHours = 24;
const maxCallers = 50;

interface Counted extends Pick<Activity, 'types' | 'callers'> {
  since: Date;
  first: Date | null;
  counted: number;
  hours: (Omit<Activity['hours'][number], 'start'> & { start: string })[];
}

/**
 * Counts the jobs that ended in the last day by hour, by type and by caller. The average number of waiting jobs is the
 * total time waited by the jobs that ended in an hour, divided by an hour.
 */
export async function readActivity(db: Database): Promise<Activity> {
  const { rows } = await sql<Counted>`
    with since as (select date_trunc('hour', now()) - make_interval(hours => ${sql.lit(shownHours - 1)}) as at),
    ended as materialized (
      select j.workspace_id, j.key_id, j.type, j.completed_at, j.duration_ms, (j.status = 'failed')::int as failed,
        (j.status in ('completed', 'expired'))::int as completed,
        extract(epoch from j.started_at - j.queued_at) * 1000 as waited
      from jobs j where j.completed_at >= (select at from since) and j.source <> 'upload'
      order by j.completed_at desc limit ${sql.lit(limits.activityJobs)}),
    hours as (
      select date_trunc('hour', completed_at) as start, sum(completed) as completed, sum(failed) as failed,
        round(coalesce(sum(waited), 0) / 3600000, 2) as waiting,
        round(percentile_disc(0.95) within group (order by waited)) as "waitMs95"
      from ended group by 1),
    types as (
      select type, sum(completed) as completed, sum(failed) as failed,
        percentile_disc(0.5) within group (order by duration_ms) filter (where completed = 1) as "durationMs50",
        percentile_disc(0.95) within group (order by duration_ms) filter (where completed = 1) as "durationMs95"
      from ended group by 1),
    callers as (
      select e.workspace_id as "workspaceId", w.name as "workspaceName", k.name as "keyName", e.type,
        sum(e.completed) as completed, sum(e.failed) as failed
      from ended e join workspaces w on w.id = e.workspace_id left join api_keys k on k.id = e.key_id
      group by 1, 2, e.key_id, 3, 4 order by count(*) desc, 1, 4 limit ${sql.lit(maxCallers)})
    select (select at from since) as since, (select min(completed_at) from ended) as first,
      (select count(*)::int from ended) as counted,
      coalesce((select json_agg(json_strip_nulls(to_json(h)) order by h.start) from hours h), '[]') as hours,
      coalesce((select json_agg(json_strip_nulls(to_json(t)) order by t.completed + t.failed desc, t.type) from types t), '[]') as types,
      coalesce((select json_agg(json_strip_nulls(to_json(c))) from callers c), '[]') as callers`.execute(db);
  const { since, first, counted, hours, types, callers } = firstRow(rows);
  return {
    since: since.toISOString(),
    ...(first && counted === limits.activityJobs && { countedSince: first.toISOString() }),
    hours: hours.map(hour => ({ ...hour, start: new Date(hour.start).toISOString() })),
    types,
    callers,
    disk: await readDisk(db, shownHours),
  };
}
