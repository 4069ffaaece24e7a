import { sql } from 'kysely';
import type { QuotaKey } from '../../contract/errors.ts';
import { compileOnce } from '../../db/compile-once.ts';
import type { Database } from '../../db/database.ts';
import { firstRow } from '../../db/first-row.ts';
import { zip } from '../../lists.ts';
import type { Claim, ClaimedInput, ClaimRequest } from '../claim.ts';
import type { CompleteOutcome, NextStep, Result } from '../ends/end.ts';

/** A message that a job is done. */
export interface End {
  claim: Pick<Claim, 'id' | 'workspaceId' | 'attempt'>;
  result: Result;
  next?: NextStep | undefined;
  trace?: string | undefined;
}

/** A message that creates a job together with its files, as `job_submit` takes it. */
export interface Submission {
  workspace_id: string;
  job: {
    id: string;
    type: string;
    options: Record<string, unknown>;
    /** Encrypted, as base64. */
    secret?: string | undefined;
    [column: string]: unknown;
  };
  inputs: (Omit<ClaimedInput, 'size' | 'storageKey' | 'bytes'> & {
    file_size: number;
    storage_key: string;
    /** The file itself, if it is to be kept in its row. */
    content?: Buffer | undefined;
  })[];
  /** The bytes of small files, at the places of their inputs. A job that runs in this process need not read them. */
  bytes?: (Buffer | undefined)[];
  /** The result of a speculative run that is done already. */
  result?: Result | undefined;
  /** The idempotency key with its scope, and the fingerprint of the request. */
  scope: string | null;
  key: string | null;
  print: string;
  /** The `traceparent` of the request, empty if there is none. Absent where no traces are collected. */
  trace?: string | undefined;
}

export interface SubmitOutcome {
  outcome: 'started' | 'replayed' | 'conflict' | 'engines' | QuotaKey;
  id: string;
  /** The result, if the job was written as completed. */
  result?: Result | undefined;
}

/** A message that starts a pending job. */
export interface Start {
  id: string;
  workspace_id: string;
  trace?: string | undefined;
}

/**
 * `reused`: it was completed with an earlier result; `ended`: the job failed, was canceled or has expired; `incomplete`: uploads are
 * missing or in flight. Only `started` and `reused` change the job.
 */
export interface StartOutcome {
  outcome: 'started' | 'reused' | 'already' | 'ended' | 'incomplete' | 'gone' | QuotaKey;
  /** The job's version, time of queueing and credits, as they are now. */
  version: number;
  queued_at: string;
  credits: number;
  /** Whether this process has claimed the job in the same transaction. */
  claimed: boolean;
}

/** All messages that one process sends to the queue at once, and how many jobs it could claim. */
export interface Batch {
  ends: End[];
  submissions: Submission[];
  starts: Start[];
  claim?: ClaimRequest | undefined;
}

/** The outcomes of a batch, each list in the order of its messages. */
export interface BatchOutcome {
  ended: CompleteOutcome[];
  submitted: SubmitOutcome[];
  started: StartOutcome[];
  /** Jobs that this process has claimed and has to run. */
  claims: Claim[];
  /** Jobs that were written as completed, because their speculative runs were done. */
  completed: Claim[];
  /** Whether released jobs are left in the queue. */
  more: boolean;
}

interface ClaimRow {
  id: string;
  workspace_id: string;
  type: string;
  attempt: number;
  options: Record<string, unknown>;
  /** The encrypted write-only options, in PostgreSQL's hexadecimal notation: `\x…`. */
  secret: string | null;
  run_id: string | null;
  inputs: Claim['inputs'];
  runs_models: boolean;
  waited: number;
  trace: string | null;
  is_preview: boolean;
}

interface BatchRow {
  ended: CompleteOutcome[];
  submitted: (Omit<SubmitOutcome, 'result'> & { claimed?: boolean; completed?: boolean })[];
  started: StartOutcome[];
  claimed: ClaimRow[] | null;
  more: boolean;
}

