import { sql } from 'kysely';
import { readEnding } from '../../contract/failure.ts';
import { type FailureReason, ourFaults } from '../../contract/states.ts';
import type { Warning } from '../../contract/warnings.ts';
import type { Database } from '../../db/database.ts';
import { firstRow } from '../../db/first-row.ts';
import type { EngineUse } from '../../db/tables/jobs.ts';
import type { FormatId } from '../../formats/formats.ts';
import { limits } from '../../settings/limits.ts';
import type { Claim } from '../claim.ts';

/** A file a job made, as its completion writes it and answers read it. */
export interface OutputRow {
  id: string;
  index: number;
  filename: string;
  content_type: string;
  format: FormatId;
  size: number;
  sha256: string;
  storage_key: string;
  /** The file itself, where it is to be kept in its row. */
  content?: Buffer | undefined;
  metadata: Record<string, string | number | boolean>;
}

/** What follows a completed step of a recipe: the next step's job, or why there can be none. */
export interface NextStep {
  id: string;
  needs: string[];
  /** Set where the next step does not take what this one made. */
  refused?: FailureReason;
  /** Names the failure where the next step cannot be queued. */
  diagnosticId: string;
}

/** `lost`: the attempt no longer holds the job; `storage_bytes`: there is no room for its outputs. Nothing changed then. */
export type CompleteOutcome = 'completed' | 'lost' | 'storage_bytes';

/** What came of a job that is done. */
export interface Result {
  outputs: OutputRow[];
  engines: EngineUse[];
  warnings?: Warning[];
  durationMs: number;
  /** Of the only output, where it is small. */
  bytes?: Buffer | undefined;
}

export interface Failed {
  reason: FailureReason;
  /** What the caller is told beyond it. */
  told?: { option?: string; message: string };
  detail: string;
  diagnosticId: string;
  /** Who had it. */
  workerId: string | null;
  /** Most attempts a job gets when the fault is ours. */
  attempts: number;
  /** The operation is given back although the fault is not ours. */
  giveBack?: boolean;
  /** Only if the lease has run out: the reaper's word against a worker that may just have renewed it. */
  onlyExpired?: boolean;
}

export type FailOutcome = 'retried' | 'failed' | 'lost';

/** A timeout is ours to pay for, but running the same work into the same wall again helps nobody. */
const retried: ReadonlySet<FailureReason> = new Set(['engine_error']);

/** Text is cut to bytes at a character's edge, keeping its end: what a program says last matters most. */
const lastBytes = (text: string, most: number): string => {
  const bytes = Buffer.from(text);
  return bytes.length <= most
    ? text
    : bytes
        .subarray(-most)
        .toString('utf8')
        .replace(/^\ufffd+/, '');
};

/** Ends an attempt that failed, and keeps the cause for the operator, at once. */
export async function failJob(
  db: Database,
  claim: Pick<Claim, 'id' | 'workspaceId' | 'attempt'>,
  failed: Failed,
): Promise<FailOutcome> {
  const ending = readEnding(failed.detail);
  const detail = (ending ? failed.detail.slice(0, -ending.stderr.length || undefined) : failed.detail).trim();
  const { rows } = await sql<{ outcome: FailOutcome }>`
    with ended as materialized (
      select job_fail(${claim.id}, ${claim.workspaceId}, ${claim.attempt}, ${failed.reason}, null,
      ${failed.diagnosticId}::uuid, ${retried.has(failed.reason)}, ${failed.giveBack ?? ourFaults.has(failed.reason)}, ${failed.attempts},
        ${failed.onlyExpired ?? false}, ${failed.told?.option ?? null}, ${failed.told?.message ?? null}) as outcome
    ), kept as (
      insert into job_failures (diagnostic_id, job_id, workspace_id, attempt, reason, outcome, engines, program,
          exit_code, signal, stderr, detail, worker_id)
        select ${failed.diagnosticId}::uuid, j.id, j.workspace_id, ${claim.attempt}, ${failed.reason}, ended.outcome,
          j.needs, ${ending?.program ?? null}, ${ending?.exitCode ?? null}::int, ${ending?.signal ?? null},
          ${ending ? lastBytes(ending.stderr, limits.failureTextBytes) : null},
          ${lastBytes(detail, limits.failureTextBytes)}, ${failed.workerId}
        from ended join jobs j on j.id = ${claim.id} where ended.outcome <> 'lost'
    )
    select outcome from ended
  `.execute(db);
  return firstRow(rows).outcome;
}

/** Gives a job back untouched when its worker shuts down. */
export async function handBack(db: Database, claim: Pick<Claim, 'id' | 'attempt'>): Promise<void> {
  await sql`select job_hand_back(${claim.id}, ${claim.attempt})`.execute(db);
}
