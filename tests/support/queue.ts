import type { Database } from '../../src/db/database.ts';
import { type StartOutcome, sendBatch } from '../../src/queue/batch/batch.ts';
import type { Claim, ClaimRequest } from '../../src/queue/claim.ts';
import type { CompleteOutcome, NextStep, Result } from '../../src/queue/ends/end.ts';

/** Sends a batch that only claims jobs. */
export async function claimJobs(db: Database, claim: ClaimRequest): Promise<Claim[]> {
  return (await sendBatch(db, { ends: [], submissions: [], starts: [], claim })).claims;
}

/** Sends a batch that only starts a job, without a worker that would claim it. */
export async function startJob(
  db: Database,
  workspaceId: string,
  id: string,
): Promise<StartOutcome['outcome']> {
  const starts = [{ id, workspace_id: workspaceId }];
  return (await sendBatch(db, { ends: [], submissions: [], starts })).started[0]!.outcome;
}

/** Sends a batch that only completes a job. */
export async function completeJob(
  db: Database,
  claim: Claim,
  result: Result,
  next?: NextStep,
): Promise<CompleteOutcome> {
  const { ended } = await sendBatch(db, { ends: [{ claim, result, next }], submissions: [], starts: [] });
  return ended[0]!;
}
