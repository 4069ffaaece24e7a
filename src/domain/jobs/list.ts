import { sql } from 'kysely';
import { invalid } from '../../contract/errors.ts';
import { isId } from '../../contract/ids.ts';
import type { JobListQuery } from '../../contract/schemas/job.ts';
import type { JobState } from '../../contract/states.ts';
import type { Database } from '../../db/database.ts';
import { type JobRow, selectJobs, statusIs } from './rows.ts';

interface Cursor {
  createdAt: string;
  id: string;
}

// Microseconds as PostgreSQL prints them: a JavaScript date would round and skip rows.
const encode = (cursor: Cursor): string =>
  Buffer.from(`${cursor.createdAt} ${cursor.id}`).toString('base64url');

function decode(text: string): Cursor {
  const [createdAt = '', id = ''] = Buffer.from(text, 'base64url').toString('utf8').split(' ');
  const cursor = { createdAt, id };
  if (
    !isId('job', id) ||
    !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?Z$/.test(createdAt) ||
    encode(cursor) !== text
  )
    throw invalid('cursor', 'is not a cursor this service gave out');
  return cursor;
}

/** Newest first, by keyset: stable while jobs are added. */
export async function listJobs(
  db: Database,
  workspaceId: string,
  query: JobListQuery,
): Promise<{ jobs: JobRow[]; nextCursor: string | null }> {
  const conditions = [sql`j.workspace_id = ${workspaceId} and j.source = 'api' and j.deleted_at is null`];
  if (query.cursor !== undefined) {
    const { createdAt, id } = decode(query.cursor);
    conditions.push(sql`(j.created_at, j.id) < (${createdAt}::timestamptz, ${id})`);
  }
  if (query.status !== undefined) conditions.push(statusIs(query.status as JobState));
  if (query.type !== undefined) conditions.push(sql`j.type = ${query.type}`);
  if (query.createdAfter !== undefined)
    conditions.push(sql`j.created_at > ${query.createdAfter}::timestamptz`);
  if (query.createdBefore !== undefined)
    conditions.push(sql`j.created_at < ${query.createdBefore}::timestamptz`);
  const { rows } = await sql<JobRow & { cursor_at: string }>`
    select page.*, to_char(page.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as cursor_at
    from (${selectJobs(sql.join(conditions, sql` and `), sql`order by j.created_at desc, j.id desc limit ${query.limit + 1}`)}) page
    order by page.created_at desc, page.id desc
  `.execute(db);
  const jobs = rows.slice(0, query.limit);
  const last = jobs.at(-1);
  return {
    jobs,
    nextCursor: rows.length > query.limit && last ? encode({ createdAt: last.cursor_at, id: last.id }) : null,
  };
}
