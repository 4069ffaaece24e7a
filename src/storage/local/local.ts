import { createHash, randomUUID } from 'node:crypto';
import fs, { constants } from 'node:fs';
import { copyFile, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { checkWritableKey, isTemporary, temporaryPrefix } from '../keys.ts';
import { type Chunks, MissingFile, type Storage, type Stored } from '../storage.ts';
import {
  computeDigest,
  dataSynced,
  isMissing,
  listFolder,
  listShards,
  makeShards,
  place,
  placeSynced,
  readInto,
  syncsNames,
  writeChunks,
} from './disk.ts';
import { getPath } from './keys.ts';
import { KnownDigests } from './known-digests.ts';
import { openLocalPartials } from './partials.ts';

const readBytes = 256 * 1024;
/** Files may be lent to a host of another user, so all users may read them. */
const loanMode = 0o644;

/**
 * Stores files in a local folder: `files` has complete files, `tmp` those being written, `partial` tus
 * uploads.
 */
export async function openLocalStorage(root: string): Promise<Storage> {
  const [files, temporary, partial] = ['files', 'tmp', 'partial'].map(name => join(root, name)) as [
    string,
    string,
    string,
  ];
  // The folders are closed to other users, because the files in them are readable by all.
  fs.mkdirSync(temporary, { recursive: true, mode: 0o700 });
  await makeShards(files);
  await makeShards(partial);

  const oneSync = syncsNames(files);
  const digests = new KnownDigests();

  const getReadablePath = (key: string): string => getPath(files, key);
  const getWritablePath = (key: string): string => getPath(files, checkWritableKey(key));
  const getRemovablePath = (key: string): string =>
    isTemporary(key) ? join(temporary, key.slice(temporaryPrefix.length)) : getPath(files, key);

  const unlinkIfThere = (path: string) =>
    unlink(path).catch(error => {
      if (!isMissing(error)) throw error;
    });

  const throwMissing =
    (key: string) =>
    (error: unknown): never => {
      throw isMissing(error) ? new MissingFile(key) : error;
    };

  function openFile(key: string): number {
    try {
      return fs.openSync(getReadablePath(key), 'r');
    } catch (error) {
      return throwMissing(key)(error);
    }
  }

  /** Fills a new file with `fill` and makes it appear under the key once it is on disk. */
  async function create(key: string, fill: (file: number) => Promise<Stored>): Promise<Stored> {
    const to = getWritablePath(key);
    const path = join(temporary, randomUUID());
    const file = fs.openSync(path, 'wx', loanMode);
    try {
      try {
        const stored = await fill(file);
        if (oneSync) await placeSynced(file, path, to);
        else {
          await dataSynced(file);
          await place(path, to);
        }
        return digests.note(key, stored, fs.fstatSync(file));
      } finally {
        fs.closeSync(file);
      }
    } catch (error) {
      await unlinkIfThere(path);
      throw error;
    }
  }

  const write = (key: string, source: Chunks): Promise<Stored> =>
    create(key, async file => {
      const hash = createHash('sha256');
      const size = await writeChunks(source, file, 0, chunk => hash.update(chunk));
      return { size, sha256: hash.digest('hex') };
    });

  async function take(
    key: string,
    path: string,
    movable: boolean,
    most = Infinity,
    signal?: AbortSignal,
  ): Promise<Stored> {
    const to = getWritablePath(key);
    // A job made this file: never follow a link, and never block on a pipe.
    const file = fs.openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const found = fs.fstatSync(file);
      if (!found.isFile()) throw new Error(`not a regular file: ${path}`);
      if (movable && found.nlink === 1 && found.size <= most) {
        fs.fchmodSync(file, loanMode);
        // The sync runs while the digest is computed; both finish before the file is closed.
        const syncing = dataSynced(file);
        syncing.catch(() => {});
        const stored = await computeDigest(file, { signal }).finally(() => syncing);
        try {
          await place(path, to);
          return digests.note(key, stored, found);
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
        }
      }
      const stored = await create(key, copy => computeDigest(file, { copy, most, signal }));
      await unlinkIfThere(path);
      return stored;
    } finally {
      fs.closeSync(file);
    }
  }

  return {
    write,
    take,

    async read(key, range) {
      const file = openFile(key);
      const { start, end } = range ?? { start: 0, end: fs.fstatSync(file).size - 1 };
      const bytes = end - start + 1;
      if (bytes > readBytes)
        return fs.createReadStream('', { fd: file, start, end, highWaterMark: readBytes });
      // A small file is read at once instead of streamed.
      try {
        const block = Buffer.allocUnsafe(bytes);
        return block.subarray(0, await readInto(file, block, bytes, start));
      } finally {
        fs.closeSync(file);
      }
    },

    async copyTo(key, path) {
      const from = getReadablePath(key);
      await copyFile(from, path, constants.COPYFILE_FICLONE).catch(async error => {
        if (isMissing(error)) await stat(from).catch(throwMissing(key));
        throw error;
      });
      const copy = fs.openSync(path, 'r');
      try {
        return await computeDigest(copy);
      } finally {
        fs.closeSync(copy);
      }
    },

    async lendTo(key, path) {
      const from = getReadablePath(key);
      const found = fs.statSync(from, { throwIfNoEntry: false });
      if (!found) throw new MissingFile(key);
      if ((found.mode & 0o777) !== loanMode) fs.chmodSync(from, loanMode);
      try {
        fs.linkSync(from, path);
        return true;
      } catch {
        return false;
      }
    },

    async size(key) {
      try {
        return (await stat(getReadablePath(key))).size;
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },

    async digest(key) {
      const file = openFile(key);
      try {
        return digests.find(key, fs.fstatSync(file)) ?? (await computeDigest(file));
      } finally {
        fs.closeSync(file);
      }
    },

    remove: async key => unlinkIfThere(getRemovablePath(key)),

    async *list() {
      yield* listShards(files);
      for await (const { key, modifiedAt } of listFolder(temporary))
        yield { key: temporaryPrefix + key, modifiedAt };
    },

    async check() {
      const path = join(temporary, randomUUID());
      const file = fs.openSync(path, 'wx', 0o600);
      try {
        fs.writeSync(file, 'ready?');
        await dataSynced(file);
      } finally {
        fs.closeSync(file);
        await unlinkIfThere(path);
      }
    },

    partial: openLocalPartials(partial, getWritablePath),
  };
}
