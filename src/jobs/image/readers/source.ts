import { closeSync, openSync, readSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { RunInput } from '../../run.ts';

/** An input as a reader gets it. */
export interface SourceInput extends RunInput {
  /** Its path, or its bytes where they are few: libvips opens a path some twenty times before it knows what it is. */
  source: string | Buffer;
}

/** One for all inputs: new memory for each would cost as much as the opening. */
const sharedBuffer = Buffer.allocUnsafeSlow(1024 * 1024);
let bufferIsTaken = false;

/** Works over an input; its bytes, if it is told them, hold until the end of that work. */
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

/** All of a source, read where it is a path. */
export const readBytes = async (source: string | Buffer): Promise<Buffer> =>
  typeof source === 'string' ? await readFile(source) : source;

function readInto(bytes: Buffer, path: string): number {
  const file = openSync(path, 'r');
  try {
    return readSync(file, bytes, 0, bytes.length, 0);
  } finally {
    closeSync(file);
  }
}
