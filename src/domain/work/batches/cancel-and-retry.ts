import { sql } from 'kysely';
import { ApiError } from '../../../contract/errors.ts';
import type { Database } from '../../../db/database.ts';
import { firstRow } from '../../../db/first-row.ts';
import { cancelJob } from '../../../queue/ends/cancel.ts';
import type { Asker } from '../../people/caller.ts';
import { cancelRun } from '../recipes/run.ts';
import { findBatch, joinWork } from './rows.ts';
import { settleBatch } from './start-inputs.ts';

const canceled = JSON.stringify({ code: 'canceled', message: 'The batch was canceled.' });

/** Cancels a batch: inputs that wait get no jobs any more, and the jobs and runs that have not ended are canceled. */
export async function cancelBatch(db: Database, asker: Asker, id: string): Promise<void> {
  const batch = await findBatch(db, asker, id);
  if (batch.status !== 'active')
    throw new ApiError('invalid_state', { message: `The batch is ${batch.status} and cannot be canceled.` });
  await sql`update batches set canceled_at = clock_timestamp() where id = ${id} and status = 'active'`.execute(
    db,
  );
  await sql`update batch_inputs set refused = ${canceled}::jsonb
    where batch_id = ${id} and job_id is null and run_id is null and refused is null`.execute(db);
  const { rows } = await sql<{ job_id: string | null; run_id: string | null }>`
    select i.job_id, i.run_id from batch_inputs i ${joinWork}
    where i.batch_id = ${id} and (j.status in ('pending', 'queued', 'processing') or r.status = 'active')`.execute(
    db,
  );
  for (const { job_id: jobId, run_id: runId } of rows)
    if (jobId !== null) await cancelJob(db, asker.workspaceId, jobId);
    else if (runId !== null)
      await cancelRun(db, asker.workspaceId, runId).catch(error => {
        // It has ended in the meantime.
        if (!(error instanceof ApiError)) throw error;
      });
  await settleBatch(db, id);
}

/** Runs the inputs of an ended batch again that failed or were canceled. */
export async function retryBatch(db: Database, asker: Asker, id: string): Promise<void> {
  const batch = await findBatch(db, asker, id);
  if (batch.status === 'active')
    throw new ApiError('invalid_state', {
      message: 'The batch has not ended; only one that has can be retried.',
    });
  const { sealed } = await db
    .selectFrom('batches')
    .select('sealed')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (sealed)
    throw new ApiError('invalid_state', {
      message: 'The passwords of this batch were erased when it ended. Create a new batch.',
    });
  const { rows } = await sql<{ n: number }>`select batch_retry(${asker.workspaceId}, ${id}) as n`.execute(db);
  if (firstRow(rows).n === 0)
    throw new ApiError('invalid_state', { message: 'No input of this batch has failed or was canceled.' });
}
