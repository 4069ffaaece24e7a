import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { ApiError } from '../../../contract/errors.ts';
import { checkArriving, checkDeclaredSize } from './check-arriving.ts';
import type { Incoming, UploadContext, Uploaded, UploadTarget } from './upload.ts';

type RepeatedContext = Pick<UploadContext, 'db'>;

/** Finds the digest of an input whose arrival has started its job. */
async function findStartingDigest(
  { db }: RepeatedContext,
  { jobId, index }: UploadTarget,
): Promise<string | undefined> {
  const { rows } = await sql<{ sha256: string | null }>`
    select i.sha256 from jobs j join job_inputs i on i.job_id = j.id and i.index = ${index}
      where j.id = ${jobId} and j.auto_start and j.queued_at is not null and j.deleted_at is null`.execute(
    db,
  );
  return rows[0]?.sha256 ?? undefined;
}

/**
 * Answers an upload that came too late as it was answered the first time, if it has the bytes that started the job. A sender whose
 * first answer was lost repeats the upload and cannot know that the job has started since. Other uploads get the `refusal`.
 */
export async function confirmRepeated(
  context: RepeatedContext,
  target: UploadTarget,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  refusal: unknown,
): Promise<Uploaded> {
  if (!(refusal instanceof ApiError) || refusal.code !== 'invalid_state') throw refusal;
  const started = await findStartingDigest(context, target);
  if (started === undefined) throw refusal;
  const hash = createHash('sha256');
  for await (const chunk of chunks) hash.update(chunk);
  if (hash.digest('hex') !== started) throw refusal;
  return { index: target.index, size: target.size, sha256: started };
}

/** Confirms a repeated upload whose bytes are still to come. The sender has `uploadIdleSeconds` for all of them. */
export async function confirmRepeatedIncoming(
  context: RepeatedContext & Pick<UploadContext, 'limits'>,
  target: UploadTarget,
  incoming: Incoming,
  refusal: unknown,
): Promise<Uploaded> {
  const timer = setTimeout(() => incoming.refuse(refusal as Error), context.limits.uploadIdleSeconds * 1000);
  const chunks = checkArriving(incoming.chunks, checkDeclaredSize(target));
  return confirmRepeated(context, target, chunks, refusal).finally(() => clearTimeout(timer));
}
