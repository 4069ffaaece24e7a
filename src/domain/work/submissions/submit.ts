import { ApiError } from '../../../contract/errors.ts';
import { newId } from '../../../contract/ids.ts';
import type { JobSettings } from '../../../contract/schemas/job-settings.ts';
import type { FormatId } from '../../../formats/formats.ts';
import { zip } from '../../../lists.ts';
import type { Batcher } from '../../../queue/batch/batcher.ts';
import type { KeptFile } from '../../files/small-files/store.ts';
import { requireInstalled } from '../../installation/engines.ts';
import type { Caller } from '../../people/caller.ts';
import { computeFingerprint } from '../idempotency/fingerprint.ts';
import { explainRefusal, type Idempotency, nameOwnScope } from '../jobs/create.ts';
import { type CreateContext, type DeclaredFile, draftJob } from '../jobs/draft.ts';
import { type InProcessResult, toInProcessResult } from '../jobs/in-process-results.ts';
import { simplifySettings } from '../jobs/settings.ts';

/** A file that has been received and stored. */
export interface StoredFile extends DeclaredFile, Pick<KeptFile, 'sha256' | 'storageKey' | 'content'> {
  /** The file itself, if it is small. */
  bytes: Buffer | undefined;
}

export interface SubmitContext extends Pick<CreateContext, 'db' | 'jobTypes' | 'secrets'> {
  batcher: Batcher;
}

export interface Submission {
  type: string;
  files: StoredFile[];
  options: Record<string, unknown>;
  settings: JobSettings;
}

export interface Submitted {
  id: string;
  replayed: boolean;
  /** The only output, if the job was written as completed. */
  end?: InProcessResult | undefined;
}

/** Reads the outcome and the id that a database function raised in order to roll back. */
export function readRaised<Said extends string>(error: { code?: string; message: string }) {
  if (error.code !== 'FM001') throw error;
  const [outcome, id = ''] = error.message.split(' ');
  return { outcome: outcome as Said, id };
}

/** Calls options as the caller sent them: as fields of a form or query, not within `options`. */
export function nameFields(error: unknown): never {
  if (!(error instanceof ApiError) || error.code !== 'validation_failed') throw error;
  const rename = (message: string) => message.replaceAll('`options.', '`');
  const details = error.extras.details?.map(({ path, message }) => ({ path, message: rename(message) }));
  throw new ApiError(error.code, {
    ...error.extras,
    message: rename(error.message),
    ...(details && { details }),
  });
}

/** Creates and starts a job with stored files, or finds the one that the idempotency key made. A refusal stores nothing. */
export async function submitJob(
  context: SubmitContext,
  caller: Caller,
  id: string,
  submission: Submission,
  idempotency: Idempotency | undefined,
): Promise<Submitted> {
  const { db } = context;
  const request = { ...submission, at: () => 'file' };
  const { job, asked, inputs, needs, row } = await draftJob(context, caller, request, id).catch(nameFields);
  const stored = zip(inputs, submission.files).map(([input, { storageKey, sha256, content }]) => ({
    ...input,
    format: input.format as FormatId,
    artifact: newId('artifact'),
    storage_key: storageKey,
    sha256,
    content,
  }));
  const print = computeFingerprint({
    type: job.id,
    options: asked,
    ...simplifySettings(submission.settings),
    files: submission.files.map(({ filename, contentType, sha256 }) => ({ filename, contentType, sha256 })),
  });
  const message = {
    workspace_id: caller.workspaceId,
    job: row,
    inputs: stored,
    bytes: submission.files.map(({ bytes }) => bytes),
    scope: idempotency ? nameOwnScope(caller, idempotency.scope) : null,
    key: idempotency?.key ?? null,
    print: print.toString('hex'),
  };
  const answer = await context.batcher.submit(message, caller.plan.concurrency);
  if (answer.outcome === 'started' || answer.outcome === 'replayed')
    return {
      id: answer.id,
      replayed: answer.outcome === 'replayed',
      end: answer.result && toInProcessResult(caller.workspaceId, answer.result),
    };
  if (answer.outcome === 'engines') {
    await requireInstalled(db, job.id, needs);
    // A worker with these engines registered in the meantime.
    return submitJob(context, caller, id, submission, idempotency);
  }
  throw await explainRefusal(db, caller, answer.outcome);
}
