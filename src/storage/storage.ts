import type { Readable } from 'node:stream';

export interface Stored {
  size: number;
  /** Lower-case hexadecimal. */
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
  /** The time when the file was stored under this key, or grew. */
  modifiedAt: Date;
}

/**
 * A store for files. A key is a relative path of our own, never a caller's text. A file is visible under its
 * key only when it is complete; writing a key again replaces the file atomically. Chunks that are passed in
 * belong to the storage.
 */
export interface Storage {
  /** Streams `source` to `key`. If the source fails, it rejects and keeps nothing. */
  write(key: string, source: Chunks): Promise<Stored>;
  /**
   * Stores a finished file of the worker. It is moved if it is `movable` and has no other name, otherwise
   * copied. If it has grown beyond `most` bytes, only these are stored. Links and folders are refused. If
   * `signal` aborts, it rejects with its reason and keeps nothing.
   */
  take(key: string, path: string, movable: boolean, most?: number, signal?: AbortSignal): Promise<Stored>;
  /**
   * Returns a small file as a buffer, otherwise a stream. Rejects with `MissingFile` before anything is read
   * if there is no such file.
   */
  read(key: string, range?: ByteRange): Promise<Readable | Buffer>;
  /** Copies a stored file to an external path, for a work folder. Returns its size and digest. */
  copyTo(key: string, path: string): Promise<Stored>;
  /**
   * Links a stored file to an external path, readable by all but writable only by us, for a host with another
   * user. Returns false if this store cannot.
   */
  lendTo(key: string, path: string): Promise<boolean>;
  size(key: string): Promise<number | undefined>;
  /**
   * Reads a stored file to its end and returns its current size and digest, which differ if it is damaged.
   */
  digest(key: string): Promise<Stored>;
  /** Removing a missing file is not an error. */
  remove(key: string): Promise<void>;
  /**
   * Lists everything that `remove` can remove, including unfinished files (under `tmp/`), for the sweeper.
   */
  list(): AsyncIterable<Listed>;
  /** Rejects if the storage cannot be written, for `/readyz`. */
  check(): Promise<void>;

  /** Files up to this size are stored in the rows that name them. Absent if the storage has all of them. */
  rowBytes?: number;

  /** Unfinished uploads, to which bytes are appended. They are not visible to `read`, `size` or `list`. */
  partial: PartialFiles;

  /** Transfers directly between callers and the store. Absent if all bytes go through the service. */
  direct?: DirectTransfers;
}

/**
 * Keys of uploads are those of `PartialFiles`, which also lists and discards files that were sent but not
 * taken yet.
 */
export interface DirectTransfers {
  /** The store's origin for callers: scheme, host and port. */
  origin: string;
  /**
   * Returns a URL for one PUT of exactly these bytes of this type; undefined if the store does not support
   * it.
   */
  uploadUrl(key: string, upload: DirectUpload): { url: string; headers: Record<string, string> } | undefined;
  downloadUrl(key: string, download: DirectDownload): string;
  /** Returns the size of a file that was sent but not taken yet. */
  arrived(key: string): Promise<number | undefined>;
  /** Makes a sent file the stored file `target`. Whatever is sent later does not change it. */
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
  /** Returns the number of bytes so far; 0 if there are none. */
  offset(key: string): Promise<number>;
  /**
   * Appends at exactly `offset` and returns the new offset. Received bytes are kept safely even if the source
   * fails; its error is rethrown. Rejects with `WrongOffset`, or with `PartialBusy` while another append is
   * in progress.
   */
  append(key: string, offset: number, source: AsyncIterable<Uint8Array>): Promise<number>;
  /** Makes the partial file the stored file `target`. */
  finish(key: string, target: string): Promise<Stored>;
  /** Returns at most the first `bytes` bytes. */
  head(key: string, bytes: number): Promise<Uint8Array>;
  discard(key: string): Promise<void>;
  list(): AsyncIterable<Listed>;
}

export class MissingFile extends Error {
  constructor(key: string) {
    super(`there is no stored file ${key}`);
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

/** The store does not respond or refuses the request; a later attempt may succeed. */
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
