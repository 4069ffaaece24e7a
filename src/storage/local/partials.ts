import { constants } from 'node:fs';
import { open, stat, unlink } from 'node:fs/promises';
import { MissingFile, PartialBusy, type PartialFiles, WrongOffset } from '../storage.ts';
import { digest, inShard, isMissing, listShards, place, pour, syncFolder } from './disk.ts';
import { pathOf, shardOf } from './keys.ts';

/** Partial files below `root`; a finished one moves to the path that `placeFor` gives its target. */
export function localPartials(root: string, placeFor: (key: string) => string): PartialFiles {
  // Guards this process only; across processes the upload's lease in the database does.
  const busy = new Set<string>();

  async function alone<Result>(key: string, action: () => Promise<Result>): Promise<Result> {
    if (busy.has(key)) throw new PartialBusy(key);
    busy.add(key);
    try {
      return await action();
    } finally {
      busy.delete(key);
    }
  }

  const openExisting = (key: string) =>
    open(pathOf(root, key), 'r').catch(error => {
      throw isMissing(error) ? new MissingFile(key) : error;
    });

  return {
    async offset(key) {
      try {
        return (await stat(pathOf(root, key))).size;
      } catch (error) {
        if (isMissing(error)) return 0;
        throw error;
      }
    },

    append: (key, offset, source) =>
      alone(key, async () => {
        const path = pathOf(root, key);
        const shard = shardOf(root, key);
        const file = await inShard(shard, () => open(path, constants.O_WRONLY | constants.O_CREAT, 0o600));
        try {
          const { size } = await file.stat();
          if (size !== offset) throw new WrongOffset(key, offset, size);
          try {
            return await pour(source, file, offset);
          } finally {
            await file.datasync();
            if (offset === 0) await syncFolder(shard);
          }
        } finally {
          await file.close();
        }
      }),

    finish: (key, target) =>
      alone(key, async () => {
        const to = placeFor(target);
        const file = await openExisting(key);
        try {
          const stored = await digest(file);
          await place(pathOf(root, key), to);
          return stored;
        } finally {
          await file.close();
        }
      }),

    async head(key, bytes) {
      const file = await openExisting(key);
      try {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
        return buffer.subarray(0, bytesRead);
      } finally {
        await file.close();
      }
    },

    async discard(key) {
      await unlink(pathOf(root, key)).catch(error => {
        if (!isMissing(error)) throw error;
      });
    },

    list: () => listShards(root),
  };
}
