import { sql } from 'kysely';
import type { QuotaKey } from '../contract/errors.ts';
import type { Database } from '../db/database.ts';

export type StartOutcome = 'started' | 'already' | 'ended' | 'incomplete' | 'gone' | QuotaKey;

/** Queues a pending job whose inputs are all there, counting its operation, in one transaction. */
export async function startJob(db: Database, workspaceId: string, jobId: string): Promise<StartOutcome> {
  const { rows } = await sql<{
    outcome: StartOutcome;
  }>`select job_start(${workspaceId}, ${jobId}) as outcome`.execute(db);
  return rows[0]!.outcome;
}
