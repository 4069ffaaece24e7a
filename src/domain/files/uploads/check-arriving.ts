import { ApiError } from '../../../contract/errors.ts';
import type { FormatId } from '../../../formats/formats.ts';
import { requireFormat, tooLarge, tooSmall, type UploadTarget } from './upload.ts';

/** The checks of a file while it arrives. Each throws the refusal that the sender is told. */
export interface ArrivalChecks {
  /** How many bytes were received earlier. */
  start?: number;
  /** Checks a chunk before it is passed on. It gets the bytes received so far and the chunk's length. */
  onChunk(received: number, length: number): void | Promise<void>;
  onEnd?(size: number): void;
  sniff?: FormatCheck;
}

/** A check of the format by the first bytes. */
export interface FormatCheck {
  bytes: number;
  /** The size of the file, where it is known before the end. */
  size?: number;
  check(head: Buffer, size: number): void;
  /** Receives the whole of a file that is no longer than `bytes`, once it has passed. */
  onWhole?(content: Buffer): void;
}

async function* reportBreak(
  chunks: AsyncIterable<Uint8Array>,
  countReceived: () => number,
): AsyncIterable<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    if (error instanceof ApiError) throw error;
    const message = `The upload broke off after ${countReceived()} bytes.`;
    // The connection is gone, so nobody reads this answer, but the log must not count it as our fault.
    throw new ApiError('validation_failed', { message });
  }
}

/** Gathers the first bytes of a file and checks them as early as possible: a wrong file of gigabytes is refused after kilobytes. */
function gatherHead({ bytes, size = Number.MAX_SAFE_INTEGER, check, onWhole }: FormatCheck) {
  let chunks: Uint8Array[] | undefined = [];
  let gathered = 0;
  return {
    add(chunk: Uint8Array): void {
      if (!chunks) return;
      chunks.push(chunk);
      gathered += chunk.length;
      if (gathered <= bytes) return;
      check(Buffer.concat(chunks, bytes), size);
      chunks = undefined;
    },
    end(): void {
      if (!chunks) return;
      const content = Buffer.concat(chunks);
      check(content, gathered);
      onWhole?.(content);
    },
  };
}

/** Passes the chunks of a file on while it is checked. */
export async function* checkArriving(
  chunks: AsyncIterable<Uint8Array>,
  { start = 0, onChunk, onEnd, sniff }: ArrivalChecks,
): AsyncIterable<Uint8Array> {
  let received = start;
  const head = sniff && gatherHead(sniff);
  for await (const chunk of reportBreak(chunks, () => received)) {
    received += chunk.length;
    await onChunk(received, chunk.length);
    head?.add(chunk);
    yield chunk;
  }
  onEnd?.(received);
  head?.end();
}

/** Makes the checks of the size that was declared for an input. */
export const checkDeclaredSize = (target: UploadTarget) => ({
  onChunk(received: number): void {
    if (received > target.size) throw tooLarge(target);
  },
  onEnd(size: number): void {
    if (size < target.size) throw tooSmall(target, size);
  },
});

/** Makes all checks of an input that is received in one request. */
export const checkDeclared = (target: UploadTarget, format: FormatId, bytes: number): ArrivalChecks => ({
  ...checkDeclaredSize(target),
  sniff: { bytes, size: target.size, check: (head, size) => requireFormat(format, head, size) },
});
