import { sql } from 'kysely';
import type { ApiError } from '../../../contract/errors.ts';
import type { Database } from '../../../db/database.ts';
import { firstRow } from '../../../db/first-row.ts';
import { throwInputGone } from '../../files/artifacts/find.ts';
import { requireInstalled } from '../../installation/engines.ts';
import { quotaExceeded, type UsedUp } from '../../metering/usage/quota.ts';
import type { Caller } from '../../people/caller.ts';
import { findEarlierResource, idempotencyConflict } from '../idempotency/earlier.ts';
import { computeFingerprint } from '../idempotency/fingerprint.ts';
import { type CreateContext, draftJob, type JobRequest, type NewInput, requireJobType } from './draft.ts';
import { waitingFetch } from './fetched-inputs.ts';
import { type Options, readOptions } from './options.ts';
import { findJob, type JobRow } from './rows.ts';
import { type SettingsRow, simplifySettings } from './settings.ts';

/** A new job, or the one that was made earlier with the same idempotency key. */
export type Created = { replayed: false; job: JobRow } | { replayed: true; jobId: string };

interface Creation {
  outcome: 'created' | 'replayed' | 'conflict' | 'engines' | UsedUp;
  jobId: string;
  createdAt: Date;
  expiresAt: Date;
}

export interface Idempotency {
  scope: string;
  key: string;
}

/** Names the scope of an idempotency key. Keys and the web workspace have separate scopes, so that neither finds what the other made. */
export const nameOwnScope = ({ source }: Caller, scope: string): string =>
  source === 'api' ? scope : `${source}:${scope}`;

/** Makes the row of a job that was just created, so that it need not be read. */
const makeRow = (
  {
    secret,
    ...made
  }: SettingsRow &
    Pick<JobRow, 'id' | 'workspace_id' | 'source' | 'type' | 'options' | 'auto_start' | 'batch_id'> & {
      secret: unknown;
    },
  inputs: NewInput[],
  createdAt: Date,
  expiresAt: Date,
): JobRow => ({
  ...made,
  sealed: secret !== undefined,
  status: inputs.length === 1 && inputs[0]?.source !== undefined ? 'uploading' : 'pending',
  progress: 0,
  credits: 0,
  version: 1,
  start_refused: null,
  start_refused_at: null,
  storage_freed_at: null,
  delivery: null,
  reused_from: null,
  created_at: createdAt,
  queued_at: null,
  started_at: null,
  completed_at: null,
  expires_at: expiresAt,
  engines: null,
  duration_ms: null,
  failure_reason: null,
  failure_option: null,
  failure_message: null,
  warnings: null,
  diagnostic_id: null,
  input_count: inputs.length,
  inputs: inputs.map(({ source, ...input }) => ({
    ...input,
    uploaded: input.given,
    fetch: source === undefined ? null : waitingFetch,
  })),
  file_count: 0,
  outputs: [],
});

const computePrint = ({ settings, ...request }: JobRequest, options: Options): Buffer =>
  computeFingerprint({ ...request, metadata: {}, ...simplifySettings(settings), options, at: undefined });

/** Finds the job that an idempotency key made earlier, whatever has changed about the plan or the files since. */
async function findEarlierJob(
  { db, jobTypes }: CreateContext,
  caller: Caller,
  request: JobRequest,
  { scope, key }: Idempotency,
): Promise<string | undefined> {
  const options = readOptions(requireJobType(jobTypes, request.type), request.options);
  const named = { scope: nameOwnScope(caller, scope), key };
  return findEarlierResource(db, caller.workspaceId, named, computePrint(request, options));
}

/** Makes the error for a job that the database refused. */
export const explainRefusal = async (
  db: Database,
  { workspaceId }: Caller,
  outcome: 'conflict' | UsedUp,
): Promise<ApiError> =>
  outcome === 'conflict' ? idempotencyConflict() : quotaExceeded(db, workspaceId, outcome);

/** Creates a job, or finds the one that the idempotency key made. A refusal stores nothing. */
export async function createJob(
  context: CreateContext,
  caller: Caller,
  request: JobRequest,
  idempotency: Idempotency | undefined,
): Promise<Created> {
  const { db } = context;
  let draft: Awaited<ReturnType<typeof draftJob>>;
  try {
    draft = await draftJob(context, caller, request);
  } catch (refused) {
    const earlier = idempotency && (await findEarlierJob(context, caller, request, idempotency));
    if (earlier === undefined) throw refused;
    return { replayed: true, jobId: earlier };
  }
  const { job, asked, inputs, needs, row } = draft;
  const { rows } = await sql<Creation>`
    select outcome, job_id as "jobId", created_at as "createdAt", expires_at as "expiresAt" from job_create(${JSON.stringify(row)}::jsonb, ${JSON.stringify(inputs)}::jsonb, ${idempotency ? nameOwnScope(caller, idempotency.scope) : null},
      ${idempotency?.key ?? null}, ${computePrint(request, asked)}, make_interval(hours => ${context.neverStartedHours}))
  `
    .execute(db)
    .catch(throwInputGone);
  const { outcome, jobId, createdAt, expiresAt } = firstRow(rows);
  if (outcome === 'created') {
    const mayHaveStarted = row.auto_start && inputs.every(input => input.given);
    const made = mayHaveStarted ? await findJob(db, caller, jobId) : undefined;
    return { replayed: false, job: made ?? makeRow(row, inputs, createdAt, expiresAt) };
  }
  if (outcome === 'replayed') return { replayed: true, jobId };
  if (outcome === 'engines') {
    await requireInstalled(db, job.id, needs);
    // A worker with these engines registered in the meantime.
    return createJob(context, caller, request, idempotency);
  }
  throw await explainRefusal(db, caller, outcome);
}
