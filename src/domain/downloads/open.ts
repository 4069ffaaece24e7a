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
  read(range: ByteRange): Promise<Readable>;
}

/** The artifact, if it is still kept: one that has expired or was erased is gone for every address. */
export async function openDownload(db: Database, storage: Storage, artifactId: string): Promise<Download> {
  const row = await db
    .selectFrom('artifacts as a')
    .innerJoin('jobs as j', 'j.id', 'a.job_id')
    .select(['a.filename', 'a.content_type', 'a.format', 'a.size', 'a.sha256', 'a.storage_key'])
    .where('a.id', '=', artifactId)
    .where('j.deleted_at', 'is', null)
    .where('a.expires_at', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirst();
  if (!row) throw new ApiError('artifact_not_found');
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
