import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, opendir, rename, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Listed, Stored } from '../storage.ts';
import { keyOf } from './keys.ts';

/** Small chunks are gathered to this size, so that a write costs one call to the disk and not dozens. */
const batchBytes = 512 * 1024;
/** A chunk may hold on to a far larger buffer, so tiny ones are not gathered without end. */
const batchChunks = 64;

export const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException)?.code === 'ENOENT';

async function writeAll(file: FileHandle, chunks: Uint8Array[], position: number): Promise<void> {
  const total = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  let { bytesWritten } = await file.writev(chunks, position);
  if (bytesWritten === total) return;
  const all = Buffer.concat(chunks);
  while (bytesWritten < total)
    bytesWritten += (await file.write(all, bytesWritten, total - bytesWritten, position + bytesWritten))
      .bytesWritten;
}

/**
 * Writes what comes from `source` from `position` on; the next batch is gathered while one is on its way to the disk.
 * Whatever arrived is written even when the source fails. Returns the position after the last byte.
 */
export async function pour(
  source: AsyncIterable<Uint8Array>,
  file: FileHandle,
  position: number,
  seen: (chunk: Uint8Array) => void = () => {},
): Promise<number> {
  let batch: Uint8Array[] = [];
  let gathered = 0;
  let writing: Promise<void> = Promise.resolve();
  const flush = async () => {
    await writing;
    if (gathered === 0) return;
    writing = writeAll(file, batch, position);
    // Heard where it is awaited; until then it must not count as unhandled.
    writing.catch(() => {});
    position += gathered;
    batch = [];
    gathered = 0;
  };
  try {
    for await (const chunk of source) {
      if (chunk.length === 0) continue;
      seen(chunk);
      batch.push(chunk);
      gathered += chunk.length;
      if (gathered >= batchBytes || batch.length >= batchChunks) await flush();
    }
  } finally {
    await flush();
    await writing;
  }
  return position;
}

/**
 * Reads a file for its digest, one block ahead of the hashing, and writes it to `copy` where one is given. Of a file
 * that grows meanwhile only what was there at first counts, and never more than `most` bytes.
 */
export async function digest(file: FileHandle, copy?: FileHandle, most = Infinity): Promise<Stored> {
  const hash = createHash('sha256');
  const size = Math.min((await file.stat()).size, most);
  const room = Math.min(batchBytes, size);
  let [block, ahead] = [Buffer.allocUnsafe(room), Buffer.alloc(0)];
  let position = 0;
  let reading = file.read(block, 0, room, 0);
  for (;;) {
    const { bytesRead } = await reading;
    if (bytesRead === 0) return { size: position, sha256: hash.digest('hex') };
    const read = block.subarray(0, bytesRead);
    const writing = copy && writeAll(copy, [read], position);
    position += bytesRead;
    const left = Math.min(room, size - position);
    if (left > ahead.length) ahead = Buffer.allocUnsafe(room);
    reading =
      left > 0 ? file.read(ahead, 0, left, position) : Promise.resolve({ bytesRead: 0, buffer: ahead });
    // Heard below; until then it must not count as unhandled.
    reading.catch(() => {});
    hash.update(read);
    await writing;
    [block, ahead] = [ahead, block];
  }
}

/** A new or renamed file is only safe once the folder that names it is. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Runs `action`, whose target lies in the shard folder `shard`, making the folder when it is the first there. */
export async function inShard<Result>(shard: string, action: () => Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    if (!isMissing(error)) throw error;
    await mkdir(shard, { recursive: true });
    await syncFolder(dirname(shard));
    return action();
  }
}

/** Moves a file whose bytes are synced into place, so that it is there whole or not at all. */
export async function place(from: string, to: string): Promise<void> {
  await inShard(dirname(to), () => rename(from, to));
  await syncFolder(dirname(to));
}

/** The files of all shards below `root`. By time of change, not of writing: a file moved in late is not an old one. */
export async function* listShards(root: string): AsyncIterable<Listed> {
  for await (const shard of await opendir(root))
    if (shard.isDirectory()) yield* listFolder(join(root, shard.name));
}

export async function* listFolder(path: string): AsyncIterable<Listed> {
  for await (const entry of await opendir(path)) {
    const found = await stat(join(path, entry.name)).catch(error => {
      if (!isMissing(error)) throw error;
    });
    if (found?.isFile()) yield { key: keyOf(basename(entry.name)), modifiedAt: found.ctime };
  }
}
