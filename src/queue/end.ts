import { sql } from 'kysely';
import { type FailureReason, ourFaults } from '../contract/states.ts';
import type { Database } from '../db/database.ts';
import type { EngineUse } from '../db/tables.ts';
import type { Claim } from './claim.ts';

export interface NewOutput {
  id: string;
  index: number;
  filename: string;
  content_type: string;
  format: string;
  size: number;
  sha256: string;
  storage_key: string;
  metadata: Record<string, string | number | boolean>;
}

/** What follows a completed step of a recipe: the next step's job, or why there can be none. */
export type NextStep = { id: string; needs: string[] } | { refused: FailureReason; diagnosticId: string };

/** Names the outputs and ends the job, at once. False: the attempt no longer holds the job and nothing changed. */
export async function completeJob(
  db: Database,
  claim: Claim,
  result: { outputs: NewOutput[]; engines: EngineUse[]; durationMs: number },
  next?: NextStep,
): Promise<boolean> {
  const { rows } = await sql<{ ok: boolean }>`
    select job_complete(${claim.id}, ${claim.workspaceId}, ${claim.attempt}, ${JSON.stringify(result.outputs)}::jsonb,
      ${JSON.stringify(result.engines)}::jsonb, ${result.durationMs},
      ${next ? JSON.stringify(next) : null}::jsonb) as ok
  `.execute(db);
  return rows[0]!.ok;
}

export interface Failed {
  reason: FailureReason;
  detail: string;
  diagnosticId: string;
  /** Most attempts a job gets when the fault is ours. */
  attempts: number;
  /** Only if the lease has run out: the reaper's word against a worker that may just have renewed it. */
  onlyExpired?: boolean;
}

export type FailOutcome = 'retried' | 'failed' | 'lost';

/** A timeout is ours to pay for, but running the same work into the same wall again helps nobody. */
const retried: ReadonlySet<FailureReason> = new Set(['engine_error']);

export async function failJob(
  db: Database,
  claim: Pick<Claim, 'id' | 'workspaceId' | 'attempt'>,
  failed: Failed,
): Promise<FailOutcome> {
  const { rows } = await sql<{ outcome: FailOutcome }>`
    select job_fail(${claim.id}, ${claim.workspaceId}, ${claim.attempt}, ${failed.reason}, ${failed.detail},
      ${failed.diagnosticId}::uuid, ${retried.has(failed.reason)}, ${ourFaults.has(failed.reason)}, ${failed.attempts},
      ${failed.onlyExpired ?? false}) as outcome
  `.execute(db);
  return rows[0]!.outcome;
}

/** Gives a job back untouched when its worker shuts down. */
export async function handBack(db: Database, claim: Pick<Claim, 'id' | 'attempt'>): Promise<void> {
  await sql`select job_hand_back(${claim.id}, ${claim.attempt})`.execute(db);
}
