import { createHash, randomUUID } from 'node:crypto';
import { constants, createWriteStream } from 'node:fs';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { S3Address } from '../../settings/s3-address.ts';
import { checkKey, checkWritableKey, isTemporary } from '../keys.ts';
import { MissingFile, type Storage, type Stored } from '../storage.ts';
import { directTransfers } from './direct.ts';
import { abortLeftover, listLeftovers } from './leftovers.ts';
import { listObjects, removeObject, sizeOfObject } from './objects.ts';
import { s3Partials } from './partials.ts';
import { readObject, readPieces } from './read.ts';
import { openStore } from './store.ts';
import { choosePartBytes, putChunks } from './write.ts';

const readBytes = 256 * 1024;

/** Reads the first bytes of an external file, up to its original size. */
async function* readFrom(
  file: FileHandle,
  size: number,
  signal: AbortSignal | undefined,
): AsyncIterable<Buffer> {
  for (let position = 0; position < size; ) {
    const block = Buffer.allocUnsafe(Math.min(readBytes, size - position));
    const { bytesRead } = await file.read(block, 0, block.length, position);
    signal?.throwIfAborted();
    if (bytesRead === 0) return;
    position += bytesRead;
    yield block.subarray(0, bytesRead);
  }
}

/** Passes on the content of a stored file and reports its size and digest at the end. */
async function* hashPieces(
  content: Readable | Buffer,
  tell: (stored: Stored) => void,
): AsyncIterable<Buffer> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const piece of readPieces(content)) {
    hash.update(piece);
    size += piece.length;
    yield piece;
  }
  tell({ size, sha256: hash.digest('hex') });
}

/**
 * Stores files in a bucket: `files/` has complete files, `partial/` pieces of tus uploads, `sent/` files sent
 * by callers that no job has taken yet.
 */
export async function openS3Storage(address: S3Address, transfers: 'direct' | 'proxy'): Promise<Storage> {
  const store = openStore(address);
  const [files, partial, sent] = ['files/', 'partial/', 'sent/'].map(name => address.prefix + name) as [
    string,
    string,
    string,
  ];
  const nameObject = (key: string): string => files + checkKey(key);
  const write = async (key: string, source: Parameters<Storage['write']>[1]): Promise<Stored> =>
    putChunks(store, files + checkWritableKey(key), source);
  const read = async (key: string, range?: Parameters<Storage['read']>[1]) =>
    readObject(store, nameObject(key), key, range);

  const storage: Storage = {
    write,

    async take(key, path, _movable, most = Infinity, signal) {
      const to = files + checkWritableKey(key);
      // A job made this file: never follow a link, and never block on a pipe.
      const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
      try {
        const found = await file.stat();
        if (!found.isFile()) throw new Error(`not a regular file: ${path}`);
        const size = Math.min(found.size, most);
        const stored = await putChunks(
          store,
          to,
          readFrom(file, size, signal),
          choosePartBytes(size),
          signal,
        ).catch(async error => {
          // An aborted request may nevertheless have reached the store.
          if (signal?.aborted) await removeObject(store, to).catch(() => {});
          throw error;
        });
        await unlink(path);
        return stored;
      } finally {
        await file.close();
      }
    },

    async read(key, range) {
      if (!range || range.end >= range.start) return read(key, range);
      if ((await storage.size(key)) === undefined) throw new MissingFile(key);
      return Buffer.alloc(0);
    },

    async copyTo(key, path) {
      let copied: Stored | undefined;
      const pieces = hashPieces(await read(key), stored => {
        copied = stored;
      });
      await pipeline(pieces, createWriteStream(path));
      return copied!;
    },

    async lendTo() {
      return false;
    },

    size: async key => sizeOfObject(store, nameObject(key)),

    async digest(key) {
      let stored: Stored | undefined;
      const pieces = hashPieces(await read(key), found => {
        stored = found;
      });
      for await (const _ of pieces);
      return stored!;
    },

    async remove(key) {
      if (isTemporary(key)) await abortLeftover(store, files, key);
      else await removeObject(store, nameObject(key));
    },

    async *list() {
      for await (const { key, modifiedAt } of listObjects(store, files))
        yield { key: key.slice(files.length), modifiedAt };
      yield* listLeftovers(store, files);
    },

    async check() {
      // If it is left behind, the sweeper removes it like any orphaned file.
      const key = `check/${randomUUID()}`;
      await write(key, [Buffer.from('ready?')]);
      await removeObject(store, nameObject(key));
    },

    partial: s3Partials({ store, pieces: partial, sent, write }),
  };
  if (transfers === 'direct') storage.direct = await directTransfers(store, address, { files, sent });
  return storage;
}
