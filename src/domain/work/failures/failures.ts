import { type RawBuilder, sql } from 'kysely';
import { ApiError } from '../../../contract/errors.ts';
import type { Failure, FailureListQuery } from '../../../contract/schemas/operator.ts';
import type { Database } from '../../../db/database.ts';
import type { JobFailuresTable } from '../../../db/tables/jobs.ts';
import { buildPageClauses, makePage, selectCursor } from '../../rows/cursor.ts';

interface Row extends Omit<JobFailuresTable, 'created_at'> {
  id: string;
  cursor_at: string;
  created_at: Date;
  type: string;
}

const selectFailures = (condition: RawBuilder<unknown>, rest: RawBuilder<unknown>) => sql<Row>`
  select f.*, f.diagnostic_id as id, j.type, ${selectCursor('f.created_at')} as cursor_at
  from job_failures f join jobs j on j.id = f.job_id where ${condition} ${rest}`;

const present = (row: Row): Failure => ({
  diagnosticId: row.diagnostic_id,
  jobId: row.job_id,
  workspaceId: row.workspace_id,
  jobType: row.type,
  attempt: row.attempt,
  reason: row.reason,
  outcome: row.outcome,
  engines: row.engines,
  ...(row.program !== null && { program: row.program }),
  ...(row.exit_code !== null && { exitCode: row.exit_code }),
  ...(row.signal !== null && { signal: row.signal }),
  ...(row.stderr !== null && { stderr: row.stderr }),
  detail: row.detail,
  ...(row.worker_id !== null && { workerId: row.worker_id }),
  at: row.created_at.toISOString(),
});

/** Lists failed attempts for operators only, because an engine's message may quote a document. */
export async function listFailures(
  db: Database,
  query: FailureListQuery,
): Promise<{ failures: Failure[]; nextCursor: string | null }> {
  const { after, newest } = buildPageClauses('uuid', query, 'f.created_at', 'f.diagnostic_id');
  const conditions: RawBuilder<unknown>[] = [after];
  if (query.workspaceId !== undefined) conditions.push(sql`f.workspace_id = ${query.workspaceId}`);
  if (query.jobId !== undefined) conditions.push(sql`f.job_id = ${query.jobId}`);
  if (query.reason !== undefined) conditions.push(sql`f.reason = ${query.reason}`);
  if (query.engine !== undefined) conditions.push(sql`${query.engine} = any (f.engines)`);
  if (query.jobType !== undefined) conditions.push(sql`j.type = ${query.jobType}`);
  const { rows } = await selectFailures(sql.join(conditions, sql` and `), newest).execute(db);
  const { rows: kept, nextCursor } = makePage(rows, query.limit);
  return { failures: kept.map(present), nextCursor };
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export async function findFailure(db: Database, diagnosticId: string): Promise<Failure> {
  const { rows } = uuid.test(diagnosticId)
    ? await selectFailures(sql`f.diagnostic_id = ${diagnosticId}::uuid`, sql``).execute(db)
    : { rows: [] };
  if (!rows[0])
    throw new ApiError('not_found', { message: 'No failure with this diagnostic id is kept any more.' });
  return present(rows[0]);
}

/** Deletes causes when the files of their job are gone, because an engine's message may quote a document. */
export async function purgeFailures(db: Database, batch: number): Promise<void> {
  for (let deleted = BigInt(batch); deleted >= batch; )
    deleted = (await purgeBatch(db, batch)).numAffectedRows ?? 0n;
}

const purgeBatch = (db: Database, batch: number) =>
  sql`
    delete from job_failures where diagnostic_id = any (array(
      select f.diagnostic_id from job_failures f cross join lateral (
        select from jobs where id = f.job_id and expires_at < clock_timestamp()
          and status not in ('pending', 'queued', 'processing') limit 1) due
      order by f.created_at limit ${batch}))`.execute(db);
