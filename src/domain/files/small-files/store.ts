import { hash, randomUUID } from 'node:crypto';
import type { Storage, Stored } from '../../../storage/storage.ts';

const rowPrefix = 'row/';

/** Tells whether the file with this key is kept in the row that names it. */
export const isInRow = (key: string): boolean => key.startsWith(rowPrefix);

/** A file that is stored, or that will be stored with its row. */
export interface KeptFile extends Stored {
  storageKey: string;
  /** The file itself, if it is kept in its row. */
  content?: Buffer;
}

/** Returns the size and digest of a file in memory. */
export const describeContent = (content: Buffer): Stored => ({
  size: content.length,
  sha256: hash('sha256', content, 'hex'),
});

/** Stores a file of which all chunks have arrived. A small one is kept in its row. */
export async function storeWhole(storage: Storage, key: string, chunks: Uint8Array[]): Promise<KeptFile> {
  const size = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  if (!storage.rowBytes || size > storage.rowBytes)
    return { ...(await storage.write(key, chunks)), storageKey: key };
  const content = Buffer.concat(chunks, size);
  return { storageKey: `${rowPrefix}${randomUUID()}`, ...describeContent(content), content };
}

async function* continueFrom(
  chunks: Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): AsyncIterable<Uint8Array> {
  yield* chunks;
  yield* { [Symbol.asyncIterator]: () => rest };
}

/** Stores a file while it arrives. One that turns out to be small is kept in its row. Rejects and stores nothing if the source fails. */
export async function storeArriving(
  storage: Storage,
  key: string,
  source: AsyncIterable<Uint8Array>,
): Promise<KeptFile> {
  const rest = source[Symbol.asyncIterator]();
  const chunks: Uint8Array[] = [];
  for (let size = 0; size <= (storage.rowBytes ?? 0); ) {
    const { done, value } = await rest.next();
    if (done) return storeWhole(storage, key, chunks);
    chunks.push(value);
    size += value.length;
  }
  try {
    return { ...(await storage.write(key, continueFrom(chunks, rest))), storageKey: key };
  } catch (error) {
    // Writing may have failed before it read the rest. This is not awaited, because it resolves only with the next bytes, which
    // may never come.
    void rest.return?.().catch(() => {});
    throw error;
  }
}
