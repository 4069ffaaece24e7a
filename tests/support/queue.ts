import type { Database } from '../../src/db/database.ts';
import { type Started, takeTurn } from '../../src/queue/batch/batch.ts';
import type { Claim, ClaimRequest } from '../../src/queue/claim.ts';
import type { CompleteOutcome, NextStep, Result } from '../../src/queue/ends/end.ts';

/** A turn that only takes jobs on. */
export async function claimJobs(db: Database, claim: ClaimRequest): Promise<Claim[]> {
  return (await takeTurn(db, { ends: [], submissions: [], starts: [], claim })).claims;
}

/** A turn that only starts one, without a worker that would take it. */
export async function startJob(db: Database, workspaceId: string, id: string): Promise<Started['outcome']> {
  const starts = [{ id, workspace_id: workspaceId }];
  return (await takeTurn(db, { ends: [], submissions: [], starts })).started[0]!.outcome;
}

/** A turn that only ends one. */
export async function completeJob(
  db: Database,
  claim: Claim,
  result: Result,
  next?: NextStep,
): Promise<CompleteOutcome> {
  const { ended } = await takeTurn(db, { ends: [{ claim, result, next }], submissions: [], starts: [] });
  return ended[0]!;
}
