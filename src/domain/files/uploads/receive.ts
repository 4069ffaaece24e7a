import { randomUUID } from 'node:crypto';
import { ApiError } from '../../../contract/errors.ts';
import { findFormatByType } from '../../../formats/declared.ts';
import { checkArriving, checkDeclared, checkDeclaredSize } from './check-arriving.ts';
import { complete } from './complete.ts';
import { holdLease } from './hold-lease.ts';
import { makePartialKey, makeStorageKey } from './keys.ts';
import { dropLease, type Lease, takeLease } from './lease.ts';
import { gatherChunks, maxQuickBytes, storeQuickUpload } from './quick-upload.ts';
import { confirmRepeated, confirmRepeatedIncoming } from './repeated-upload.ts';
import {
  type Incoming,
  tooLarge,
  tooSmall,
  toUploadError,
  type UploadContext,
  type Uploaded,
  type UploadTarget,
} from './upload.ts';
import type { Writers } from './writers.ts';

/** Receives a whole file in one request, or keeps nothing. A later upload replaces it while the job is not started. */
export async function receive(
  context: UploadContext,
  writers: Writers,
  target: UploadTarget,
  incoming: Incoming,
): Promise<Uploaded> {
  const key = makePartialKey(target);
  const receiveAsNewest = (line: Incoming) =>
    writers.runAsNewest(key, incoming.refuse, () => receiveLeased(context, target, line));
  if (incoming.length !== undefined && incoming.length > target.size) throw tooLarge(target);
  if (incoming.length !== undefined && incoming.length < target.size) throw tooSmall(target, incoming.length);
  const format = target.size <= maxQuickBytes ? findFormatByType(target.contentType) : undefined;
  if (!format) return await receiveAsNewest(incoming);
  const arrival = await gatherChunks(checkArriving(incoming.chunks, checkDeclaredSize(target)));
  if ('rest' in arrival)
    return await receiveAsNewest({ ...incoming, chunks: arrival.rest }).finally(arrival.leave);
  const { whole } = arrival;
  return await writers
    .runInTurn(key, () => storeQuickUpload(context, target, format, whole))
    .catch(refusal => confirmRepeated(context, target, whole, refusal))
    .catch(error => {
      throw toUploadError(error);
    });
}

/** Receives a file under a lease, during which the job shows `uploading`. */
async function receiveLeased(
  context: UploadContext,
  target: UploadTarget,
  incoming: Incoming,
): Promise<Uploaded> {
  const { storage, limits } = context;
  const token = randomUUID();
  let lease: Lease;
  try {
    lease = await takeLease(context, target, token, false);
  } catch (refusal) {
    return await confirmRepeatedIncoming(context, target, incoming, refusal);
  }
  const hold = holdLease(context, target, token, incoming);
  const key = makeStorageKey(target, token);
  let leave = (): void => {};
  try {
    leave = context.concurrency.begin(lease.workspaceId);
    // The rest of an earlier upload in pieces would count in addition to these bytes.
    await storage.partial.discard(makePartialKey(target));
    const checks = checkDeclared(target, lease.format, limits.sniffBytes);
    const chunks = checkArriving(hold.watch(incoming.chunks), checks);
    const stored = await storage.write(key, chunks);
    return await complete(context, target, lease, key, stored);
  } catch (error) {
    // After any other error a row may name the file, so it is left to the sweeper.
    if (error instanceof ApiError) await storage.remove(key).catch(() => {});
    await dropLease(context, target, token).catch(() => {});
    throw toUploadError(error);
  } finally {
    leave();
    hold.stop();
  }
}
