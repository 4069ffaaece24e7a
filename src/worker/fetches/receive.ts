import { randomUUID } from 'node:crypto';
import { ApiError } from '../../contract/errors.ts';
import { checkArriving } from '../../domain/files/uploads/check-arriving.ts';
import { type HoldContext, holdLease } from '../../domain/files/uploads/hold-lease.ts';
import { makePartialKey, makeStorageKey } from '../../domain/files/uploads/keys.ts';
import { dropLease, takeLease } from '../../domain/files/uploads/lease.ts';
import { makeRefusable } from '../../domain/files/uploads/refusable-stream.ts';
import { chooseFormat, describeArrival, type FetchPurpose } from '../../domain/work/fetches/arrival.ts';
import { type ClaimedFetch, keepValidator } from '../../domain/work/fetches/claim.ts';
import { completeFetch, type FetchOutcome } from '../../domain/work/fetches/end.ts';
import { limits } from '../../settings/limits.ts';
import type { Storage } from '../../storage/storage.ts';
import { FetchProblem, type OpenedSource, type Wanted } from '../connections/source.ts';

export interface ReceiveContext extends HoldContext {
  storage: Storage;
}

type Open = (wanted: Wanted) => Promise<OpenedSource>;

const tooLarge = (most: number): FetchProblem =>
  new FetchProblem('input_too_large', `the file has more than ${most} bytes`, { isFinal: true });

/**
 * Fetches an input into its partial file and records it when it is complete. After an interruption the next attempt continues from
 * the bytes that are kept, if the server still has the same version of the file.
 */
export async function receiveSource(
  context: ReceiveContext,
  fetch: ClaimedFetch,
  purpose: FetchPurpose,
  open: Open,
): Promise<FetchOutcome> {
  const { storage, db } = context;
  const target = {
    jobId: fetch.jobId,
    index: fetch.index,
    contentType: fetch.contentType,
    size: purpose.fileBytes,
  };
  const key = makePartialKey(target);
  const token = randomUUID();
  await takeLease(context, target, token, true);
  let hold: ReturnType<typeof holdLease> | undefined;
  let source: OpenedSource | undefined;
  try {
    const kept = await storage.partial.offset(key);
    const validator = fetch.validator ?? undefined;
    source = await open({ offset: kept, validator });
    const { start, total, close } = source;
    if ((total ?? 0) > purpose.fileBytes) throw tooLarge(purpose.fileBytes);
    if (start < kept) await storage.partial.discard(key);
    if (start === 0) await keepValidator(db, fetch, source.validator ?? null);
    const stated = {
      filename: fetch.named ? fetch.filename : (source.filename ?? fetch.filename),
      contentType: source.contentType ?? 'application/octet-stream',
    };
    const incoming = makeRefusable(source.chunks);
    hold = holdLease(context, target, token, { ...incoming, cut: close });
    const chunks = checkArriving(hold.watch(incoming.chunks), {
      start,
      onChunk(received) {
        if (received > purpose.fileBytes) throw tooLarge(purpose.fileBytes);
      },
      ...(start === 0 && {
        sniff: {
          bytes: limits.sniffBytes,
          check: (head: Buffer, size: number) => void chooseFormat(fetch, purpose, stated, head, size),
        },
      }),
    });
    const size = await storage.partial.append(key, start, chunks);
    if (total !== undefined && size !== total)
      throw new FetchProblem('input_unreachable', `the connection ended after ${size} of ${total} bytes`);
    if (size === 0) throw new FetchProblem('input_empty', 'the file is empty', { isFinal: true });
    const head = await storage.partial.head(key, Math.min(limits.sniffBytes, size));
    const described = describeArrival(fetch, purpose, stated, head, size);
    const storageKey = makeStorageKey(target, token);
    const stored = await storage.partial.finish(key, storageKey);
    const outcome = await completeFetch(db, fetch, token, storageKey, stored, described);
    if (outcome !== 'kept') await storage.remove(storageKey).catch(() => {});
    return outcome;
  } catch (error) {
    await dropLease(context, target, token).catch(() => {});
    throw error instanceof ApiError && error.code === 'validation_failed'
      ? new FetchProblem('input_unreachable', error.message)
      : error;
  } finally {
    source?.close();
    hold?.stop();
  }
}
