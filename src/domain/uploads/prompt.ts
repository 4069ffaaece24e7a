import { randomUUID } from 'node:crypto';
import { ApiError } from '../../contract/errors.ts';
import type { FormatId } from '../../formats/formats.ts';
import { canBeOfFormat } from '../../formats/sniff/sniff.ts';
import { completeAtOnce } from './complete.ts';
import { makePartialKey, makeStorageKey } from './keys.ts';
import { otherFormat, type Target, type UploadContext, type Uploaded } from './upload.ts';

/** As much as is gathered of any file before it goes to the disk: to hold this much costs no more memory. */
export const promptBytes = 512 * 1024;
/** Who is done by then was gone before anybody could see the job `uploading`. */
const promptMs = 250;

/** What arrived: all of it, or a source of what did and what is still to come, to be left when done with it. */
export type Arrival = { whole: Uint8Array[] } | { rest: AsyncIterable<Uint8Array>; leave(): void };

async function* continueFrom(
  chunks: Uint8Array[],
  next: Promise<IteratorResult<Uint8Array>>,
  rest: AsyncIterator<Uint8Array>,
): AsyncIterable<Uint8Array> {
  yield* chunks;
  for (let step = await next; !step.done; step = await rest.next()) yield step.value;
}

/** Takes what comes within a moment. */
export async function takePromptly(source: AsyncIterable<Uint8Array>): Promise<Arrival> {
  const chunks: Uint8Array[] = [];
  const iterator = source[Symbol.asyncIterator]();
  // Not waited for: it comes about with the next bytes, and those may never come.
  const leave = () => void iterator.return?.().catch(() => {});
  const { promise: late, resolve } = Promise.withResolvers<'late'>();
  const timer = setTimeout(resolve, promptMs, 'late');
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

/** Keeps a small file that is there already. */
export async function keepAtOnce(
  context: UploadContext,
  target: Target,
  format: FormatId,
  chunks: Uint8Array[],
): Promise<Uploaded> {
  const { storage, limits } = context;
  const head = Buffer.concat(chunks, Math.min(limits.sniffBytes, target.size));
  if (!canBeOfFormat(format, head, target.size)) throw otherFormat(target);
  const key = makeStorageKey(target, randomUUID());
  try {
    const uploaded = await completeAtOnce(context, target, key, await storage.write(key, chunks));
    await storage.partial.discard(makePartialKey(target)).catch(() => {});
    return uploaded;
  } catch (error) {
    // Where it is not certain that no row names the file, it is left to the sweeper.
    if (error instanceof ApiError) await storage.remove(key).catch(() => {});
    throw error;
  }
}
