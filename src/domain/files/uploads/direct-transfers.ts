import { hash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { ApiError } from '../../../contract/errors.ts';
import type { Database } from '../../../db/database.ts';
import type { FormatId } from '../../../formats/formats.ts';
import { limits } from '../../../settings/limits.ts';
import { type DirectTransfers, MissingFile } from '../../../storage/storage.ts';
import type { Asker } from '../../people/caller.ts';
import { completeAtOnce } from './complete.ts';
import { getHolderId } from './holder.ts';
import { makePartialKey, makeStorageKey } from './keys.ts';
import { requireFormat, tooLarge, tooSmall, type UploadContext, type UploadTarget } from './upload.ts';

interface AwaitedInput {
  job_id: string;
  index: number;
  content_type: string;
  file_size: number;
  format: FormatId;
}

type ArrivedContext = Pick<UploadContext, 'db' | 'storage'>;

/** Lists the inputs of pending jobs that callers may have sent to the store. An input that is being uploaded to us is left out. */
const listAwaitedInputs = async (
  db: Database,
  { workspaceId }: Pick<Asker, 'workspaceId'>,
  jobIds: readonly string[],
): Promise<AwaitedInput[]> =>
  (
    await sql<AwaitedInput>`
      select i.job_id, i.index, i.content_type, i.file_size, i.format from jobs j join job_inputs i on i.job_id = j.id
        where j.id = any (${jobIds}) and j.workspace_id = ${workspaceId} and j.status = 'pending' and j.deleted_at is null
          and j.source <> 'recipe' and not i.given
          and not exists (select from input_fetches f where f.job_id = i.job_id and f.index = i.index) and coalesce(i.upload_lease < clock_timestamp(), true)
        order by i.job_id, i.index`.execute(db)
  ).rows;

/**
 * Checks a pinned file, which no caller can change any more, by its length and its first bytes. The digest of a file longer than
 * these is computed by the worker, which reads it anyway.
 */
async function readPinned({ storage }: ArrivedContext, target: UploadTarget, format: FormatId, key: string) {
  const size = (await storage.size(key)) ?? 0;
  if (size !== target.size) throw tooSmall(target, size);
  const end = Math.min(limits.sniffBytes, size) - 1;
  const content = await storage.read(key, { start: 0, end });
  const head = Buffer.isBuffer(content) ? content : Buffer.concat(await content.toArray());
  requireFormat(format, head, size);
  return { size, sha256: head.length === size ? hash('sha256', head) : null };
}

async function takeOne(
  context: ArrivedContext,
  direct: DirectTransfers,
  target: UploadTarget,
  format: FormatId,
): Promise<void> {
  const { storage } = context;
  const sent = makePartialKey(target);
  const size = await direct.arrived(sent);
  if (size === undefined) return;
  const key = makeStorageKey(target, randomUUID());
  try {
    // The signed address states the size too, but not every store enforces it.
    if (size > target.size) throw tooLarge(target);
    if (size < target.size) throw tooSmall(target, size);
    await direct.pin(sent, key);
    const stored = await readPinned(context, target, format, key);
    await completeAtOnce(context, target, { ...stored, storageKey: key });
  } catch (error) {
    // Another request has taken the file at the same time.
    if (error instanceof MissingFile) return;
    // After any other error a row may name the file, so it is left to the sweeper.
    if (error instanceof ApiError) {
      await storage.remove(key).catch(() => {});
      await storage.partial.discard(sent).catch(() => {});
      // The job was started in the meantime, with the file that was there before.
      if (error.code === 'invalid_state' || error.code === 'job_not_found') return;
    }
    throw error;
  }
  await storage.partial.discard(sent).catch(() => {});
}

/**
 * Takes the files that callers have sent to the store for jobs that are not started. Each is pinned, so that a later PUT does not
 * change it, then checked against what was declared, and recorded as the input.
 */
async function takeArrivedOf(
  context: ArrivedContext,
  asker: Pick<Asker, 'workspaceId'>,
  jobIds: readonly string[],
): Promise<void> {
  const { direct } = context.storage;
  if (!direct || jobIds.length === 0) return;
  const awaited = await listAwaitedInputs(context.db, asker, jobIds);
  const rest = awaited.values();
  const work = async (): Promise<void> => {
    for (const { job_id: jobId, index, content_type: contentType, file_size: size, format } of rest)
      await takeOne(context, direct, { jobId, index, contentType, size }, format);
  };
  await Promise.all(Array.from({ length: Math.min(limits.arrivedAtOnce, awaited.length) }, work));
}

/**
 * Takes the files that have arrived for a job with `autoStart`, so that it starts. The store does not notify the service of
 * uploads, so it looks for them whenever the job is read. If a file is not what was declared, the job's row records that.
 */
export async function noticeArrived(
  context: ArrivedContext,
  asker: Pick<Asker, 'workspaceId'>,
  job: { id: string; status: string; auto_start: boolean } | undefined,
): Promise<boolean> {
  if (!job?.auto_start || job.status !== 'pending' || !context.storage.direct) return false;
  try {
    await takeArrived(context, asker, job.id);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    await sql`update jobs set start_refused = ${error.code}, start_refused_at = clock_timestamp(), version = version + 1
      where id = ${job.id} and status = 'pending'`.execute(context.db);
  }
  return true;
}

export const takeArrived = (
  context: ArrivedContext,
  asker: Pick<Asker, 'workspaceId'>,
  jobId: string,
): Promise<void> => takeArrivedOf(context, asker, [jobId]);

/** Takes the files that have arrived for artifacts uploaded by themselves, before the artifacts are read or used. */
export const takeArrivedArtifacts = (
  context: ArrivedContext,
  asker: Pick<Asker, 'workspaceId'>,
  artifactIds: readonly string[],
): Promise<void> => takeArrivedOf(context, asker, [...new Set(artifactIds.map(getHolderId))]);
