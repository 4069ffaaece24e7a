import { ApiError, invalid } from '../../../contract/errors.ts';
import type { FormatId } from '../../../formats/formats.ts';
import type { Storage } from '../../../storage/storage.ts';
import { formatSize } from '../../../text.ts';
import { type KeptFile, storeArriving } from '../../files/small-files/store.ts';
import { checkArriving } from '../../files/uploads/check-arriving.ts';
import { requireFormat, toUploadError } from '../../files/uploads/upload.ts';
import type { ByteCount } from './in-flight.ts';

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

function requireSize({ filename }: SentFile, { fileBytes, totalBytes }: IntakeLimits, size: number): void {
  if (size > fileBytes)
    throw new ApiError('file_too_large', {
      message: `${filename} has more than the ${formatSize(fileBytes)} that the plan allows.`,
      limit: fileBytes,
    });
  if (size > totalBytes)
    throw new ApiError('batch_too_large', {
      message: `The files are too large: the plan allows ${formatSize(totalBytes)} together.`,
      limit: totalBytes,
    });
}

/** Stores a file, whole or not at all. Returns the bytes of one that is no longer than what is sniffed. */
export async function storeSentFile(
  storage: Storage,
  key: string,
  file: SentFile,
  limits: IntakeLimits,
  inFlight: ByteCount,
): Promise<KeptFile & { bytes: Buffer | undefined }> {
  const { filename, format } = file;
  let bytes: Buffer | undefined;
  const chunks = checkArriving(file.chunks, {
    async onChunk(size, length) {
      requireSize(file, limits, size);
      await inFlight.add(length);
    },
    onEnd(size) {
      if (size === 0) throw invalid('file', `${filename} is empty.`);
    },
    sniff: {
      bytes: limits.sniffBytes,
      check: (head, size) => requireFormat(format, head, size, filename),
      onWhole(content) {
        bytes = content;
      },
    },
  });
  try {
    return { ...(await storeArriving(storage, key, chunks)), bytes };
  } catch (error) {
    throw toUploadError(error);
  }
}
