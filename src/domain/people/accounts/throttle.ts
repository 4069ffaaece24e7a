import { sql } from 'kysely';
import { ApiError } from '../../../contract/errors.ts';
import type { Database } from '../../../db/database.ts';
import { firstRow } from '../../../db/first-row.ts';
import { limits } from '../../../settings/limits.ts';
import { textBefore } from '../../../text.ts';

/** Returns the range that counts as one sender: an IPv4 address, or an IPv6 /64, because one customer has all of it. */
function findNeighbourhood(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!plain.includes(':')) return plain;
  const [head = '', tail = ''] = textBefore(plain, '%').split('::');
  const given = head.split(':').filter(Boolean);
  const missing = plain.includes('::') ? 8 - given.length - tail.split(':').filter(Boolean).length : 0;
  const groups = [...given, ...Array<string>(Math.max(0, missing)).fill('0'), ...tail.split(':')];
  return groups.slice(0, 4).join(':');
}

const nameAddressWindow = (address: string) => `address ${findNeighbourhood(address)}`;
const nameAccountWindow = (account: string) => `account ${account}`;

/**
 * Runs `attempt` unless too many tries failed from this address or, where one is named, for this account. A try is counted
 * in the database before it is made, so that parallel requests get no more, and is given back when it succeeds.
 */
export async function throttle<T>(
  db: Database,
  who: { address: string; account?: string },
  attempt: () => Promise<T>,
): Promise<T> {
  const address = nameAddressWindow(who.address);
  const names = [address, ...(who.account === undefined ? [] : [nameAccountWindow(who.account)])];
  const most = [limits.signInTriesPerAddress, limits.signInTriesPerAccount].slice(0, names.length);
  const { rows } = await sql<{ wait: number }>`
    select sign_in_try(${names}, ${most}, ${limits.signInWindowSeconds}) as wait`.execute(db);
  const { wait } = firstRow(rows);
  if (wait > 0)
    throw new ApiError(
      'rate_limited',
      { message: `Too many attempts. Try again in ${wait} seconds.`, retryAfter: wait },
      { 'retry-after': String(wait) },
    );
  const result = await attempt();
  await sql`update sign_in_windows set used = case when name = ${address} then greatest(used - 1, 0) else 0 end
    where name = any (${names})`.execute(db);
  return result;
}
