import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import { ApiError } from '../../../contract/errors.ts';
import type { Database } from '../../../db/database.ts';
import { makeContentDisposition } from '../../../formats/disposition.ts';
import type { FormatId } from '../../../formats/formats.ts';
import { type ByteRange, MissingFile, type Storage } from '../../../storage/storage.ts';
import { type Damage, DamagedFile, noteDamage } from '../integrity/damage.ts';
import { isInRow } from '../small-files/store.ts';
import { verifyContent } from './verify-content.ts';

/** A retained file that a signed address leads to. */
export interface Download {
  artifactId: string;
  workspaceId: string;
  filename: string;
  /** The place among the outputs of the job, with folders, if they have any. */
  path: string | undefined;
  contentType: string;
  format: FormatId;
  size: number;
  /** Null if nobody has read the whole file yet. */
  sha256: string | null;
  /** Whether the files of the job are deleted once all its outputs were downloaded completely. */
  deletesFiles: boolean;
  read(range: ByteRange): Promise<Readable | Buffer>;
  /** Returns an address of the store that is valid until then, or undefined if all bytes go through this service. */
  storesUrl(expiresAt: Date): string | undefined;
}

export interface DownloadRow {
  id: string;
  workspace_id: string;
  filename: string;
  path?: string | null | undefined;
  content_type: string;
  format: FormatId;
  size: number;
  sha256: string | null;
  storage_key: string;
  /** The file itself, if it was read with its row. */
  content?: Buffer | null | undefined;
  delete_after_download?: boolean | undefined;
}

export function makeDownload(db: Database, storage: Storage, row: DownloadRow): Download {
  const { filename, content_type: contentType, format, size, sha256, storage_key: key } = row;
  return {
    artifactId: row.id,
    workspaceId: row.workspace_id,
    filename,
    path: row.path ?? undefined,
    contentType,
    format,
    size,
    sha256,
    deletesFiles: row.delete_after_download === true,
    async read({ start, end }) {
      const whole = start === 0 && end === size - 1;
      const expected = { length: end - start + 1, ...(whole && sha256 && { sha256 }) };
      const onDamage = (damage: Damage) => void noteDamage(db, key, damage).catch(() => {});
      try {
        const content = row.content?.subarray(start, end + 1) ?? (await storage.read(key, { start, end }));
        // The length is checked before the answer begins, because the header states it.
        if (!Buffer.isBuffer(content) && (await storage.size(key)) !== size) {
          content.destroy();
          onDamage('length');
          throw new DamagedFile(key, 'length');
        }
        return verifyContent(key, content, expected, onDamage);
      } catch (error) {
        throw error instanceof MissingFile ? new ApiError('artifact_not_found') : error;
      }
    },
    // The store does not tell whether a download was complete, so a file to be deleted then goes through this service.
    storesUrl: expiresAt =>
      isInRow(key) || row.delete_after_download
        ? undefined
        : storage.direct?.downloadUrl(key, {
            contentType,
            contentDisposition: makeContentDisposition(format, contentType, filename),
            now: Date.now(),
            expiresAt,
          }),
  };
}

/** Opens an artifact for download. An artifact that has expired or was erased is not found, even if its address is still valid. */
export async function openDownload(db: Database, storage: Storage, artifactId: string): Promise<Download> {
  const { rows } = await sql<DownloadRow>`
    select a.id, a.workspace_id, a.filename, a.content_type, a.format, a.size, a.sha256, a.storage_key, a.content,
        j.delete_after_download and a.role = 'output' as delete_after_download
      from artifacts a join jobs j on j.id = a.job_id
      where a.id = ${artifactId} and j.deleted_at is null and a.expires_at > clock_timestamp()`.execute(db);
  const [row] = rows;
  if (!row) throw new ApiError('artifact_not_found');
  return makeDownload(db, storage, row);
}
