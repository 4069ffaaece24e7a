import { sql } from 'kysely';
import type { QuotaKey } from '../../contract/errors.ts';
import type { Database } from '../../db/database.ts';
import { firstRow } from '../../db/first-row.ts';
import { fixed } from '../../db/fixed.ts';
import { zip } from '../../lists.ts';
import type { Claim, ClaimedInput, ClaimRequest } from '../claim.ts';
import type { CompleteOutcome, NextStep, Result } from '../ends/end.ts';

/** A job that may be begun before the queue has given it to us. */
export interface Early {
  /** What it is expected to be given to us as. */
  claim: Claim;
  /** How many jobs of its workspace may be at work at once. */
  cap: number;
}

/** A job that is done. */
export interface End {
  claim: Pick<Claim, 'id' | 'workspaceId' | 'attempt'>;
  result: Result;
  next?: NextStep | undefined;
  trace?: string | undefined;
}

/** A job that begins with its files, as `job_submit` takes it. */
export interface Submission {
  workspace_id: string;
  job: {
    id: string;
    type: string;
    options: Record<string, unknown>;
    /** Sealed, as base64. */
    secret?: string | undefined;
    [column: string]: unknown;
  };
  inputs: (Omit<ClaimedInput, 'size' | 'storageKey' | 'bytes'> & {
    file_size: number;
    storage_key: string;
    /** The file itself, where it is to be kept in its row. */
    content?: Buffer | undefined;
  })[];
  /** The files themselves, by the places of their inputs, as far as they are small: a job that begins here need not read them. */
  bytes?: (Buffer | undefined)[];
  /** What came of it, where it had a head start and is done already. */
  result?: Result | undefined;
  /** Its idempotency key, with what it is kept apart by, and what it stands for. */
  scope: string | null;
  key: string | null;
  print: string;
  /** The `traceparent` of the request; empty where there is none. Left out where nobody collects traces. */
  trace?: string | undefined;
}

export interface SubmitOutcome {
  outcome: 'started' | 'replayed' | 'conflict' | 'engines' | QuotaKey;
  id: string;
  /** The job is completed, with this. */
  result?: Result | undefined;
}

/** A pending job that is to begin. */
export interface Start {
  id: string;
  workspace_id: string;
  trace?: string | undefined;
}

/** `ended`: it failed, was canceled or has expired; `incomplete`: uploads are missing or in flight. Only `started` changes the job. */
export interface Started {
  outcome: 'started' | 'already' | 'ended' | 'incomplete' | 'gone' | QuotaKey;
  /** Of the job, as it is now. */
  version: number;
  queued_at: string;
  credits: number;
  /** This process has it in hand already. */
  claimed: boolean;
}

/** What one process has to say to the queue. */
export interface Turn {
  ends: End[];
  submissions: Submission[];
  starts: Start[];
  claim?: ClaimRequest | undefined;
}

export interface Turned {
  ended: CompleteOutcome[];
  submitted: SubmitOutcome[];
  started: Started[];
  /** Jobs that are to be worked on now. */
  claims: Claim[];
  /** Jobs that had been done already, as what they were begun. */
  completed: Claim[];
  /** Released jobs are left. */
  more: boolean;
}

interface ClaimRow {
  id: string;
  workspace_id: string;
  type: string;
  attempt: number;
  options: Record<string, unknown>;
  /** As PostgreSQL writes bytes: `\x…`. */
  secret: string | null;
  run_id: string | null;
  inputs: Claim['inputs'];
  runs_models: boolean;
  waited: number;
  trace: string | null;
}

interface TurnRow {
  ended: CompleteOutcome[];
  submitted: (Omit<SubmitOutcome, 'result'> & { claimed?: boolean; completed?: boolean })[];
  started: Started[];
  claimed: ClaimRow[] | null;
  more: boolean;
}

const claimOf = ({ workspace_id, secret, run_id, runs_models, ...row }: ClaimRow): Claim => ({
  ...row,
  workspaceId: workspace_id,
  secret: secret === null ? null : Buffer.from(secret.slice(2), 'hex'),
  runId: run_id,
  runsModels: runs_models,
});

/** A job that was taken on as it was made: all of it is known. */
export const claimOfNew = ({ workspace_id, job, inputs, bytes, trace }: Submission): Claim => ({
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
  waited: 0,
  trace: trace || null,
});

/** A row that a file is kept in takes it as base64. */
const rowWord = <Row extends { content?: Buffer | undefined }>({ content, ...row }: Row) => ({
  ...row,
  ...(content && { content: content.toString('base64') }),
});

const resultWord = ({ outputs, engines, warnings, durationMs }: Result) => ({
  outputs: outputs.map(rowWord),
  engines,
  took_ms: durationMs,
  warnings: warnings?.length ? warnings : null,
});

const endWord = ({ claim, result, next, trace }: End) => ({
  id: claim.id,
  workspace_id: claim.workspaceId,
  attempt: claim.attempt,
  result: resultWord(result),
  next: next ?? null,
  trace,
});

const submissionWord = ({ bytes: _, result, inputs, ...word }: Submission) => ({
  ...word,
  inputs: inputs.map(rowWord),
  ...(result && { result: resultWord(result) }),
});

const claimWord = ({ workerId, most, guests = 0, leaseSeconds, engines, models }: ClaimRequest) => ({
  worker: workerId,
  most,
  guests,
  lease_seconds: leaseSeconds,
  engines,
  most_with_models: models?.most ?? 0,
  guests_with_models: models?.guests ?? 0,
  models: models?.fitting ?? [],
});

const ask = fixed(
  (ends: string, submissions: string, claim: string | null, starts: string) =>
    sql<TurnRow>`select * from queue_batch(${ends}::jsonb, ${submissions}::jsonb, ${claim}::jsonb, ${starts}::jsonb)`,
);

/** Says all of it in one transaction. Ends go by the jobs' ids: heartbeats lock them in the same order. */
export async function takeTurn(db: Database, { ends, submissions, starts, claim }: Turn): Promise<Turned> {
  const ordered = ends.toSorted((one, other) => (one.claim.id < other.claim.id ? -1 : 1));
  const said = await ask(
    db,
    JSON.stringify(ordered.map(endWord)),
    JSON.stringify(submissions.map(submissionWord)),
    claim ? JSON.stringify(claimWord(claim)) : null,
    JSON.stringify(starts),
  );
  const { ended, submitted, started, claimed, more } = firstRow(said);
  const told = zip(submissions, submitted);
  const taken = told.filter(([, { claimed, completed }]) => claimed && !completed);
  const done = told.filter(([, { completed }]) => completed);
  return {
    ended: ends.map(end => ended[ordered.indexOf(end)]!),
    submitted: told.map(([{ result }, { outcome, id, completed }]) => ({
      outcome,
      id,
      ...(completed && { result }),
    })),
    started,
    claims: [...taken.map(([submission]) => claimOfNew(submission)), ...(claimed ?? []).map(claimOf)],
    completed: done.map(([submission]) => claimOfNew(submission)),
    more,
  };
}
