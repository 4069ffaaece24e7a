import { type RawBuilder, sql } from 'kysely';
import { ApiError } from '../../../contract/errors.ts';
import { newId } from '../../../contract/ids.ts';
import { firstRow } from '../../../db/first-row.ts';
import type { Stored } from '../../../storage/storage.ts';
import type { KeptFile } from '../small-files/store.ts';
import type { Lease } from './lease.ts';
import { notOpen, type UploadContext, type Uploaded, type UploadTarget } from './upload.ts';

interface Completion {
  outcome: 'kept' | 'closed' | 'gone';
  replaced: string | null;
}

type CompletionContext = Pick<UploadContext, 'db' | 'storage'>;

/** Runs the statement that records an upload, and removes the file that it replaced. */
async function recordUpload<Of>(
  { db, storage }: CompletionContext,
  statement: RawBuilder<Completion>,
  index: number,
  stored: Of,
): Promise<Of & { index: number }> {
  const { rows } = await statement.execute(db);
  const { outcome, replaced } = firstRow(rows);
  if (outcome === 'gone') throw new ApiError('job_not_found');
  if (outcome === 'closed') throw notOpen();
  // A file that cannot be removed now is removed by the sweeper, because no row names it any more.
  if (replaced !== null) await storage.remove(replaced).catch(() => {});
  return { index, ...stored };
}

/** Records a stored file as the job's input, in place of an earlier one, while the job still takes uploads. */
export function complete(
  context: CompletionContext,
  { jobId, index }: UploadTarget,
  { workspaceId, token }: Lease,
  storageKey: string,
  { size, sha256 }: Stored,
): Promise<Uploaded> {
  const statement = sql<Completion>`
    select * from upload_complete(${workspaceId}, ${jobId}, ${index}, ${token}, ${newId('artifact')}, ${storageKey},
      ${size}, ${sha256}, null)`;
  return recordUpload(context, statement, index, { size, sha256 });
}

/** Records a file that was received without a lease. Its digest is null if nobody has read it whole. */
export function completeAtOnce<Sum extends string | null>(
  context: CompletionContext,
  { jobId, index }: UploadTarget,
  { storageKey, size, sha256, content }: Omit<KeptFile, 'sha256'> & { sha256: Sum },
): Promise<{ index: number; size: number; sha256: Sum }> {
  const statement = sql<Completion>`
    select * from upload_at_once(${jobId}, ${index}, ${newId('artifact')}, ${storageKey}, ${size}, ${sha256},
      ${content ?? null})`;
  return recordUpload(context, statement, index, { size, sha256 });
}
