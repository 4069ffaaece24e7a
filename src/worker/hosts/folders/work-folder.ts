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
import { setImmediate as others } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Identity } from '../../sandbox/identity.ts';
import { Breach } from '../breach.ts';

const run = promisify(execFile);

/** Deeper than any tool goes; beyond it paths grow too long to follow. */
const deepest = 64;

export interface FolderSize {
  bytes: number;
  entries: number;
}

/** How many files are looked at before others get their turn: a system call is far cheaper than waiting for one. */
const atOnce = 256;

/** Why a folder is too big, together with what `besides` counts already, or undefined. What cannot be looked at is too big. */
export async function overfull(
  folder: string,
  most: FolderSize,
  besides: FolderSize = { bytes: 0, entries: 0 },
): Promise<string | undefined> {
  const open: { path: string; depth: number }[] = [{ path: folder, depth: 0 }];
  let { bytes, entries } = besides;
  for (let at = open.pop(); at; at = open.pop()) {
    if (at.depth > deepest) return `folders nested deeper than ${deepest}`;
    const names = unlessGone(() => readdirSync(at.path));
    if (typeof names === 'string') return names;
    for (const name of names ?? []) {
      const path = `${at.path}/${name}`;
      const stat = unlessGone(() => lstatSync(path));
      if (typeof stat === 'string') return stat;
      bytes += (stat?.blocks ?? 0) * 512;
      entries += 1;
      if (entries > most.entries) return `more than ${most.entries} files in the work folder`;
      if (bytes > most.bytes) return `more than ${most.bytes} bytes in the work folder`;
      if (stat?.isDirectory()) open.push({ path, depth: at.depth + 1 });
      if (entries % atOnce === 0) await others();
    }
  }
  return undefined;
}

/** What `look` finds; nothing where that is gone meanwhile, and in words why it cannot be looked at. */
function unlessGone<Found extends object>(look: () => Found): Found | string | undefined {
  try {
    return look();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR'
      ? undefined
      : `a place in the work folder is out of reach: ${code}`;
  }
}

/** The same path seen from the other side of the sandbox. */
export function translate(path: string, from: string, to: string): string {
  const within = relative(from, path);
  if (!path.startsWith('/') || within === '' || within.startsWith('..'))
    throw new Breach(`path ${JSON.stringify(path)} lies outside the work folder`);
  return join(to, within);
}

export function createWorkFolder(path: string): void {
  mkdirSync(path, 0o700);
}

/** Gives the folder and what the worker put there to the host. */
export function handOver(folder: string, owner: Identity): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    const stat = lstatSync(path);
    // A second name elsewhere would hand over that file too. One that is only lent stays ours.
    if (stat.isFile() && stat.nlink > 1) {
      if (stat.uid === owner.uid || (stat.mode & 0o022) !== 0)
        throw new Error(`${name} is linked, not copied, into the work folder`);
      continue;
    }
    lchownSync(path, owner.uid, owner.gid);
  }
  chownSync(folder, owner.uid, owner.gid);
}

/** How many names are taken away before others get their turn. */
const fewAtOnce = 16;
/** Freeing more than this takes a while, in which others wait for the disk. */
const heavyBytes = 1024 * 1024;

/** Takes a name away; of a file that has another, or is small, at once. */
async function removeName(path: string): Promise<void> {
  const { nlink, size } = lstatSync(path);
  if (nlink > 1 || size < heavyBytes) unlinkSync(path);
  else await unlink(path);
}

/**
 * Empties a folder by a handle on it: no link that a host leaves in it, or puts in its place meanwhile, leads the removal
 * elsewhere. One after the other: all at once would keep what is to be stored from the disk.
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
        // A folder takes the disk far longer than a file: in another thread, so that nobody waits for it.
        if (!keepFolders) await rmdir(path);
      }
      if (++removed % fewAtOnce === 0) await others();
    }
  } finally {
    closeSync(fd);
  }
}

/** Removes a folder whatever a job left in it: closed folders, trees deeper than a path can be long. Of a link, only itself. */
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

/** Takes the files of a folder away, and the folder itself, with the empty ones in it, to `aside`, to be removed when there is time. */
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
