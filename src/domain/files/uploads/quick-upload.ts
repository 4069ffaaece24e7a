import { randomUUID } from 'node:crypto';
import { ApiError } from '../../../contract/errors.ts';
import type { FormatId } from '../../../formats/formats.ts';
import { storeWhole } from '../small-files/store.ts';
import { completeAtOnce } from './complete.ts';
import { makePartialKey, makeStorageKey } from './keys.ts';
import { requireFormat, type UploadContext, type Uploaded, type UploadTarget } from './upload.ts';

/** The size up to which a file is kept in memory until it is whole. The storage gathers as much before it writes. */
export const maxQuickBytes = 512 * 1024;
/** An upload that takes no longer than this need not show its job as `uploading`, so it takes no lease. */
const quickMs = 250;

/** Either all chunks, or an iterable of those that came and those that follow. Call `leave` after using the latter. */
export type Arrival = { whole: Uint8Array[] } | { rest: AsyncIterable<Uint8Array>; leave(): void };

async function* continueFrom(
  chunks: Uint8Array[],
  next: Promise<IteratorResult<Uint8Array>>,
  rest: AsyncIterator<Uint8Array>,
): AsyncIterable<Uint8Array> {
  yield* chunks;
  for (let step = await next; !step.done; step = await rest.next()) yield step.value;
}

/** Gathers the chunks that come within `quickMs`. */
export async function gatherChunks(source: AsyncIterable<Uint8Array>): Promise<Arrival> {
  const chunks: Uint8Array[] = [];
  const iterator = source[Symbol.asyncIterator]();
  // This is not awaited, because it resolves only with the next bytes, which may never come.
  const leave = () => void iterator.return?.().catch(() => {});
  const { promise: late, resolve } = Promise.withResolvers<'late'>();
  const timer = setTimeout(resolve, quickMs, 'late');
  try {
    for (;;) {
      const next = iterator.next();
      const step = await Promise.race([next, late]);
      if (step === 'late') return { rest: continueFrom(chunks, next, iterator), leave };
      if (step.done) return { whole: chunks };
      chunks.push(step.value);
    }
  } finally {
    clearTimeout(timer);
  }
}

/** Stores a small file that has arrived whole. */
export async function storeQuickUpload(
  context: UploadContext,
  target: UploadTarget,
  format: FormatId,
  chunks: Uint8Array[],
): Promise<Uploaded> {
  const { storage, limits } = context;
  requireFormat(format, Buffer.concat(chunks, Math.min(limits.sniffBytes, target.size)), target.size);
  const key = makeStorageKey(target, randomUUID());
  try {
    const kept = await storeWhole(storage, key, chunks);
    const uploaded = await completeAtOnce(context, target, kept);
    await storage.partial.discard(makePartialKey(target)).catch(() => {});
    return uploaded;
  } catch (error) {
    // After any other error a row may name the file, so it is left to the sweeper.
    if (error instanceof ApiError) await storage.remove(key).catch(() => {});
    throw error;
  }
}
