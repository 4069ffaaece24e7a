import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { firstRow } from '../../db/first-row.ts';
import { limits } from '../../settings/limits.ts';

/** The jobs that wait and run. Times are text, as in JSON. */
export interface QueueState {
  queued: number;
  /** Those queued jobs that a worker may claim. */
  released: number;
  processing: number;
  oldest: string | null;
  /** The workspaces with jobs that wait or run, the one that has waited longest first. */
  workspaces: { id: string; name: string; queued: number; processing: number; oldest: string | null }[];
}

const maxWorkspaces = 50;
const counted = sql`queue_state(${sql.lit(maxWorkspaces)})`;

/** Reads the current state, or for a long queue the last one recorded, because counting takes long. */
export async function readQueueState(db: Database): Promise<QueueState> {
  const { rows } = await sql<{ state: QueueState }>`
    select coalesce((select state from queue_notes
      where noted_at between now() - make_interval(secs => ${limits.noteQueueTrustedSeconds}) and now()), ${counted}) as state`.execute(
    db,
  );
  return firstRow(rows).state;
}

/** Computes how long the oldest queued job has waited. */
export const countSecondsWaited = ({ oldest }: QueueState): number =>
  oldest === null ? 0 : Math.max(0, (Date.now() - Date.parse(oldest)) / 1000);

/** Records the state of a queue that is too long to be counted at every request. */
export async function noteQueue(db: Database): Promise<void> {
  await sql`
    with current as materialized (select ${counted} as state),
      short as (delete from queue_notes where (select (state->>'queued')::int from current) <= ${limits.countedQueue})
    insert into queue_notes (noted_at, state)
      select now(), state from current where (state->>'queued')::int > ${limits.countedQueue}
      on conflict (one) do update set noted_at = excluded.noted_at, state = excluded.state`.execute(db);
}
