import { type RawBuilder, sql } from 'kysely';
import { isId } from '../../../contract/ids.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Matches a search that is an id: of the job, of the run it is a step of, or of its failure. */
function matchIds(search: string): RawBuilder<unknown>[] {
  if (isId('job', search)) return [sql`j.id = ${search}`];
  if (isId('run', search)) return [sql`j.run_id = ${search}`];
  return uuid.test(search) ? [sql`j.diagnostic_id = ${search}::uuid`] : [];
}

interface Search {
  workspaceId: string;
  /** A part of a file's name, or an id. */
  text: string;
  /** A further condition on a job `j`. */
  condition: RawBuilder<unknown>;
  /** Conditions that each have an index of their own, which together make up the list. */
  parts: RawBuilder<unknown>[];
  /** How many of the newest jobs are wanted. */
  most: number;
}

/** The number of stretches that are searched first. If a name is common, the newest few stretches fill a page. */
const nearStretches = 20;

/**
 * Selects the ids of the newest jobs that match a search. It reads the newest jobs, which are in no stretch yet, and then those
 * stretches that contain all pieces of the text, the latest first and only as many as needed.
 */
export function searchJobs({ workspaceId, text, condition, parts, most }: Search): RawBuilder<string> {
  const part = `%${text.replace(/[\\%_]/g, letter => `\\${letter}`)}%`;
  const named = sql`exists (select from job_inputs i where i.job_id = j.id and i.filename ilike ${part})`;
  const newest = sql`j.created_at desc, j.id desc limit ${most}`;
  const selectJobs = (where: RawBuilder<unknown>) =>
    sql`(select j.id, j.created_at from jobs j where ${where} and ${condition} order by ${newest})`;
  const stretches = sql`select workspace_id, from_at, to_at from name_stretches
    where pieces @> name_pieces(${workspaceId}, array[${text}], least(3, length(lower(${text})))) order by to_at desc`;
  const selectFromStretches = (some: RawBuilder<unknown>, source: RawBuilder<unknown>) =>
    sql`(select j.id, j.created_at from ${some} s cross join lateral
        ${selectJobs(sql`${source} and ${named} and j.created_at > s.from_at and j.created_at <= s.to_at`)} j
      where s.workspace_id = ${workspaceId} order by s.to_at desc, ${newest})`;
  const near = parts.flatMap(source => [
    selectJobs(sql`${source} and ${named} and j.created_at > (select coalesce(max(to_at), '-infinity')
      from name_stretches where workspace_id = ${workspaceId})`),
    selectFromStretches(sql`near_stretches`, source),
    ...matchIds(text).map(match => selectJobs(sql`${source} and ${match}`)),
  ]);
  // The server does not execute this part if there are enough jobs already.
  const far = parts.map(
    source => sql`
    select * from ${selectFromStretches(sql`far_stretches`, source)} j where (select count(*) from near) < ${most}`,
  );
  return sql`
    with near_stretches as materialized (${stretches} limit ${nearStretches}),
      far_stretches as materialized (${stretches} offset ${nearStretches}),
      near as materialized (
        select j.id, j.created_at from (${sql.join(near, sql` union all `)}) j order by ${newest})
    select j.id from (${sql.join([sql`select id, created_at from near`, ...far], sql` union all `)}) j order by ${newest}`;
}
