import { ApiError } from '../../../contract/errors.ts';
import { type Target, tooLarge, tooSmall } from './upload.ts';

interface Measuring {
  /** How many bytes were received earlier. */
  start: number;
  /** Whether fewer bytes than declared are refused. */
  whole: boolean;
  seen?(chunk: Uint8Array): void;
}

/** Passes chunks on, and refuses more bytes than were declared. */
export async function* measure(
  chunks: AsyncIterable<Uint8Array>,
  target: Target,
  { start, whole, seen }: Measuring,
): AsyncIterable<Uint8Array> {
  let received = start;
  try {
    for await (const chunk of chunks) {
      received += chunk.length;
      if (received > target.size) throw tooLarge(target);
      seen?.(chunk);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof ApiError) throw error;
    // The connection is gone, so nobody reads this answer, but the log must not count it as our fault.
    throw new ApiError('validation_failed', { message: `The upload broke off after ${received} bytes.` });
  }
  if (whole && received < target.size) throw tooSmall(target, received);
}

/** Gathers the first `bytes` bytes, and calls `whole` once, when they are there. */
export function gatherHead(bytes: number, whole: (head: Uint8Array) => void): (chunk: Uint8Array) => void {
  let chunks: Uint8Array[] | undefined = [];
  let gathered = 0;
  return chunk => {
    if (!chunks) return;
    chunks.push(chunk);
    gathered += chunk.length;
    if (gathered < bytes) return;
    const head = Buffer.concat(chunks, bytes);
    chunks = undefined;
    whole(head);
  };
}
