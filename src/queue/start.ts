import { sql } from 'kysely';
import type { QuotaKey } from '../contract/errors.ts';
import type { JobSource } from '../contract/states.ts';
import type { Database } from '../db/database.ts';

export type StartOutcome = 'started' | 'already' | 'ended' | 'incomplete' | 'gone' | QuotaKey;

/** Queues a pending job whose inputs are all there, counting its operation, in one transaction. Jobs of source `hidden` do not exist here. */
export async function startJob(
  db: Database,
  workspaceId: string,
  jobId: string,
  hidden?: JobSource,
): Promise<StartOutcome> {
  const { rows } = await sql<{
    outcome: StartOutcome;
  }>`select coalesce((select job_start(${workspaceId}, id) from jobs
    where id = ${jobId} and source is distinct from ${hidden ?? null}), 'gone') as outcome`.execute(db);
  return rows[0]!.outcome;
}
