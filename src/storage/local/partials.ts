import fs, { constants } from 'node:fs';
import { stat, unlink } from 'node:fs/promises';
import { makeWriterGuard } from '../one-writer.ts';
import { MissingFile, type PartialFiles, WrongOffset } from '../storage.ts';
import {
  computeDigest,
  dataSynced,
  isMissing,
  listShards,
  place,
  readInto,
  syncFolder,
  writeChunks,
} from './disk.ts';
import { getPath, getShard } from './keys.ts';

/**
 * Stores partial files below `root`; a finished one moves to the path that `placeFor` returns for its target.
 */
export function openLocalPartials(root: string, placeFor: (key: string) => string): PartialFiles {
  const alone = makeWriterGuard();

  function openExisting(key: string): number {
    try {
      return fs.openSync(getPath(root, key), 'r');
    } catch (error) {
      throw isMissing(error) ? new MissingFile(key) : error;
    }
  }

  return {
    async offset(key) {
      try {
        return (await stat(getPath(root, key))).size;
      } catch (error) {
        if (isMissing(error)) return 0;
        throw error;
      }
    },

    append: (key, offset, source) =>
      alone(key, async () => {
        const path = getPath(root, key);
        const file = fs.openSync(path, constants.O_WRONLY | constants.O_CREAT, 0o600);
        try {
          const { size } = fs.fstatSync(file);
          if (size !== offset) throw new WrongOffset(key, offset, size);
          try {
            return await writeChunks(source, file, offset);
          } finally {
            await dataSynced(file);
            if (offset === 0) await syncFolder(getShard(root, key));
          }
        } finally {
          fs.closeSync(file);
        }
      }),

    finish: (key, target) =>
      alone(key, async () => {
        const to = placeFor(target);
        const file = openExisting(key);
        try {
          const stored = await computeDigest(file);
          await place(getPath(root, key), to);
          return stored;
        } finally {
          fs.closeSync(file);
        }
      }),

    async head(key, bytes) {
      const file = openExisting(key);
      try {
        const block = Buffer.alloc(bytes);
        return block.subarray(0, await readInto(file, block, bytes, 0));
      } finally {
        fs.closeSync(file);
      }
    },

    async discard(key) {
      // Most uploads have no partial file, and checking is cheaper than an error for each.
      if (!fs.existsSync(getPath(root, key))) return;
      await unlink(getPath(root, key)).catch(error => {
        if (!isMissing(error)) throw error;
      });
    },

    list: () => listShards(root),
  };
}
