import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';

/**
 * How a sandbox is separated from the machine's users. `own-uid` (as root): a uid that nobody else has, since
 * the kernel enforces no process limit on root. `user-namespace` (as an ordinary user): the limit counts
 * inside the namespace.
 */
export type Separation = 'own-uid' | 'user-namespace';

/** The owner of a sandbox's work folder, seen from outside. */
export interface Identity {
  uid: number;
  gid: number;
}

/** Uids that no distribution, container tool or directory service assigns. */
const unclaimed = { first: 0x70000000, end: 0x7fffffff };
/** If only a range of uids exists (in a container), the end of that range is used, below `nobody`. */
const fewest = 4096;

/**
 * Returns the uids that a `uid_map` or `gid_map` leaves for sandboxes as [first, end); undefined if there are
 * too few.
 */
export function findSpareIds(map: string): { first: number; end: number } | undefined {
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

export function findOwnUids(): { first: number; end: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const uids = findSpareIds(readFileSync('/proc/self/uid_map', 'utf8'));
  const gids = findSpareIds(readFileSync('/proc/self/gid_map', 'utf8'));
  if (!uids || !gids) return undefined;
  const range = { first: Math.max(uids.first, gids.first), end: Math.min(uids.end, gids.end) };
  return range.first < range.end ? range : undefined;
}

/** Returns the strongest separation that this process can set up. */
export const chooseSeparation = (): Separation => (findOwnUids() ? 'own-uid' : 'user-namespace');

/** Chosen at random, so that workers on one machine need not coordinate. */
export function createIdentity(range: { first: number; end: number }): Identity {
  const id = randomInt(range.first, range.end);
  return { uid: id, gid: id };
}
