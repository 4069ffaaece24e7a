import { sql } from 'kysely';
import type { JobListQuery } from '../../contract/schemas/job.ts';
import type { JobState } from '../../contract/states.ts';
import type { Database } from '../../db/database.ts';
import { cursorTime, decodeCursor, page } from '../cursor.ts';
import { type JobRow, selectJobs, statusIs } from './rows.ts';

/** Newest first, by keyset: stable while jobs are added. */
export async function listJobs(
  db: Database,
  workspaceId: string,
  query: JobListQuery,
): Promise<{ rows: JobRow[]; nextCursor: string | null }> {
  const conditions = [sql`j.workspace_id = ${workspaceId} and j.source = 'api' and j.deleted_at is null`];
  if (query.cursor !== undefined) {
    const { createdAt, id } = decodeCursor('job', query.cursor);
    conditions.push(sql`(j.created_at, j.id) < (${createdAt}::timestamptz, ${id})`);
  }
  if (query.status !== undefined) conditions.push(statusIs(query.status as JobState));
  if (query.type !== undefined) conditions.push(sql`j.type = ${query.type}`);
  if (query.createdAfter !== undefined)
    conditions.push(sql`j.created_at > ${query.createdAfter}::timestamptz`);
  if (query.createdBefore !== undefined)
    conditions.push(sql`j.created_at < ${query.createdBefore}::timestamptz`);
  const newest = sql`order by j.created_at desc, j.id desc limit ${query.limit + 1}`;
  const { rows } = await sql<JobRow & { cursor_at: string }>`
    select found.*, to_char(found.created_at at time zone 'UTC', ${sql.raw(cursorTime)}) as cursor_at
    from (${selectJobs(sql.join(conditions, sql` and `), newest)}) found
    order by found.created_at desc, found.id desc
  `.execute(db);
  return page(rows, query.limit);
}
