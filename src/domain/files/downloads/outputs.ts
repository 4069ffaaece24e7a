import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
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
  select a.id, a.workspace_id, a.index, a.filename, a.content_type, a.format, a.size, a.sha256, a.storage_key
    from artifacts a where a.job_id = (select coalesce(made.reused_from, made.id) from jobs made where made.id = ${jobId}) and a.role = 'output' and a.expires_at > clock_timestamp()`;

/** Opens all outputs of a job, in their order. An erased job has none. */
export async function openOutputs(db: Database, storage: Storage, jobId: string): Promise<OutputDownload[]> {
  const { rows } = await sql<KeptOutputRow>`
    select o.*, j.delete_after_download from (${selectOutputs(sql`${jobId}`)}) o
      join jobs j on j.id = ${jobId} and j.deleted_at is null order by o.index`.execute(db);
  return rows.map(row => ({ ...makeDownload(db, storage, row), artifactId: row.id }));
}
