import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { firstRow } from '../../../db/first-row.ts';
import { quotaExceeded } from '../../metering/usage/quota.ts';
import type { Caller } from '../../people/caller.ts';

/** For each workspace, the bytes that this process has received and that belong to no job yet. */
const arrived = new Map<string, number>();

export interface Arrivals {
  /** Counts received bytes. Refuses those that do not fit into the workspace's storage. */
  count(bytes: number): Promise<void>;
  /** Stops counting them: they belong to a job now, or were discarded. */
  end(): void;
}

export async function countArrivals(
  db: Database,
  { workspaceId, plan }: Pick<Caller, 'workspaceId' | 'plan'>,
): Promise<Arrivals> {
  const most = plan.storage_bytes;
  if (most === null) return { count: async () => {}, end: () => {} };
  const { rows } = await sql<{ used: number }>`select storage_used(${workspaceId}) as used`.execute(db);
  const { used } = firstRow(rows);
  let own = 0;
  const add = (bytes: number) => {
    own += bytes;
    const all = (arrived.get(workspaceId) ?? 0) + bytes;
    if (all > 0) arrived.set(workspaceId, all);
    else arrived.delete(workspaceId);
    return all;
  };
  return {
    async count(bytes) {
      if (used + add(bytes) > most) throw await quotaExceeded(db, workspaceId, 'storage_bytes');
    },
    end: () => void add(-own),
  };
}
