import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, copyFile, type FileHandle, link, mkdir, open, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { MissingFile, type Storage, type Stored } from '../storage.ts';
import { digest, isMissing, listFolder, listShards, place, pour } from './disk.ts';
import { isTemporary, pathOf, temporaryPrefix } from './keys.ts';
import { localPartials } from './partials.ts';

const readBytes = 256 * 1024;

function wholly(bytes: Uint8Array): Readable {
  const stream = new Readable({ read: () => {} });
  stream.push(bytes);
  stream.push(null);
  return stream;
}

/** Files in a folder of this machine: `files` holds what is whole, `tmp` what is being written, `partial` tus uploads. */
export async function openLocalStorage(root: string): Promise<Storage> {
  const [files, temporary, partial] = ['files', 'tmp', 'partial'].map(name => join(root, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [files, temporary, partial]) await mkdir(folder, { recursive: true, mode: 0o700 });

  const readable = (key: string): string => pathOf(files, key);
  const writable = (key: string): string => {
    if (isTemporary(key)) throw new Error(`not a key to write to: ${key}`);
    return pathOf(files, key);
  };
  const removable = (key: string): string =>
    isTemporary(key) ? join(temporary, key.slice(temporaryPrefix.length)) : pathOf(files, key);

  const unlinkIfThere = (path: string) =>
    unlink(path).catch(error => {
      if (!isMissing(error)) throw error;
    });

  const missing = (key: string) => (error: unknown) => {
    throw isMissing(error) ? new MissingFile(key) : error;
  };

  /** What `fill` puts into a new file appears under the key when it is all on the disk. */
  async function create(key: string, fill: (file: FileHandle) => Promise<Stored>): Promise<Stored> {
    const to = writable(key);
    const path = join(temporary, randomUUID());
    const file = await open(path, 'wx', 0o600);
    try {
      try {
        const stored = await fill(file);
        await file.datasync();
        await place(path, to);
        return stored;
      } finally {
        await file.close();
      }
    } catch (error) {
      await unlinkIfThere(path);
      throw error;
    }
  }

  const write = (key: string, source: AsyncIterable<Uint8Array>): Promise<Stored> =>
    create(key, async file => {
      const hash = createHash('sha256');
      const size = await pour(source, file, 0, chunk => hash.update(chunk));
      return { size, sha256: hash.digest('hex') };
    });

  async function take(key: string, path: string, movable: boolean, most = Infinity): Promise<Stored> {
    const to = writable(key);
    // A job made this file: never follow a link it left, nor wait on a pipe.
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const found = await file.stat();
      if (!found.isFile()) throw new Error(`not a plain file: ${path}`);
      if (movable && found.nlink === 1 && found.size <= most) {
        const stored = await digest(file);
        await file.chmod(0o600);
        await file.datasync();
        try {
          await place(path, to);
          return stored;
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
        }
      }
      const stored = await create(key, copy => digest(file, copy, most));
      await unlinkIfThere(path);
      return stored;
    } finally {
      await file.close();
    }
  }

  return {
    write,
    take,

    async read(key, range) {
      const file = await open(readable(key), 'r').catch(missing(key));
      const { start, end } = range ?? { start: 0, end: (await file.stat()).size - 1 };
      const bytes = end - start + 1;
      if (bytes > readBytes) return file.createReadStream({ start, end, highWaterMark: readBytes });
      // One read tells it all: what a stream of the file would ask for piece by piece.
      try {
        const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(bytes), 0, bytes, start);
        return wholly(buffer.subarray(0, bytesRead));
      } finally {
        await file.close();
      }
    },

    async copyTo(key, path) {
      const from = readable(key);
      await copyFile(from, path, constants.COPYFILE_FICLONE).catch(async error => {
        if (isMissing(error)) await stat(from).catch(missing(key));
        throw error;
      });
    },

    async lendTo(key, path) {
      const from = readable(key);
      // Only the file itself: the folders above it stay closed.
      await chmod(from, 0o644).catch(missing(key));
      return await link(from, path).then(
        () => true,
        () => false,
      );
    },

    async size(key) {
      try {
        return (await stat(readable(key))).size;
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },

    remove: async key => unlinkIfThere(removable(key)),

    async *list() {
      yield* listShards(files);
      for await (const { key, modifiedAt } of listFolder(temporary))
        yield { key: temporaryPrefix + key, modifiedAt };
    },

    async check() {
      const path = join(temporary, randomUUID());
      const file = await open(path, 'wx', 0o600);
      try {
        await file.write('ready?');
        await file.datasync();
      } finally {
        await file.close();
        await unlinkIfThere(path);
      }
    },

    partial: localPartials(partial, writable),
  };
}
