import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { firstRow } from '../../../db/first-row.ts';
import { quotaExceeded } from '../../metering/usage/quota.ts';
import type { Caller } from '../../people/caller.ts';

/** Counts the bytes of one request that belong to no job yet. */
export interface ByteCount {
  /** Adds received bytes. Refuses those that do not fit into the workspace's storage. */
  add(bytes: number): Promise<void>;
  /** Stops counting them: they belong to a job now, or were discarded. */
  end(): void;
}

/** The bytes that this process has received and that belong to no job yet, for each workspace. */
export class BytesInFlight {
  readonly #byWorkspace = new Map<string, number>();

  async count(db: Database, { workspaceId, plan }: Pick<Caller, 'workspaceId' | 'plan'>): Promise<ByteCount> {
    const most = plan.storage_bytes;
    if (most === null) return { add: async () => {}, end: () => {} };
    const { rows } = await sql<{ used: number }>`select storage_used(${workspaceId}) as used`.execute(db);
    const { used } = firstRow(rows);
    let own = 0;
    return {
      add: async bytes => {
        own += bytes;
        if (used + this.#change(workspaceId, bytes) > most)
          throw await quotaExceeded(db, workspaceId, 'storage_bytes');
      },
      end: () => void this.#change(workspaceId, -own),
    };
  }

  #change(workspaceId: string, bytes: number): number {
    const all = (this.#byWorkspace.get(workspaceId) ?? 0) + bytes;
    if (all > 0) this.#byWorkspace.set(workspaceId, all);
    else this.#byWorkspace.delete(workspaceId);
    return all;
  }
}
