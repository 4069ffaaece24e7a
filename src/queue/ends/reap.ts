import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { type FailOutcome, failJob } from './end.ts';

interface Dead {
  id: string;
  workspaceId: string;
  attempt: number;
  workerId: string | null;
}

export interface Reaped extends Dead {
  outcome: FailOutcome;
}

const batch = 100;

/** Takes jobs back whose worker stopped renewing their lease, and wakes workers for retries that have come due. */
export async function reap(db: Database, attempts: number): Promise<Reaped[]> {
  const { rows } = await sql<Dead>`
    select id, workspace_id as "workspaceId", attempt, worker_id as "workerId" from jobs
    where status = 'processing' and lease_until < clock_timestamp() order by lease_until limit ${batch}
  `.execute(db);
  const reaped: Reaped[] = [];
  for (const dead of rows) {
    const outcome = await failJob(db, dead, {
      reason: 'engine_error',
      detail: 'the worker that held this job stopped renewing its lease',
      diagnosticId: randomUUID(),
      workerId: dead.workerId,
      attempts,
      onlyExpired: true,
    });
    reaped.push({ ...dead, outcome });
  }
  await sql`
    select pg_notify('job_released', '') where exists (
      select from jobs where status = 'queued' and vtag is not null and failures > 0
        and run_at between clock_timestamp() - interval '5 seconds' and clock_timestamp())
  `.execute(db);
  return reaped;
}
