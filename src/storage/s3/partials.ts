import { checkKey } from '../keys.ts';
import { makeWriterGuard } from '../one-writer.ts';
import { type Listed, MissingFile, type PartialFiles, type Stored, WrongOffset } from '../storage.ts';
import { listObjects, removeObject } from './objects.ts';
import { readObject, readPieces } from './read.ts';
import type { Store } from './store.ts';
import { partBytes, putObject } from './write.ts';

/**
 * A last piece smaller than this is merged into the next one, so that senders of tiny pieces do not create
 * millions of objects.
 */
const smallBytes = 1024 * 1024;
const offsetDigits = 15;

interface Piece {
  objectKey: string;
  size: number;
}

interface PartialSettings {
  store: Store;
  /** The prefixes of pieces, and of complete files sent by callers; both end with a slash. */
  pieces: string;
  sent: string;
  /** Streams a source to the stored file `target`. */
  write(target: string, source: AsyncIterable<Uint8Array>): Promise<Stored>;
}

/** Stores partial files as objects, one for each received piece, named by its offset. */
export function s3Partials({ store, pieces, sent, write }: PartialSettings): PartialFiles {
  const alone = makeWriterGuard();

  const nameFolder = (key: string): string => `${pieces}${checkKey(key)}/`;
  const namePiece = (key: string, offset: number): string =>
    nameFolder(key) + String(offset).padStart(offsetDigits, '0');

  /**
   * Finds the consecutive pieces from the first byte on, and stray ones left by a writer that lost its lease.
   */
  async function find(key: string): Promise<{ whole: Piece[]; stray: string[]; size: number }> {
    const whole: Piece[] = [];
    const stray: string[] = [];
    let size = 0;
    for await (const object of listObjects(store, nameFolder(key))) {
      if (object.key === namePiece(key, size)) {
        whole.push({ objectKey: object.key, size: object.size });
        size += object.size;
      } else stray.push(object.key);
    }
    return { whole, stray, size };
  }

  async function* readWhole(key: string, whole: Piece[]): AsyncIterable<Buffer> {
    for (const { objectKey } of whole) yield* readPieces(await readObject(store, objectKey, key));
  }

  async function discard(key: string): Promise<void> {
    const found: string[] = [];
    for await (const object of listObjects(store, nameFolder(key))) found.push(object.key);
    // Parts are removed from the last one, so that an interruption leaves a valid beginning of the file.
    for (const objectKey of found.reverse()) await removeObject(store, objectKey);
    await removeObject(store, sent + checkKey(key));
  }

  /** Returns the last piece if it is small: the next object then starts where it started. */
  async function findTail(
    key: string,
    whole: Piece[],
    size: number,
  ): Promise<{ start: number; tail: Buffer[] }> {
    const last = whole.at(-1);
    if (!last || last.size >= smallBytes) return { start: size, tail: [] };
    const tail: Buffer[] = [];
    for await (const piece of readPieces(await readObject(store, last.objectKey, key))) tail.push(piece);
    return { start: size - last.size, tail };
  }

  return {
    offset: async key => (await find(key)).size,

    append: (key, offset, source) =>
      alone(key, async () => {
        const { whole, stray, size } = await find(key);
        if (size !== offset) throw new WrongOffset(key, offset, size);
        for (const objectKey of stray) await removeObject(store, objectKey);
        const { start, tail } = await findTail(key, whole, size);
        let position = start;
        let gathered: Uint8Array[] = tail;
        let bytes = size - start;
        let grown = false;
        const flush = async (): Promise<void> => {
          if (!grown) return;
          await putObject(store, namePiece(key, position), Buffer.concat(gathered, bytes));
          position += bytes;
          gathered = [];
          bytes = 0;
          grown = false;
        };
        try {
          for await (const chunk of source) {
            if (chunk.length === 0) continue;
            gathered.push(chunk);
            bytes += chunk.length;
            grown = true;
            if (bytes >= partBytes) await flush();
          }
        } finally {
          await flush();
        }
        return position + bytes;
      }),

    finish: (key, target) =>
      alone(key, async () => {
        const { whole } = await find(key);
        if (whole.length === 0) throw new MissingFile(key);
        const stored = await write(target, readWhole(key, whole));
        await discard(key);
        return stored;
      }),

    async head(key, bytes) {
      const { whole } = await find(key);
      if (whole.length === 0) throw new MissingFile(key);
      const chunks: Buffer[] = [];
      let gathered = 0;
      for (const { objectKey, size } of whole) {
        if (gathered >= bytes) break;
        const end = Math.min(size, bytes - gathered) - 1;
        for await (const piece of readPieces(await readObject(store, objectKey, key, { start: 0, end }))) {
          chunks.push(piece);
          gathered += piece.length;
        }
      }
      return Buffer.concat(chunks);
    },

    discard,

    async *list(): AsyncIterable<Listed> {
      let last: Listed | undefined;
      for await (const { key, modifiedAt } of listObjects(store, pieces)) {
        const name = key.slice(pieces.length, -offsetDigits - 1);
        if (last && last.key !== name) yield last;
        last = {
          key: name,
          modifiedAt: last?.key === name && last.modifiedAt > modifiedAt ? last.modifiedAt : modifiedAt,
        };
      }
      if (last) yield last;
      for await (const { key, modifiedAt } of listObjects(store, sent))
        yield { key: key.slice(sent.length), modifiedAt };
    },
  };
}
