import { closeSync, createReadStream, fstatSync, openSync, readFileSync, readSync, statSync } from 'node:fs';

/** A file of up to this size is read at once, which takes less time than handing the read to another thread. */
const smallBytes = 128 * 1024;

/**
 * Reads a file in pieces of at most `most` bytes. A small file gets a small buffer, because megabytes for each of many small
 * jobs would keep the garbage collector busy.
 */
export async function* readPieces(path: string, most: number): AsyncGenerator<Buffer> {
  const whole = readSmall(path);
  if (!whole) yield* createReadStream(path, { highWaterMark: most });
  else if (whole.length > 0) yield whole;
}

/** Reads a small file; undefined if it is larger. */
export const readSmall = (path: string): Buffer | undefined =>
  statSync(path).size > smallBytes ? undefined : readFileSync(path);

/** Reads at most the first `length` bytes of a file. */
export function readBeginning(path: string, length: number): Buffer {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.allocUnsafe(Math.min(length, fstatSync(file).size));
    return head.subarray(0, readSync(file, head, 0, head.length, 0));
  } finally {
    closeSync(file);
  }
}
