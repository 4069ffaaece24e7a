import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Storage } from '../../storage/storage.ts';
import { type Download, type DownloadRow, downloadOf } from './open.ts';

/** An output of a job, to be read. */
export interface OutputDownload extends Download {
  artifactId: string;
}

/** All outputs of a job that are still kept, in their order. */
export async function openOutputs(db: Database, storage: Storage, jobId: string): Promise<OutputDownload[]> {
  const { rows } = await sql<DownloadRow & { id: string }>`
    select a.id, a.filename, a.content_type, a.format, a.size, a.sha256, a.storage_key
      from artifacts a join jobs j on j.id = a.job_id
      where a.job_id = ${jobId} and a.role = 'output' and j.deleted_at is null and a.expires_at > clock_timestamp()
      order by a.index`.execute(db);
  return rows.map(row => ({ ...downloadOf(db, storage, row), artifactId: row.id }));
}
