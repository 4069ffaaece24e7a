import { closeSync, openSync, readSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { RunInput } from '../../run.ts';

/** An input for a reader. */
export interface SourceInput extends RunInput {
  /**
   * The path, or the bytes of a small file: libvips opens a path some twenty times before it knows the
   * format.
   */
  source: string | Buffer;
}

/** One buffer for all inputs: allocating memory for each would cost as much as opening the file. */
const sharedBuffer = Buffer.allocUnsafeSlow(1024 * 1024);
let bufferIsTaken = false;

/** Runs `work` on an input. Its bytes, if given, are valid only until that work ends. */
export async function withSource<T>(input: RunInput, work: (input: SourceInput) => Promise<T>): Promise<T> {
  if (bufferIsTaken || input.size === 0 || input.size > sharedBuffer.length)
    return await work({ ...input, source: input.path });
  bufferIsTaken = true;
  try {
    return await work({ ...input, source: sharedBuffer.subarray(0, readInto(sharedBuffer, input.path)) });
  } finally {
    bufferIsTaken = false;
  }
}

/** Returns all bytes of a source, reading the file if it is a path. */
export const readBytes = async (source: string | Buffer): Promise<Buffer> =>
  typeof source === 'string' ? await readFile(source) : source;

/** The bytes that tell a format by its signature. */
const headBytes = 4096;

/** Returns the first bytes of a source. */
export function readHead(source: string | Buffer): Buffer {
  if (typeof source !== 'string') return source.subarray(0, headBytes);
  const head = Buffer.alloc(headBytes);
  return head.subarray(0, readInto(head, source));
}

function readInto(bytes: Buffer, path: string): number {
  const file = openSync(path, 'r');
  try {
    return readSync(file, bytes, 0, bytes.length, 0);
  } finally {
    closeSync(file);
  }
}
