import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { FormatId } from '../../../formats/formats.ts';
import { limits } from '../../../settings/limits.ts';

/** The properties of a job that decide how long it takes. */
interface JobShape {
  workspaceId: string;
  type: string;
  /** Empty if the file is fetched and decides it. Its size and engines are unknown then. */
  format: FormatId | '';
  bytes: number;
  needs: string[];
  options: Record<string, unknown>;
}

interface Sample {
  ms: number | null;
  jobs: number;
}

/**
 * Computes the median run time of the recent jobs that are most similar: with the same type and engines, then with the same input
 * format and options where there are enough of them, and the nearest size. Undefined where too few have run. The jobs of this type
 * that the workspace made last are among them, however many others have ended since.
 */
export async function findExpectedMs(
  db: Database,
  { workspaceId, type, format, bytes, needs, options }: JobShape,
): Promise<number | undefined> {
  const { recentJobs, similarJobs, minJobs } = limits.estimate;
  const { rows } = await sql<Sample>`
    with own as materialized (
      select id, type, status, needs, options, duration_ms from jobs
      where workspace_id = ${workspaceId} and type = ${type} and deleted_at is null
      order by created_at desc, id desc limit ${sql.lit(recentJobs)}
    ), ended as materialized (
      select id, type, status, needs, options, duration_ms from jobs where completed_at is not null
      order by completed_at desc limit ${sql.lit(recentJobs)}
    ), alike as (
      select e.duration_ms, (i.format = ${format})::int + (e.options = ${JSON.stringify(options)}::jsonb)::int as likeness,
        case when ${format} = '' then 0 else abs(ln(greatest(1, i.file_size)) - ln(greatest(1, ${bytes}::bigint))) end as distance
      from (select * from own union select * from ended) e join job_inputs i on i.job_id = e.id and i.index = 0
      where e.type = ${type} and e.status in ('completed', 'expired') and e.duration_ms is not null
        and (${format} = '' or e.needs @> ${needs} and e.needs <@ ${needs})
      order by likeness desc, distance limit ${sql.lit(similarJobs)}
    )
    select percentile_cont(0.5) within group (order by duration_ms) as ms, count(*)::int as jobs from alike`.execute(
    db,
  );
  const [sample] = rows;
  return sample && sample.ms !== null && sample.jobs >= minJobs ? Math.round(sample.ms) : undefined;
}
