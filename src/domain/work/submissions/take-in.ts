import { ApiError, invalid } from '../../../contract/errors.ts';
import type { FormatId } from '../../../formats/formats.ts';
import { canBeOfFormat } from '../../../formats/sniff/sniff.ts';
import type { Storage } from '../../../storage/storage.ts';
import { type Kept, storeArriving } from '../../files/small-files/store.ts';
import { toUploadError } from '../../files/uploads/upload.ts';
import type { Arrivals } from './in-flight.ts';

/** A file as its sender describes it. */
export interface SentFile {
  filename: string;
  contentType: string;
  format: FormatId;
  chunks: AsyncIterable<Uint8Array>;
}

export interface IntakeLimits {
  /** How many of a file's first bytes are read to check its format. */
  sniffBytes: number;
  fileBytes: number;
  /** The most bytes of all files together. */
  totalBytes: number;
}

const otherFormat = ({ filename, format }: SentFile): ApiError =>
  new ApiError('invalid_file_type', { message: `The bytes of ${filename} are not ${format}.` });

async function* reportBreak(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let received = 0;
  try {
    for await (const chunk of chunks) {
      received += chunk.length;
      yield chunk;
    }
  } catch (error) {
    if (error instanceof ApiError) throw error;
    // The connection is gone, so nobody reads this answer, but the log must not count it as our fault.
    throw new ApiError('validation_failed', { message: `The body broke off after ${received} bytes.` });
  }
}

/** Passes a file's chunks on, while it checks the format by the first bytes and the size by their number. `keep` gets a small file. */
async function* checkWhilePassing(
  file: SentFile,
  limits: IntakeLimits,
  arrivals: Arrivals,
  keep: (bytes: Buffer) => void,
): AsyncIterable<Uint8Array> {
  let size = 0;
  let head: Uint8Array[] | undefined = [];
  const look = (chunks: Uint8Array[], whole: number) => {
    const seen = Buffer.concat(chunks, Math.min(size, limits.sniffBytes));
    if (!canBeOfFormat(file.format, seen, whole)) throw otherFormat(file);
    return seen;
  };
  for await (const chunk of reportBreak(file.chunks)) {
    size += chunk.length;
    if (size > limits.fileBytes)
      throw new ApiError('file_too_large', {
        message: `${file.filename} has more than the ${limits.fileBytes} bytes that the plan allows.`,
        limit: limits.fileBytes,
      });
    if (size > limits.totalBytes)
      throw new ApiError('batch_too_large', {
        message: `The plan allows ${limits.totalBytes} bytes in all.`,
        limit: limits.totalBytes,
      });
    await arrivals.count(chunk.length);
    head?.push(chunk);
    // Checked as early as possible, so that a wrong file of gigabytes is refused after its first kilobytes.
    if (head && size > limits.sniffBytes) {
      look(head, Number.MAX_SAFE_INTEGER);
      head = undefined;
    }
    yield chunk;
  }
  if (size === 0) throw invalid('file', `${file.filename} is empty.`);
  if (head) keep(look(head, size));
}

/** Stores a file, whole or not at all. One that is no longer than what is sniffed comes back as it is. */
export async function takeIn(
  storage: Storage,
  key: string,
  file: SentFile,
  limits: IntakeLimits,
  arrivals: Arrivals,
): Promise<Kept & { bytes: Buffer | undefined }> {
  let bytes: Buffer | undefined;
  try {
    const chunks = checkWhilePassing(file, limits, arrivals, small => {
      bytes = small;
    });
    return { ...(await storeArriving(storage, key, chunks)), bytes };
  } catch (error) {
    throw toUploadError(error);
  }
}
