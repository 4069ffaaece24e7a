import { type RawBuilder, sql } from 'kysely';
import { invalid } from '../../contract/errors.ts';
import type { JobListQuery } from '../../contract/schemas/job.ts';
import type { JobSource, JobState } from '../../contract/states.ts';
import type { Database } from '../../db/database.ts';
import type { Asker } from '../caller.ts';
import { buildPageClauses, makePage, selectCursor } from '../cursor.ts';
import { type JobRow, listed, selectJobs, statusIs } from './rows.ts';

/** Chooses which sources to list. Each is read by an index of its own. */
function chooseSources({ source }: Asker, wanted: JobSource | undefined): RawBuilder<unknown>[] {
  if (source === 'api' || wanted === 'api') return [sql`j.source = 'api'`];
  const others = sql`j.source <> 'api' and j.source <> 'upload'`;
  return wanted ? [sql`${others} and j.source = ${wanted}`] : [sql`j.source = 'api'`, others];
}

/** Reads a time of a query. Some very early times are unknown to PostgreSQL; 1970 means the same for jobs. */
function readMoment(name: string, text: string): Date {
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw invalid(name, `${name} must be a time like 2026-01-31T12:00:00Z.`);
  return new Date(Math.max(0, time));
}

/** The condition of a search: by part of a filename, or by an id. */
function matchSearch(search: string): RawBuilder<unknown> {
  const part = `%${search.replace(/[\\%_]/g, letter => `\\${letter}`)}%`;
  return sql`(j.id = ${search} or j.run_id = ${search} or j.diagnostic_id::text = ${search.toLowerCase()}
    or exists (select from job_inputs i where i.job_id = j.id and i.filename ilike ${part}))`;
}

/** Lists jobs, newest first. Pages stay stable while jobs are added. Keys list only what keys made. */
export async function listJobs(
  db: Database,
  asker: Asker,
  query: JobListQuery & { source?: JobSource; keyId?: string; search?: string },
): Promise<{ rows: JobRow[]; nextCursor: string | null }> {
  const { after, newest } = buildPageClauses('job', query, 'j.created_at', 'j.id');
  const conditions = [sql`j.workspace_id = ${asker.workspaceId} and j.deleted_at is null`, after];
  if (query.status !== undefined) conditions.push(statusIs(query.status as JobState));
  if (query.type !== undefined) conditions.push(sql`j.type = ${query.type}`);
  if (query.createdAfter !== undefined)
    conditions.push(sql`j.created_at > ${readMoment('createdAfter', query.createdAfter)}`);
  if (query.createdBefore !== undefined)
    conditions.push(sql`j.created_at < ${readMoment('createdBefore', query.createdBefore)}`);
  if (query.keyId !== undefined) conditions.push(sql`j.key_id = ${query.keyId}`);
  if (query.search !== undefined) conditions.push(matchSearch(query.search));
  const selected = chooseSources(asker, query.source).map(
    part => sql`(${selectJobs(sql.join([part, ...conditions], sql` and `), newest, undefined, listed)})`,
  );
  const { rows } = await sql<JobRow & { cursor_at: string }>`
    select j.*, ${selectCursor('j.created_at')} as cursor_at from (${sql.join(selected, sql` union all `)}) j ${newest}
  `.execute(db);
  return makePage(rows, query.limit);
}
