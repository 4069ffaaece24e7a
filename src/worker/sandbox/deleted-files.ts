import { readlinkSync, type Stats, statSync } from 'node:fs';
import { setImmediate as letOthersRun } from 'node:timers/promises';
import { isAlive, listProc, listThreads, readProc } from './process-tree.ts';

/** Deleted files that processes keep open or mapped, which walking the folder does not find. */
export interface DeletedFiles {
  bytes: number;
  entries: number;
  /** The reason why there may be more that cannot be measured. */
  hidden?: string;
}

const gone = ' (deleted)';
const isWithin = (path: string, folders: readonly string[]): boolean =>
  folders.some(folder => path.startsWith(`${folder}/`));

/** Finds mappings of deleted files in writable folders: the inode, and an address range. */
function findDeletedMappings(maps: string, writable: readonly string[]): Map<number, string> {
  const found = new Map<number, string>();
  if (!maps.includes(gone)) return found;
  for (const [, range = '', inode, path = ''] of maps.matchAll(
    /^(\S+) \S+ \S+ \S+ (\d+) +(\/.*) \(deleted\)$/gm,
  ))
    if (isWithin(path, writable)) found.set(Number(inode), range);
  return found;
}

/**
 * Returns true for a deleted file in a writable folder, not for a program or library replaced meanwhile. The
 * kernel shows no path longer than a page.
 */
function isDeleted(link: string, writable: readonly string[]): boolean {
  try {
    const path = readlinkSync(link);
    return path.endsWith(gone) && isWithin(path, writable);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENAMETOOLONG';
  }
}

function readStat(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

interface OpenFiles {
  place: string;
  maps: string;
  open: string[];
}

/**
 * Reads what a process or one of its threads keeps open. A process that has ended shows this only to root
 * until it is reaped.
 */
function readOpenFiles(place: string): OpenFiles | 'denied' | undefined {
  const maps = readProc(`${place}/maps`);
  const open = listProc(`${place}/fd`);
  if (maps !== undefined && open !== undefined) return maps === '' ? undefined : { place, maps, open };
  return isAlive(place) ? 'denied' : undefined;
}

function readOpenFilesOfThreads(folder: string): OpenFiles | 'denied' | undefined {
  const own = readOpenFiles(folder);
  if (own) return own;
  for (const thread of listThreads(folder)) {
    const held = readOpenFiles(thread);
    if (held) return held;
  }
  return undefined;
}

/**
 * Counts what the processes with these folders keep open, until it exceeds `most`. All threads of a process
 * share one table of open files: the filter refuses any other.
 */
export async function countDeletedFiles(
  folders: readonly string[],
  writable: readonly string[],
  most: { bytes: number; entries: number },
): Promise<DeletedFiles> {
  const counted = new Set<string>();
  const inodes = new Set<number>();
  const unseen = new Set<number>();
  const found: DeletedFiles = { bytes: 0, entries: 0 };
  const isTooMuch = () => found.bytes > most.bytes || found.entries > most.entries;
  const count = ({ dev, ino, blocks }: Stats) => {
    inodes.add(ino);
    const file = `${dev}:${ino}`;
    if (counted.has(file)) return;
    counted.add(file);
    found.bytes += blocks * 512;
    found.entries += 1;
  };

  for (const folder of folders) {
    const held = readOpenFilesOfThreads(folder);
    if (held === 'denied') found.hidden = 'a process that cannot be inspected';
    if (held === undefined || held === 'denied') continue;
    const { place, maps, open } = held;
    for (const link of [...open.map(fd => `${place}/fd/${fd}`), `${place}/exe`]) {
      const stat = isDeleted(link, writable) ? readStat(link) : undefined;
      if (stat?.isFile()) count(stat);
      if (isTooMuch()) return found;
    }
    const closed = [...findDeletedMappings(maps, writable).keys()].filter(inode => !inodes.has(inode));
    // Check again: a file that was unmapped and closed meanwhile hides nothing.
    const still = findDeletedMappings(closed.length > 0 ? (readProc(`${place}/maps`) ?? '') : '', writable);
    for (const inode of closed.filter(each => still.has(each))) {
      const stat = readStat(`${place}/map_files/${still.get(inode)}`);
      if (stat) count(stat);
      else unseen.add(inode);
      if (isTooMuch()) return found;
    }
    await letOthersRun();
  }
  // Only root may read the size of such a file, unless some process also has it open.
  if ([...unseen].some(inode => !inodes.has(inode)))
    found.hidden ??= 'a deleted file that is mapped but not open';
  return found;
}
