import { type RawBuilder, sql } from 'kysely';
import { isId } from '../../../contract/ids.ts';
import type { Database } from '../../../db/database.ts';
import { limits } from '../../../settings/limits.ts';
import type { Storage } from '../../../storage/storage.ts';
import { type Download, type DownloadRow, makeDownload } from './open.ts';

/** An output of a job that can be downloaded. */
export interface OutputDownload extends Download {
  artifactId: string;
}

export interface KeptOutputRow extends DownloadRow {
  id: string;
}

/** Selects the outputs of a job that are still kept. */
export const selectOutputs = (jobId: RawBuilder<unknown>): RawBuilder<KeptOutputRow> => sql<KeptOutputRow>`
  select a.id, a.workspace_id, a.index, a.filename, a.content_type, a.format, a.size, a.sha256, a.storage_key,
      a.metadata ->> 'path' as path
    from artifacts a where a.job_id = (select coalesce(made.reused_from, made.id) from jobs made where made.id = ${jobId}) and a.role = 'output' and a.expires_at > clock_timestamp()`;

/**
 * Selects the jobs that have the files of an input `i` of a batch, in their order: those of its own job or of the result of its
 * run, and for a reused result the job that made it.
 */
export const selectResultJobs = sql`
  select coalesce(j.reused_from, j.id) as id, j.deleted_at is not null as erased, made.n
    from (select i.job_id, 1 as n where i.job_id is not null
      union all select of_run.job_id, of_run.n from run_result_jobs(i.run_id) of_run where i.run_id is not null) made
    cross join lateral (select * from jobs where id = made.job_id limit 1) j`;

/** Opens the outputs of a batch in the order of its inputs. Their names and paths begin with the number of the input. */
async function openBatchOutputs(db: Database, storage: Storage, batchId: string): Promise<OutputDownload[]> {
  const { rows } = await sql<KeptOutputRow>`
    select o.id, o.workspace_id, lpad((i.index + 1)::text, 5, '0') || '-' || o.filename as filename, o.content_type, o.format,
        o.size, o.sha256, o.storage_key, lpad((i.index + 1)::text, 5, '0') || '-' || o.path as path
      from batch_inputs i cross join lateral (${selectResultJobs}) result
        cross join lateral (${selectOutputs(sql`result.id`)}) o
      where i.batch_id = ${batchId} and not result.erased order by i.index, result.n, o.index limit ${limits.batch.zipFiles}`.execute(
    db,
  );
  return rows.map(row => ({ ...makeDownload(db, storage, row), artifactId: row.id }));
}

/** Opens the outputs of jobs of a run, which are selected with their order `n`. */
async function openJobOutputs(
  db: Database,
  storage: Storage,
  jobs: RawBuilder<unknown>,
): Promise<OutputDownload[]> {
  const { rows } = await sql<KeptOutputRow>`
    select o.*, j.delete_after_download from ${jobs} result
        join jobs j on j.id = result.job_id and j.deleted_at is null
        cross join lateral (${selectOutputs(sql`j.id`)}) o
      order by result.n, o.index limit ${limits.batch.zipFiles}`.execute(db);
  return rows.map(row => ({ ...makeDownload(db, storage, row), artifactId: row.id }));
}

/** Opens the files of one step of a run. */
export const openStepOutputs = (
  db: Database,
  storage: Storage,
  runId: string,
  index: number,
): Promise<OutputDownload[]> =>
  openJobOutputs(
    db,
    storage,
    sql`(select id as job_id, step_part as n from jobs
      where run_id = ${runId} and step_index = ${index} and coalesce(step_part, 0) >= 0)`,
  );

/** Opens all outputs of a job, a run or a batch, in their order. An erased job has none. */
export async function openOutputs(db: Database, storage: Storage, jobId: string): Promise<OutputDownload[]> {
  if (isId('batch', jobId)) return openBatchOutputs(db, storage, jobId);
  if (isId('run', jobId)) return openJobOutputs(db, storage, sql`run_result_jobs(${jobId})`);
  const { rows } = await sql<KeptOutputRow>`
    select o.*, j.delete_after_download from (${selectOutputs(sql`${jobId}`)}) o
      join jobs j on j.id = ${jobId} and j.deleted_at is null order by o.index`.execute(db);
  return rows.map(row => ({ ...makeDownload(db, storage, row), artifactId: row.id }));
}