const toClaim = ({ workspace_id, secret, run_id, runs_models, is_preview, ...row }: ClaimRow): Claim => ({
  ...row,
  workspaceId: workspace_id,
  secret: secret === null ? null : Buffer.from(secret.slice(2), 'hex'),
  runId: run_id,
  runsModels: runs_models,
  isPreview: is_preview,
});

/** The claim of a job that is claimed as it is created. Everything about it is known from the submission. */
export const toClaimOfNew = ({ workspace_id, job, inputs, bytes, trace }: Submission): Claim => ({
  id: job.id,
  workspaceId: workspace_id,
  type: job.type,
  attempt: 1,
  options: job.options,
  secret: job.secret === undefined ? null : Buffer.from(job.secret, 'base64'),
  runId: null,
  inputs: inputs.map(({ index, filename, format, file_size, sha256, storage_key }, at) => ({
    ...{ index, filename, format, sha256 },
    size: file_size,
    storageKey: storage_key,
    bytes: bytes?.[at],
  })),
  runsModels: false,
  isPreview: false,
  waited: 0,
  trace: trace || null,
});

/** A file that is kept in its row is sent as base64. */
const writeFileRow = <Row extends { content?: Buffer | undefined }>({ content, ...row }: Row) => ({
  ...row,
  ...(content && { content: content.toString('base64') }),
});

const writeResult = ({ outputs, engines, warnings, durationMs }: Result) => ({
  outputs: outputs.map(writeFileRow),
  engines,
  took_ms: durationMs,
  warnings: warnings?.length ? warnings : null,
});

const writeEnd = ({ claim, result, next, trace }: End) => ({
  id: claim.id,
  workspace_id: claim.workspaceId,
  attempt: claim.attempt,
  result: writeResult(result),
  next: next ?? null,
  trace,
});

const writeSubmission = ({ bytes: _, result, inputs, ...message }: Submission) => ({
  ...message,
  inputs: inputs.map(writeFileRow),
  ...(result && { result: writeResult(result) }),
});

const writeClaimRequest = ({ workerId, most, guests = 0, leaseSeconds, engines, models }: ClaimRequest) => ({
  worker: workerId,
  most,
  guests,
  lease_seconds: leaseSeconds,
  engines,
  most_with_models: models?.most ?? 0,
  guests_with_models: models?.guests ?? 0,
  models: models?.fitting ?? [],
});

const callQueueBatch = compileOnce(
  (ends: string, submissions: string, claim: string | null, starts: string) =>
    sql<BatchRow>`select * from queue_batch(${ends}::jsonb, ${submissions}::jsonb, ${claim}::jsonb, ${starts}::jsonb)`,
);

/** Sends a batch in one transaction. Ends are sorted by the jobs' ids, because heartbeats lock jobs in that order. */
export async function sendBatch(
  db: Database,
  { ends, submissions, starts, claim }: Batch,
): Promise<BatchOutcome> {
  const ordered = ends.toSorted((one, other) => (one.claim.id < other.claim.id ? -1 : 1));
  const rows = await callQueueBatch(
    db,
    JSON.stringify(ordered.map(writeEnd)),
    JSON.stringify(submissions.map(writeSubmission)),
    claim ? JSON.stringify(writeClaimRequest(claim)) : null,
    JSON.stringify(starts),
  );
  const { ended, submitted, started, claimed, more } = firstRow(rows);
  const answered = zip(submissions, submitted);
  const claimedNow = answered.filter(([, outcome]) => outcome.claimed && !outcome.completed);
  const completedNow = answered.filter(([, outcome]) => outcome.completed);
  return {
    ended: ends.map(end => ended[ordered.indexOf(end)]!),
    submitted: answered.map(([{ result }, { outcome, id, completed }]) => ({
      outcome,
      id,
      ...(completed && { result }),
    })),
    started,
    claims: [...claimedNow.map(([submission]) => toClaimOfNew(submission)), ...(claimed ?? []).map(toClaim)],
    completed: completedNow.map(([submission]) => toClaimOfNew(submission)),
    more,
  };
}
