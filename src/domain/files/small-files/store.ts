import { hash, randomUUID } from 'node:crypto';
import type { Storage, Stored } from '../../../storage/storage.ts';

const rowPrefix = 'row/';

/** Whether the file of this key is in the row that names it. */
export const isInRow = (key: string): boolean => key.startsWith(rowPrefix);

/** A file that is stored, or will be as soon as its row is. */
export interface KeptFile extends Stored {
  storageKey: string;
  /** The file itself, where it is to be kept in its row. */
  content?: Buffer;
}

/** What a file in hand is known by. */
export const describeContent = (content: Buffer): Stored => ({
  size: content.length,
  sha256: hash('sha256', content, 'hex'),
});

/** Stores a file that is there whole: in its row where it is small. */
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

/** Stores a file as it comes: in its row where it turns out to be small. Rejects, keeping nothing, when the source fails. */
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
    // Where writing ended before it came to the rest. Not awaited: it resolves only with the next bytes, which may never come.
    void rest.return?.().catch(() => {});
    throw error;
  }
}
