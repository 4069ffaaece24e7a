import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';

/**
 * How a sandbox is kept apart from the machine's users. `own-uid` (as root): a uid nobody else has, since the kernel
 * enforces no process limit on root. `user-namespace` (as a plain user): the limit counts inside the namespace.
 */
export type Separation = 'own-uid' | 'user-namespace';

/** Who owns a sandbox's work folder, seen from outside. */
export interface Identity {
  uid: number;
  gid: number;
}

/** Uids that no distribution, container tool or directory service hands out. */
const unclaimed = { first: 0x70000000, end: 0x7fffffff };
/** Where only a slice of the uids exists (a container), the end of that slice, short of `nobody`. */
const fewest = 4096;

/** The uids a `uid_map` or `gid_map` leaves for sandboxes: [first, end), or undefined where there are too few. */
export function spareIds(map: string): { first: number; end: number } | undefined {
  const extents = map
    .trim()
    .split('\n')
    .map(line => line.trim().split(/\s+/).map(Number))
    .map(([first = 0, , count = 0]) => ({ first, end: first + count }));
  const whole = extents.find(({ first, end }) => first <= unclaimed.first && end >= unclaimed.end);
  if (whole) return unclaimed;
  const last = extents.reduce((a, b) => (b.end - b.first > a.end - a.first ? b : a));
  const end = last.first < 65534 && last.end > 65534 ? 65534 : last.end;
  return end - last.first > 2 * fewest ? { first: end - fewest, end } : undefined;
}

export function ownUids(): { first: number; end: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const uids = spareIds(readFileSync('/proc/self/uid_map', 'utf8'));
  const gids = spareIds(readFileSync('/proc/self/gid_map', 'utf8'));
  if (!uids || !gids) return undefined;
  const range = { first: Math.max(uids.first, gids.first), end: Math.min(uids.end, gids.end) };
  return range.first < range.end ? range : undefined;
}

/** The strongest this process can bring about. */
export const separationHere = (): Separation => (ownUids() ? 'own-uid' : 'user-namespace');

/** Drawn at random, so that workers sharing a machine need not agree. */
export function newIdentity(range: { first: number; end: number }): Identity {
  const id = randomInt(range.first, range.end);
  return { uid: id, gid: id };
}
