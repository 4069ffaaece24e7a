import type { Readable } from 'node:stream';

export interface Stored {
  size: number;
  /** Lower-case hex. */
  sha256: string;
}

export type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Bytes from `start` to `end`, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface Listed {
  key: string;
  /** When the file came to stand under this key, or grew. */
  modifiedAt: Date;
}

/**
 * Where files live. A key is a relative path of ours, never a caller's text. A file is visible under its key only
 * when it is whole; writing a key again replaces the file at once. Chunks handed over are the storage's from then on.
 */
export interface Storage {
  /** Streams `source` to `key`; rejects, keeping nothing, when the source fails. */
  write(key: string, source: Chunks): Promise<Stored>;
  /**
   * Takes a finished file of the worker's in. It is moved where it is `movable` and has no other name, else copied.
   * Of one that has grown beyond `most` bytes only these are taken. Links and folders are refused. Rejects with the reason
   * of `signal`, keeping nothing, when that aborts.
   */
  take(key: string, path: string, movable: boolean, most?: number, signal?: AbortSignal): Promise<Stored>;
  /** A few bytes as they are, more as a stream. Rejects with `MissingFile` before any is read when there is no such file. */
  read(key: string, range?: ByteRange): Promise<Readable | Buffer>;
  /** Copies a stored file to a path outside, for a work folder. Says what was copied. */
  copyTo(key: string, path: string): Promise<Stored>;
  /**
   * Gives a stored file a second name outside, which all may read and none but us write to: for a host under a user of its
   * own. False where this store cannot.
   */
  lendTo(key: string, path: string): Promise<boolean>;
  size(key: string): Promise<number | undefined>;
  /** Reads a stored file to its end: what it is now, which is what it was when it was stored, or it is damaged. */
  digest(key: string): Promise<Stored>;
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>;
  /** Everything `remove` can remove, files half written included (under `tmp/`), for the sweeper. */
  list(): AsyncIterable<Listed>;
  /** Rejects when the storage cannot be written: for `/readyz`. */
  check(): Promise<void>;

  /** Files up to this size are kept in the rows that name them. Absent where the storage has them all. */
  rowBytes?: number;

  /** Unfinished uploads, appended to until whole. Not seen by `read`, `size` or `list`. */
  partial: PartialFiles;

  /** Where callers send files to the store and fetch them from it themselves. Absent where all bytes go through us. */
  direct?: DirectTransfers;
}

/** Keys of uploads are those of `PartialFiles`: what was sent and is not taken in yet is listed and discarded there. */
export interface DirectTransfers {
  /** The store as callers reach it: scheme, host and port. */
  origin: string;
  /** An address that takes one PUT of exactly these bytes of this type; undefined where the store takes no such one. */
  uploadUrl(key: string, upload: DirectUpload): { url: string; headers: Record<string, string> } | undefined;
  downloadUrl(key: string, download: DirectDownload): string;
  /** The size of what was sent and not taken in yet. */
  arrived(key: string): Promise<number | undefined>;
  /** Makes what was sent the stored file `target`: whatever is sent later changes nothing of that. */
  pin(key: string, target: string): Promise<void>;
}

export interface DirectUpload {
  contentType: string;
  size: number;
  now: number;
  expiresAt: Date;
}

export interface DirectDownload {
  contentType: string;
  contentDisposition: string;
  now: number;
  expiresAt: Date;
}

export interface PartialFiles {
  /** The bytes kept so far; 0 where none are. */
  offset(key: string): Promise<number>;
  /**
   * Appends at exactly `offset` and returns the new offset. What arrived is kept, and safe, even when the source
   * fails; its error is thrown on. Rejects with `WrongOffset`, or `PartialBusy` while another append is under way.
   */
  append(key: string, offset: number, source: AsyncIterable<Uint8Array>): Promise<number>;
  /** Makes the partial file the stored file `target`. */
  finish(key: string, target: string): Promise<Stored>;
  /** At most the first `bytes` bytes. */
  head(key: string, bytes: number): Promise<Uint8Array>;
  discard(key: string): Promise<void>;
  list(): AsyncIterable<Listed>;
}

export class MissingFile extends Error {
  constructor(key: string) {
    super(`no stored file ${key}`);
    this.name = 'MissingFile';
  }
}

export class WrongOffset extends Error {
  readonly actual: number;

  constructor(key: string, asked: number, actual: number) {
    super(`partial file ${key} has ${actual} bytes, not ${asked}`);
    this.name = 'WrongOffset';
    this.actual = actual;
  }
}

export class PartialBusy extends Error {
  constructor(key: string) {
    super(`partial file ${key} is being written`);
    this.name = 'PartialBusy';
  }
}

/** The store does not answer, or refuses us: a later try may find it mended. */
export class StoreUnavailable extends Error {
  constructor(operation: string, cause: unknown) {
    super(
      `the store failed at ${operation}: ${(cause as Error)?.message || (cause as Error)?.name || cause}`,
      {
        cause,
      },
    );
    this.name = 'StoreUnavailable';
  }
}
