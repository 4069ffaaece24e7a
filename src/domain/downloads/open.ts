import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import { ApiError } from '../../contract/errors.ts';
import type { Database } from '../../db/database.ts';
import type { FormatId } from '../../formats/formats.ts';
import { type ByteRange, MissingFile, type Storage } from '../../storage/storage.ts';

/** A retained file that a signed address leads to. */
export interface Download {
  filename: string;
  contentType: string;
  format: FormatId;
  size: number;
  sha256: string;
  read(range: ByteRange): Promise<Readable | Buffer>;
}

export interface DownloadRow {
  filename: string;
  content_type: string;
  format: FormatId;
  size: number;
  sha256: string;
  storage_key: string;
}

export function downloadOf(storage: Storage, row: DownloadRow): Download {
  const { filename, content_type: contentType, format, size, sha256, storage_key: key } = row;
  return {
    filename,
    contentType,
    format,
    size,
    sha256,
    // It may be erased between the two reads.
    read: range =>
      storage.read(key, range).catch(error => {
        throw error instanceof MissingFile ? new ApiError('artifact_not_found') : error;
      }),
  };
}

/** The artifact, if it is still kept: one that has expired or was erased is gone for every address. */
export async function openDownload(db: Database, storage: Storage, artifactId: string): Promise<Download> {
  const { rows } = await sql<DownloadRow>`
    select a.filename, a.content_type, a.format, a.size, a.sha256, a.storage_key
      from artifacts a join jobs j on j.id = a.job_id
      where a.id = ${artifactId} and j.deleted_at is null and a.expires_at > clock_timestamp()`.execute(db);
  const [row] = rows;
  if (!row) throw new ApiError('artifact_not_found');
  return downloadOf(storage, row);
}
