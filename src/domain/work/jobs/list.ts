import { type RawBuilder, sql } from 'kysely';
import { invalid } from '../../../contract/errors.ts';
import type { JobListQuery } from '../../../contract/schemas/job.ts';
import type { JobSource, JobState } from '../../../contract/states.ts';
import type { Database } from '../../../db/database.ts';
import type { Asker } from '../../people/caller.ts';
import { buildPageClauses, makePage, selectCursor } from '../../rows/cursor.ts';
import { searchJobs } from '../job-search/search.ts';
import { hiddenSources, isVisible, type JobRow, listed, matchStatus, selectJobs } from './rows.ts';

/** Chooses which sources to list. Each is read by an index of its own. */
function chooseSources({ source }: Asker, wanted: JobSource | undefined): RawBuilder<unknown>[] {
  if (source === 'api' || wanted === 'api') return [sql`j.source = 'api'`];
  const others = sql`j.source <> 'api' and j.source not in ${hiddenSources}`;
  return wanted ? [sql`${others} and j.source = ${wanted}`] : [sql`j.source = 'api'`, others];
}

/** Reads a time of a query. Times before 1970, some of which PostgreSQL cannot read, are replaced by 1970, before which there is no job. */
function readMoment(name: string, text: string): Date {
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw invalid(name, `\`${name}\` must be a time like 2026-01-31T12:00:00Z.`);
  return new Date(Math.max(0, time));
}

/** Selects the ids of the jobs of a batch: those of its inputs, or of the steps of its runs. */
const selectBatchJobs = (batchId: string): RawBuilder<unknown> => sql`
  select i.job_id from batch_inputs i where i.batch_id = ${batchId} and i.job_id is not null
  union all select s.id from batch_inputs i join jobs s on s.run_id = i.run_id where i.batch_id = ${batchId}`;

/** Lists jobs, newest first. Pages stay stable while jobs are added. Keys list only what keys made. */
export async function listJobs(
  db: Database,
  asker: Asker,
  query: JobListQuery & { source?: JobSource; keyId?: string; search?: string },
): Promise<{ rows: JobRow[]; nextCursor: string | null }> {
  const { after, newest } = buildPageClauses('job', query, 'j.created_at', 'j.id');
  const conditions = [sql`j.workspace_id = ${asker.workspaceId} and j.deleted_at is null`, after];
  conditions.push(
    query.batchId === undefined
      ? sql`j.batch_id is null`
      : sql`j.id = any (array(${selectBatchJobs(query.batchId)}))`,
  );
  if (query.status !== undefined) conditions.push(matchStatus(query.status as JobState));
  if (query.type !== undefined) conditions.push(sql`j.type = ${query.type}`);
  if (query.createdAfter !== undefined)
    conditions.push(sql`j.created_at > ${readMoment('createdAfter', query.createdAfter)}`);
  if (query.createdBefore !== undefined)
    conditions.push(sql`j.created_at < ${readMoment('createdBefore', query.createdBefore)}`);
  if (query.keyId !== undefined) conditions.push(sql`j.key_id = ${query.keyId}`);
  const condition = sql.join(conditions, sql` and `);
  const { workspaceId } = asker;
  const sources = query.batchId === undefined ? chooseSources(asker, query.source) : [isVisible(asker)];
  const search = query.search && {
    workspaceId,
    text: query.search,
    condition,
    parts: sources,
    most: query.limit + 1,
  };
  const selected = (
    search
      ? [sql`j.id = any (array(${searchJobs(search)}))`]
      : sources.map(part => sql`${part} and ${condition}`)
  ).map(where => sql`(${selectJobs(where, newest, listed)})`);
  const { rows } = await sql<JobRow & { cursor_at: string }>`
    select j.*, ${selectCursor('j.created_at')} as cursor_at from (${sql.join(selected, sql` union all `)}) j ${newest}
  `.execute(db);
  return makePage(rows, query.limit);
}
