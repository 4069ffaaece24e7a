import { ApiError } from '../../../contract/errors.ts';
import type { Database } from '../../../db/database.ts';
import { type FormatId, getFormat } from '../../../formats/formats.ts';
import { canBeOfFormat, recogniseFormat } from '../../../formats/sniff/sniff.ts';
import type { Changes } from '../../../queue/notices/changes.ts';
import { MissingFile, PartialBusy, type Storage, WrongOffset } from '../../../storage/storage.ts';
import type { ConcurrencyLimit } from '../../metering/concurrency-limit.ts';
import type { LeastSpeed } from './speed.ts';

/** The services and limits that an upload needs. */
export interface UploadContext {
  db: Database;
  storage: Storage;
  changes: Pick<Changes, 'waitForChange'>;
  concurrency: Pick<ConcurrencyLimit, 'begin'>;
  limits: UploadLimits;
}

export interface UploadLimits extends LeastSpeed {
  /** How many of a file's first bytes are read to check its format. */
  sniffBytes: number;
  /** How long an upload counts as in flight after it last renewed its lease, and how often it does. */
  leaseSeconds: number;
  heartbeatSeconds: number;
  /** How long an upload that has begun may continue after its address has expired. */
  uploadGraceSeconds: number;
}

/** The input of a job that the bytes are for, as its signed address names it. */
export interface UploadTarget {
  jobId: string;
  index: number;
  contentType: string;
  size: number;
  /** The time when its address expires. */
  expiresAt?: Date;
}

/** An upload as it comes from its sender. */
export interface Incoming {
  chunks: AsyncIterable<Uint8Array>;
  length: number | undefined;
  /** Ends the sender's connection: `chunks` then fails. */
  cut(): void;
  /** Makes `chunks` fail with a reason, which the sender is told. */
  refuse(reason: Error): void;
}

export interface Uploaded {
  index: number;
  size: number;
  sha256: string;
}

export const tooLarge = (target: UploadTarget): ApiError =>
  new ApiError('file_too_large', {
    message: `This input was declared with ${target.size} bytes, but more were sent. Create the job again with the real \`fileSize\`.`,
    limit: target.size,
  });

export const tooSmall = (target: UploadTarget, received: number): ApiError =>
  new ApiError('validation_failed', {
    message: `This input was declared with ${target.size} bytes, but only ${received} were sent. Send the whole file, or create the job again with the real \`fileSize\`.`,
  });

/** Refuses a file if its first bytes, `head`, cannot be of the declared format. */
export function requireFormat(format: FormatId, head: Uint8Array, size: number, name = 'this file'): void {
  if (canBeOfFormat(format, head, size)) return;
  const recognised = recogniseFormat(head, size);
  const content = recognised ? ` (${getFormat(recognised).title})` : '';
  throw new ApiError('invalid_file_type', {
    message: `The content of ${name}${content} does not match its declared format (${getFormat(format).title}).`,
  });
}

export const notOpen = (): ApiError =>
  new ApiError('invalid_state', {
    message:
      'This URL no longer accepts uploads: its job was started or canceled, its artifact was used, or it has expired.',
  });

export const otherWriter = (): ApiError =>
  new ApiError('upload_conflict', {
    message:
      'Another upload of this input is in progress. Read its offset with HEAD, then continue from there.',
  });

/** Problems of the storage's disk, by error code. A system mounts a failing disk read-only. */
const diskProblems: Record<string, string> = {
  ENOSPC: 'The storage is full.',
  EDQUOT: 'The storage is full.',
  EROFS: 'The storage cannot be written to.',
  EIO: 'The storage cannot be written to.',
};
const diskRetrySeconds = 60;

/** Turns an error of the storage into the refusal that the sender is told. */
export function toUploadError(error: unknown): unknown {
  if (error instanceof WrongOffset || error instanceof PartialBusy || error instanceof MissingFile)
    return otherWriter();
  const problem = diskProblems[(error as NodeJS.ErrnoException)?.code ?? ''];
  if (problem)
    return new ApiError(
      'unavailable',
      { message: `${problem} Try again later.`, retryAfter: diskRetrySeconds },
      { 'retry-after': String(diskRetrySeconds) },
    );
  return error;
}
