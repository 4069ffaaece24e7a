import type { Readable } from 'node:stream';
import type { OpenedSource, Wanted } from './source.ts';

/** A file that is written to a connection. */
export interface OutgoingFile {
  size: number;
  contentType: string;
  /** Opens the bytes from the beginning. */
  read(): Promise<Readable>;
}

/** Reads and writes the files of one connection. Keys are relative paths with slashes. */
export interface ConnectionClient {
  open(key: string, wanted: Wanted, signal: AbortSignal): Promise<OpenedSource>;
  /** Writes a file so that others see all of it or nothing. An earlier file with this key is replaced. */
  write(key: string, file: OutgoingFile, signal: AbortSignal): Promise<void>;
  /** Removing a missing file is no error. */
  remove(key: string, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** Thrown if a connection refuses a request. The message is for the people who set it up and contains no secret. */
export class ConnectionProblem extends Error {}
