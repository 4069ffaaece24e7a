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

/** A file that a job made, as its completion writes it and answers read it. */
export interface OutputRow {
  id: string;
  index: number;
  filename: string;
  content_type: string;
  format: FormatId;
  size: number;
  sha256: string;
  storage_key: string;
  /** The file itself, if it is to be kept in its row. */
  content?: Buffer | undefined;
  metadata: Record<string, string | number | boolean>;
}

/** The job of the step that follows a completed one, or the reason why there can be none. */
export interface NextStep {
  id: string;
  needs: string[];
  /** Set if the next step does not take what this one made. */
  refused?: FailureReason;
  /** The id of the failure if the next step cannot be queued. */
  diagnosticId: string;
}

/** `lost`: the attempt no longer holds the job; `storage_bytes`: there is no room for its outputs. Nothing changed then. */
export type CompleteOutcome = 'completed' | 'lost' | 'storage_bytes';

/** The result of a job that is done. */
export interface Result {
  outputs: OutputRow[];
  engines: EngineUse[];
  warnings?: Warning[];
  durationMs: number;
  /** The bytes of the only output, if it is small. */
  bytes?: Buffer | undefined;
}

/** An attempt that failed. */
export interface Failed {
  reason: FailureReason;
  /** The option and the sentence that the caller is told. */
  told?: { option?: string; message: string };
  detail: string;
  diagnosticId: string;
  /** The worker that held the job. */
  workerId: string | null;
  /** The most attempts that a job gets when the fault is ours. */
  attempts: number;
  /** The operation is given back although the fault is not ours. */
  giveBack?: boolean;
  /** Whether the attempt fails only if its lease has run out. The reaper sets it, since the worker may just have renewed the lease. */
  onlyExpired?: boolean;
}

/** `dropped`: it was a preview, of which no failure is kept. */
export type FailOutcome = 'retried' | 'failed' | 'lost' | 'dropped';

/** A timeout is our fault too, but another attempt would meet the same limit. */
const retried: ReadonlySet<FailureReason> = new Set(['engine_error']);

/** Cuts text to a number of bytes at the edge of a character. The end is kept, because a program's last words matter most. */
const takeLastBytes = (text: string, most: number): string => {
  const bytes = Buffer.from(text);
  return bytes.length <= most
    ? text
    : bytes
        .subarray(-most)
        .toString('utf8')
        .replace(/^\ufffd+/, '');
};

/** Ends an attempt that failed, and keeps the cause for the operator, in one transaction. */
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
          ${ending ? takeLastBytes(ending.stderr, limits.failureTextBytes) : null},
          ${takeLastBytes(detail, limits.failureTextBytes)}, ${failed.workerId}
        from ended join jobs j on j.id = ${claim.id} where ended.outcome in ('retried', 'failed')
    )
    select outcome from ended
  `.execute(db);
  return firstRow(rows).outcome;
}

/** Puts a job back into the queue when its worker shuts down. */
export async function handBack(db: Database, claim: Pick<Claim, 'id' | 'attempt'>): Promise<void> {
  await sql`select job_hand_back(${claim.id}, ${claim.attempt})`.execute(db);
}
