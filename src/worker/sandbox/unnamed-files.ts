import { readlinkSync, type Stats, statSync } from 'node:fs';
import { setImmediate as others } from 'node:timers/promises';
import { isAlive, see, seeNames, threadsOf } from './process-tree.ts';

/** Files that processes hold and no folder names any more, where a walk over the folder cannot see them. */
export interface Unnamed {
  bytes: number;
  entries: number;
  /** Why there may be more than we can tell. */
  hidden?: string;
}

const gone = ' (deleted)';
const isWithin = (path: string, folders: readonly string[]): boolean =>
  folders.some(folder => path.startsWith(`${folder}/`));

/** Of files that are gone, in places the processes can write to: the inode, and a range of addresses it is mapped at. */
function unnamedMappings(maps: string, writable: readonly string[]): Map<number, string> {
  const found = new Map<number, string>();
  if (!maps.includes(gone)) return found;
  for (const [, range = '', inode, path = ''] of maps.matchAll(
    /^(\S+) \S+ \S+ \S+ (\d+) +(\/.*) \(deleted\)$/gm,
  ))
    if (isWithin(path, writable)) found.set(Number(inode), range);
  return found;
}

/** A program or library that was replaced since is none of theirs. The kernel tells no path that is longer than a page. */
function isUnnamed(link: string, writable: readonly string[]): boolean {
  try {
    const path = readlinkSync(link);
    return path.endsWith(gone) && isWithin(path, writable);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENAMETOOLONG';
  }
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

interface Held {
  place: string;
  maps: string;
  open: string[];
}

/** What a process or one of its threads tells. One that has ended tells nobody but root so until it is buried. */
function heldAt(place: string): Held | 'denied' | undefined {
  const maps = see(`${place}/maps`);
  const open = seeNames(`${place}/fd`);
  if (maps !== undefined && open !== undefined) return maps === '' ? undefined : { place, maps, open };
  return isAlive(place) ? 'denied' : undefined;
}

function heldBy(folder: string): Held | 'denied' | undefined {
  const own = heldAt(folder);
  if (own) return own;
  for (const thread of threadsOf(folder)) {
    const held = heldAt(thread);
    if (held) return held;
  }
  return undefined;
}

/**
 * What the processes with these folders hold, counted until it is more than `most`. All threads of a process have the same
 * files open: the filter refuses those that would not.
 */
export async function unnamedFiles(
  folders: readonly string[],
  writable: readonly string[],
  most: { bytes: number; entries: number },
): Promise<Unnamed> {
  const counted = new Set<string>();
  const inodes = new Set<number>();
  const unseen = new Set<number>();
  const found: Unnamed = { bytes: 0, entries: 0 };
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
    const held = heldBy(folder);
    if (held === 'denied') found.hidden = 'a process that nobody may look into';
    if (held === undefined || held === 'denied') continue;
    const { place, maps, open } = held;
    for (const link of [...open.map(fd => `${place}/fd/${fd}`), `${place}/exe`]) {
      const stat = isUnnamed(link, writable) ? statOf(link) : undefined;
      if (stat?.isFile()) count(stat);
      if (isTooMuch()) return found;
    }
    const closed = [...unnamedMappings(maps, writable).keys()].filter(inode => !inodes.has(inode));
    // Looked at again: what was unmapped and closed meanwhile hides nothing.
    const still = unnamedMappings(closed.length > 0 ? (see(`${place}/maps`) ?? '') : '', writable);
    for (const inode of closed.filter(each => still.has(each))) {
      const stat = statOf(`${place}/map_files/${still.get(inode)}`);
      if (stat) count(stat);
      else unseen.add(inode);
      if (isTooMuch()) return found;
    }
    await others();
  }
  // How large such a file is only root may ask, unless some process has it open too.
  if ([...unseen].some(inode => !inodes.has(inode)))
    found.hidden ??= 'a file without a name, mapped and nowhere open';
  return found;
}
