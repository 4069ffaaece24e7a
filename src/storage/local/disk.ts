import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Chunks, Listed, Stored } from '../storage.ts';
import { readKey, shardNames } from './keys.ts';

/** Small chunks are collected up to this size, so that they are written with one call instead of dozens. */
const batchBytes = 512 * 1024;
/** A chunk may reference a far larger buffer, so the number of collected chunks is limited too. */
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
 * Writes chunks of `source` starting at `position`; the next batch is collected while one is being written.
 * Whatever arrived is written even if the source fails. Returns the position after the last byte.
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
    // The error is handled where `writing` is awaited and must not count as unhandled until then.
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

/** Reads into a buffer and returns the number of bytes. */
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
 * Computes the digest of a file, reading one block ahead, and writes it to `copy` if given. If the file grows
 * meanwhile, only its original size counts, and never more than `most` bytes.
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
    // The error is handled below and must not count as unhandled until then.
    reading.catch(() => {});
    hash.update(read);
    await writing;
    [block, ahead] = [ahead, block];
  }
}

const synced = promisify(fs.fsync);
/** Resolves when a file's bytes are on disk. */
export const dataSynced = promisify(fs.fdatasync);

/** A new or renamed file is safe only once its folder is synced. */
export async function syncFolder(path: string): Promise<void> {
  // Opening does not wait for the disk, so a synchronous call is faster than another thread.
  const folder = fs.openSync(path, 'r');
  try {
    await synced(folder);
  } finally {
    fs.closeSync(folder);
  }
}

/** Creates the missing shard folders of a root. */
export async function makeShards(root: string): Promise<void> {
  fs.mkdirSync(root, { recursive: true, mode: 0o700 });
  const there = new Set(fs.readdirSync(root));
  const missing = shardNames.filter(name => !there.has(name));
  for (const name of missing) fs.mkdirSync(join(root, name), { recursive: true });
  if (missing.length > 0) await syncFolder(root);
}

/** File systems on which syncing a renamed file also syncs its new name: ext4, XFS, btrfs. */
const namedBySync = new Set([0xef53, 0x58465342, 0x9123683e]);

/**
 * Returns true if one sync makes a file in this folder safe, including its name. Elsewhere, as on network
 * file systems, the folder needs its own sync.
 */
export const syncsNames = (folder: string): boolean => namedBySync.has(fs.statfsSync(folder).type);

/** Moves a file into place and syncs its bytes and name with one sync. */
export async function placeSynced(file: number, from: string, to: string): Promise<void> {
  fs.renameSync(from, to);
  await synced(file).catch(error => {
    fs.unlinkSync(to);
    throw error;
  });
}

/** Moves a synced file into place, so that it appears complete or not at all. */
export async function place(from: string, to: string): Promise<void> {
  fs.renameSync(from, to);
  await syncFolder(dirname(to));
}

/**
 * Lists the files of all shards below `root`, with the time of their last status change: a file moved in late
 * does not count as old.
 */
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
