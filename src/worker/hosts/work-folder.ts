import { execFile } from 'node:child_process';
import { chownSync, lchownSync, lstatSync, mkdirSync, readdirSync, type Stats } from 'node:fs';
import { rm, rmdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as others } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Identity } from '../sandbox/identity.ts';

const run = promisify(execFile);

/** Deeper than any tool goes; beyond it paths grow too long to follow. */
const deepest = 64;

export interface FolderSize {
  bytes: number;
  entries: number;
}

/** How many files are looked at before others get their turn: a system call is far cheaper than waiting for one. */
const atOnce = 256;
const fewEntries = 1000;

/** Why a folder is too big, or undefined. */
export async function overfull(folder: string, most: FolderSize): Promise<string | undefined> {
  const open: { path: string; depth: number }[] = [{ path: folder, depth: 0 }];
  let bytes = 0;
  let entries = 0;
  for (let at = open.pop(); at; at = open.pop()) {
    if (at.depth > deepest) return `folders nested deeper than ${deepest}`;
    for (const name of namesIn(at.path)) {
      const path = `${at.path}/${name}`;
      const stat = lstat(path);
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

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function lstat(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
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

/** Most folders hold a few plain files; unlinking a large one takes milliseconds, which others shall not wait for. */
async function removePlain(folder: string): Promise<boolean> {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    if (entries.length > fewEntries || entries.some(entry => entry.isDirectory())) return false;
    // One after the other: all at once would keep what is to be stored from the disk.
    for (const { name } of entries) await unlink(join(folder, name));
    await rmdir(folder);
    return true;
  } catch {
    return false;
  }
}

/** Removes a folder whatever a job left in it: closed folders, trees deeper than a path can be long. */
export async function removeFolder(folder: string): Promise<void> {
  if (await removePlain(folder)) return;
  const removed = await rm(folder, { recursive: true, force: true }).then(
    () => true,
    () => false,
  );
  if (removed) return;
  await run('/bin/chmod', ['-R', 'u+rwX', folder]).catch(() => {});
  await run('/bin/rm', ['-rf', '--one-file-system', folder]);
}

export async function emptyFolder(folder: string): Promise<void> {
  for (const name of readdirSync(folder)) await removeFolder(join(folder, name));
}
