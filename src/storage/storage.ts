import type { Readable } from 'node:stream';

export interface Stored {
  size: number;
  /** Lower-case hex. */
  sha256: string;
}

/** Bytes from `start` to `end`, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Where files live. A key is a relative path of ours, never a caller's text. A file is visible under its key only
 * when it is whole; writing a key again replaces the file at once.
 */
export interface Storage {
  /** Streams `source` to `key`; rejects, keeping nothing, when the source fails. */
  write(key: string, source: AsyncIterable<Uint8Array>): Promise<Stored>;
  /** Takes a finished file of the worker's in; the file at `path` may be moved. */
  take(key: string, path: string): Promise<Stored>;
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Copies a stored file to a path outside, for a work folder. */
  copyTo(key: string, path: string): Promise<void>;
  size(key: string): Promise<number | undefined>;
  remove(key: string): Promise<void>;
  /** Every key with its last change, for the sweeper. */
  list(): AsyncIterable<{ key: string; modifiedAt: Date }>;
  /** Rejects when the storage cannot be written: for `/readyz`. */
  check(): Promise<void>;

  /** Unfinished uploads, appended to until whole. Not seen by `read`, `size` or `list`. */
  partial: PartialFiles;
}

export interface PartialFiles {
  /** The bytes kept so far; 0 where none are. */
  offset(key: string): Promise<number>;
  /** Appends at exactly `offset` what arrives, keeping it even when the source breaks off. Returns the new offset. */
  append(key: string, offset: number, source: AsyncIterable<Uint8Array>): Promise<number>;
  /** Makes the partial file the stored file `target`. */
  finish(key: string, target: string): Promise<Stored>;
  head(key: string, bytes: number): Promise<Uint8Array>;
  discard(key: string): Promise<void>;
  list(): AsyncIterable<{ key: string; modifiedAt: Date }>;
}
