import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Chunks, Listed, Stored } from '../storage.ts';
import { readKey, shardNames } from './keys.ts';

/** Small chunks are gathered to this size, so that a write costs one call to the disk and not dozens. */
const batchBytes = 512 * 1024;
/** A chunk may hold on to a far larger buffer, so tiny ones are not gathered without end. */
const batchChunks = 64;

export const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException)?.code === 'ENOENT';

const inTurn = { read: promisify(fs.read), write: promisify(fs.write), writev: promisify(fs.writev) };

/** Up to this size a synchronous call takes less time than handing the work to another thread. */
const smallBytes = 128 * 1024;

async function writeAll(file: number, chunks: Uint8Array[], position: number): Promise<void> {
  const total = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  let written =
    total <= smallBytes
      ? fs.writevSync(file, chunks, position)
      : (await inTurn.writev(file, chunks, position)).bytesWritten;
  if (written === total) return;
  const all = Buffer.concat(chunks);
  while (written < total)
    written += (await inTurn.write(file, all, written, total - written, position + written)).bytesWritten;
}

/**
 * Writes what comes from `source` from `position` on; the next batch is gathered while one is on its way to the disk.
 * Whatever arrived is written even when the source fails. Returns the position after the last byte.
 */
export async function writeChunks(
  source: Chunks,
  file: number,
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
    // The error is handled where `writing` is awaited; until then it must not count as unhandled.
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

/** Reads into a buffer and returns how many bytes there were. */
export async function readInto(
  file: number,
  block: Buffer,
  length: number,
  position: number,
): Promise<number> {
  if (length <= smallBytes) return fs.readSync(file, block, 0, length, position);
  return (await inTurn.read(file, block, 0, length, position)).bytesRead;
}

/**
 * Reads a file for its digest, one block ahead of the hashing, and writes it to `copy` where one is given. Of a file
 * that grows meanwhile only what was there at first counts, and never more than `most` bytes.
 */
export async function computeDigest(
  file: number,
  { copy, most = Infinity, signal }: { copy?: number; most?: number; signal?: AbortSignal | undefined } = {},
): Promise<Stored> {
  const hash = createHash('sha256');
  const size = Math.min(fs.fstatSync(file).size, most);
  const room = Math.min(batchBytes, size);
  let [block, ahead] = [Buffer.allocUnsafe(room), Buffer.alloc(0)];
  let position = 0;
  let reading = readInto(file, block, room, 0);
  for (;;) {
    const bytesRead = await reading;
    signal?.throwIfAborted();
    if (bytesRead === 0) return { size: position, sha256: hash.digest('hex') };
    const read = block.subarray(0, bytesRead);
    const writing = copy === undefined ? undefined : writeAll(copy, [read], position);
    position += bytesRead;
    const left = Math.min(room, size - position);
    if (left > ahead.length) ahead = Buffer.allocUnsafe(room);
    reading = left > 0 ? readInto(file, ahead, left, position) : Promise.resolve(0);
    // The error is handled below; until then it must not count as unhandled.
    reading.catch(() => {});
    hash.update(read);
    await writing;
    [block, ahead] = [ahead, block];
  }
}

const synced = promisify(fs.fsync);
/** Resolves when a file's bytes are on the disk. */
export const dataSynced = promisify(fs.fdatasync);

/** A new or renamed file is only safe once the folder that names it is. */
export async function syncFolder(path: string): Promise<void> {
  // Opening does not wait for the disk, so a synchronous call is faster than another thread.
  const folder = fs.openSync(path, 'r');
  try {
    await synced(folder);
  } finally {
    fs.closeSync(folder);
  }
}

/** Makes those of a root's shard folders that are not there yet. */
export async function makeShards(root: string): Promise<void> {
  fs.mkdirSync(root, { recursive: true, mode: 0o700 });
  const there = new Set(fs.readdirSync(root));
  const missing = shardNames.filter(name => !there.has(name));
  for (const name of missing) fs.mkdirSync(join(root, name), { recursive: true });
  if (missing.length > 0) await syncFolder(root);
}

/** File systems on which a sync of a file that was just renamed brings its new name to the disk too: ext4, XFS, btrfs. */
const namedBySync = new Set([0xef53, 0x58465342, 0x9123683e]);

/** Whether one sync makes a file in this folder safe, name and all. Elsewhere, as over a network, the folder needs its own. */
export const syncsNames = (folder: string): boolean => namedBySync.has(fs.statfsSync(folder).type);

/** Moves a file into place and brings it to the disk, bytes and name, by one sync. */
export async function placeSynced(file: number, from: string, to: string): Promise<void> {
  fs.renameSync(from, to);
  await synced(file).catch(error => {
    fs.unlinkSync(to);
    throw error;
  });
}

/** Moves a file whose bytes are synced into place, so that it is there whole or not at all. */
export async function place(from: string, to: string): Promise<void> {
  fs.renameSync(from, to);
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
    if (found?.isFile()) yield { key: readKey(basename(entry.name)), modifiedAt: found.ctime };
  }
}
