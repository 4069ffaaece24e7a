import type { Readable } from 'node:stream';
import type { ListedFile } from '../../domain/files/connections/files.ts';
import type { OpenedSource, Wanted } from './source.ts';

export type { ListedFile };

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
  /** Lists at least the files whose keys begin with the prefix. */
  list(prefix: string, signal: AbortSignal): AsyncIterable<ListedFile>;
  /** Removing a missing file is not an error. */
  remove(key: string, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** An address below which files are, with the headers of its login. */
export interface HttpPlace {
  url: string;
  headers: Record<string, string>;
}

/** The error if a connection refuses a request. The message is for the people who set it up and contains no secret. */
export class ConnectionProblem extends Error {}

/** Makes the problem of a server that did not do what was asked. */
export const makeStatusProblem = (method: string, status: number): ConnectionProblem =>
  new ConnectionProblem(
    status === 401
      ? 'The server refused the user name, the password or the token (status 401).'
      : `The server answered ${method} with status ${status}.`,
  );

/** Explains why a list ends early: a server may always name further folders. */
export const tooManyFolders = 'The connection has too many folders to list. Use a longer prefix.';

/** Returns the folder that a prefix begins in, without a slash at its end. */
export const getFolder = (prefix: string): string => prefix.split('/').slice(0, -1).join('/');
