import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { ApiError } from '../../../contract/errors.ts';
import { checkArriving, checkDeclaredSize } from './check-arriving.ts';
import { complete } from './complete.ts';
import { holdLease } from './hold-lease.ts';
import { makePartialKey, makeStorageKey } from './keys.ts';
import { dropLease, type Lease, takeLease } from './lease.ts';
import {
  type Incoming,
  notOpen,
  requireFormat,
  tooLarge,
  toUploadError,
  type UploadContext,
  type UploadTarget,
} from './upload.ts';

const offsetConflict = (kept: number): ApiError =>
  new ApiError(
    'upload_conflict',
    { message: `${kept} bytes of this input have arrived. Continue from there.` },
    { 'upload-offset': String(kept) },
  );

/** Refusals after which the bytes kept so far are useless. */
const fatal = new Set(['file_too_large', 'invalid_file_type', 'invalid_state', 'job_not_found']);

/** Counts the bytes of an input that are kept, and says whether its upload is complete. */
export async function countKeptBytes(
  { db, storage }: UploadContext,
  target: UploadTarget,
): Promise<{ kept: number; uploaded: boolean }> {
  const { rows } = await sql<{ open: boolean; uploaded: boolean }>`
    select j.status = 'pending' and j.expires_at > clock_timestamp() as open, i.uploaded_at is not null as uploaded
      from jobs j join job_inputs i on i.job_id = j.id and i.index = ${target.index}
      where j.id = ${target.jobId} and j.deleted_at is null and j.source <> 'recipe'`.execute(db);
  const [input] = rows;
  if (!input) throw new ApiError('job_not_found');
  const kept = await storage.partial.offset(makePartialKey(target));
  if (input.uploaded && kept === 0) return { kept: target.size, uploaded: true };
  if (!input.open) throw notOpen();
  return { kept, uploaded: false };
}

/** Appends bytes at `offset` and keeps those that arrived, also after a failure. The last byte completes the upload. */
export async function append(
  context: UploadContext,
  target: UploadTarget,
  offset: number,
  incoming: Incoming,
): Promise<number> {
  const { storage } = context;
  const key = makePartialKey(target);
  const token = randomUUID();
  const lease = await takeLease(context, target, token, true);
  const hold = holdLease(context, target, token, incoming);
  let leave = (): void => {};
  try {
    leave = context.concurrency.begin(lease.workspaceId);
    const there = await storage.partial.offset(key);
    const kept = there === 0 && lease.uploaded ? target.size : there;
    if (offset !== kept) throw offsetConflict(kept);
    if (incoming.length !== undefined && offset + incoming.length > target.size) throw tooLarge(target);
    if (kept === there) {
      const { onChunk } = checkDeclaredSize(target);
      const chunks = checkArriving(hold.watch(incoming.chunks), { start: offset, onChunk });
      const grown = await storage.partial.append(key, offset, chunks);
      await checkHead(context, target, lease, offset, grown);
      if (grown === target.size) {
        const stored = makeStorageKey(target, token);
        await complete(context, target, lease, stored, await storage.partial.finish(key, stored));
        return grown;
      }
      offset = grown;
    }
    await dropLease(context, target, token).catch(() => {});
    return offset;
  } catch (error) {
    if (error instanceof ApiError && fatal.has(error.code))
      await storage.partial.discard(key).catch(() => {});
    await dropLease(context, target, token).catch(() => {});
    throw toUploadError(error);
  } finally {
    leave();
    hold.stop();
  }
}

/** Checks the format by the first bytes. They are checked again at the end, because another process may have received the beginning. */
async function checkHead(
  { storage, limits }: UploadContext,
  target: UploadTarget,
  lease: Lease,
  before: number,
  after: number,
): Promise<void> {
  const enough = Math.min(limits.sniffBytes, target.size);
  if (after < enough || (before >= enough && after < target.size)) return;
  const head = await storage.partial.head(makePartialKey(target), enough);
  requireFormat(lease.format, head, target.size);
}
