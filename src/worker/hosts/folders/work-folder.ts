import { execFile } from 'node:child_process';
import {
  chownSync,
  closeSync,
  constants,
  lchownSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  unlinkSync,
} from 'node:fs';
import { rmdir, unlink } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { setImmediate as letOthersRun } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Identity } from '../../sandbox/identity.ts';
import { Breach } from '../breach.ts';

const run = promisify(execFile);

/** Deeper than any tool nests folders; beyond it, paths become too long. */
const deepest = 64;

export interface FolderSize {
  bytes: number;
  entries: number;
}

/**
 * The number of files examined before other work gets its turn: a system call is far cheaper than awaiting
 * one.
 */
const atOnce = 256;

/**
 * Returns why a folder, with what is `counted` already, is too big; undefined if it is not. A folder that
 * cannot be read counts as too big.
 */
export async function describeExcess(
  folder: string,
  most: FolderSize,
  counted: FolderSize = { bytes: 0, entries: 0 },
): Promise<string | undefined> {
  const open: { path: string; depth: number }[] = [{ path: folder, depth: 0 }];
  let { bytes, entries } = counted;
  for (let at = open.pop(); at; at = open.pop()) {
    if (at.depth > deepest) return `folders nested deeper than ${deepest}`;
    const names = tryReading(() => readdirSync(at.path));
    if (typeof names === 'string') return names;
    for (const name of names ?? []) {
      const path = `${at.path}/${name}`;
      const stat = tryReading(() => lstatSync(path));
      if (typeof stat === 'string') return stat;
      bytes += (stat?.blocks ?? 0) * 512;
      entries += 1;
      if (entries > most.entries) return `more than ${most.entries} files in the work folder`;
      if (bytes > most.bytes) return `more than ${most.bytes} bytes in the work folder`;
      if (stat?.isDirectory()) open.push({ path, depth: at.depth + 1 });
      if (entries % atOnce === 0) await letOthersRun();
    }
  }
  return undefined;
}

/** Returns what `look` finds, undefined if it no longer exists, or a text that says why it cannot be read. */
function tryReading<Found extends object>(look: () => Found): Found | string | undefined {
  try {
    return look();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR'
      ? undefined
      : `a path in the work folder cannot be read: ${code}`;
  }
}

/** Translates a path between the inside and the outside of the sandbox. */
export function translatePath(path: string, from: string, to: string): string {
  const within = relative(from, path);
  if (!path.startsWith('/') || within === '' || within.startsWith('..'))
    throw new Breach(`path ${JSON.stringify(path)} lies outside the work folder`);
  return join(to, within);
}

export function createWorkFolder(path: string): void {
  mkdirSync(path, 0o700);
}

/** Makes the host the owner of the folder and its inputs. */
export function handOver(folder: string, owner: Identity): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    const stat = lstatSync(path);
    // A file with a second name would change its owner there too. A lent file stays ours.
    if (stat.isFile() && stat.nlink > 1) {
      if (stat.uid === owner.uid || (stat.mode & 0o022) !== 0)
        throw new Error(`${name} must be copied into the work folder, not linked`);
      continue;
    }
    lchownSync(path, owner.uid, owner.gid);
  }
  chownSync(folder, owner.uid, owner.gid);
}

/** The number of names removed before other work gets its turn. */
const fewAtOnce = 16;
/** Freeing more than this takes a while, in which others wait for the disk. */
const heavyBytes = 1024 * 1024;

/** Removes a name: synchronously if the file is small or has another name. */
async function removeName(path: string): Promise<void> {
  const { nlink, size } = lstatSync(path);
  if (nlink > 1 || size < heavyBytes) unlinkSync(path);
  else await unlink(path);
}

/**
 * Empties a folder through an open handle, so that no link in it, or in its place, can redirect the removal.
 * Entries are removed one after the other: all at once would block the disk for files being stored.
 */
async function removeWithin(folder: string, keepFolders = false, depth = 0): Promise<void> {
  if (depth > deepest) throw new Error(`folders nested deeper than ${deepest}`);
  const fd = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    let removed = 0;
    for (const entry of readdirSync(`/proc/self/fd/${fd}`, { withFileTypes: true })) {
      const path = `/proc/self/fd/${fd}/${entry.name}`;
      if (!entry.isDirectory()) await removeName(path);
      else {
        await removeWithin(path, keepFolders, depth + 1);
        // Removing a folder takes far longer than removing a file, so it runs in another thread.
        if (!keepFolders) await rmdir(path);
      }
      if (++removed % fewAtOnce === 0) await letOthersRun();
    }
  } finally {
    closeSync(fd);
  }
}

/**
 * Removes a folder whatever a job left in it: folders without permissions, trees deeper than the longest
 * path. A link itself is removed, not its target.
 */
export async function removeFolder(folder: string): Promise<void> {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (!found) return;
  if (!found.isDirectory()) return await removeName(folder);
  const removed = await removeWithin(folder)
    .then(() => rmdir(folder))
    .then(
      () => true,
      () => false,
    );
  if (removed) return;
  await run('/bin/chmod', ['-R', 'u+rwX', folder]).catch(() => {});
  await run('/bin/rm', ['-rf', '--one-file-system', folder]);
}

/**
 * Removes the files of a folder and moves the folder itself with its empty subfolders to `aside`, to be
 * removed later.
 */
export async function setAside(folder: string, aside: string): Promise<void> {
  const emptied = await removeWithin(folder, true).then(
    () => true,
    () => false,
  );
  if (emptied) renameSync(folder, aside);
  else await removeFolder(folder);
}

export async function emptyFolder(folder: string): Promise<void> {
  for (const name of readdirSync(folder)) await removeFolder(join(folder, name));
}
