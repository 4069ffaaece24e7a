import { newId } from '../../contract/ids.ts';
import type { Turns } from '../../queue/turns.ts';
import type { Caller } from '../caller.ts';
import { requireInstalled } from '../engines.ts';
import { computeFingerprint } from '../idempotency/fingerprint.ts';
import {
  type CreateContext,
  type DeclaredFile,
  draftJob,
  explainRefusal,
  type Idempotency,
  ownScope,
} from '../jobs/create.ts';

/** A file that has been taken in. */
export interface StoredFile extends DeclaredFile {
  sha256: string;
  storageKey: string;
}

export interface SubmitContext extends Pick<CreateContext, 'db' | 'jobTypes' | 'secrets'> {
  turns: Turns;
}

export interface Submission {
  type: string;
  files: StoredFile[];
  options: Record<string, unknown>;
}

export interface Submitted {
  id: string;
  replayed: boolean;
}

/** What a function raised to undo what it had done: an outcome, and the thing it is about. */
export function readRaised<Said extends string>(error: { code?: string; message: string }) {
  if (error.code !== 'FM001') throw error;
  const [outcome, id = ''] = error.message.split(' ');
  return { outcome: outcome as Said, id };
}

/** Creates a job of files that are stored and starts it, or finds the one the idempotency key made. What is refused keeps nothing. */
export async function submitJob(
  context: SubmitContext,
  caller: Caller,
  id: string,
  submission: Submission,
  idempotency: Idempotency | undefined,
): Promise<Submitted> {
  const { db } = context;
  const request = { ...submission, metadata: {}, at: () => 'file' };
  const { job, asked, inputs, needs, row } = await draftJob(context, caller, request, id);
  const stored = inputs.map((input, index) => ({
    ...input,
    artifact: newId('artifact'),
    storage_key: submission.files[index]!.storageKey,
    sha256: submission.files[index]!.sha256,
  }));
  const print = computeFingerprint({
    type: job.id,
    options: asked,
    files: submission.files.map(({ filename, contentType, sha256 }) => ({ filename, contentType, sha256 })),
  });
  const said = await context.turns.submit({
    workspace_id: caller.workspaceId,
    job: row,
    inputs: stored,
    scope: idempotency ? ownScope(caller, idempotency.scope) : null,
    key: idempotency?.key ?? null,
    print: print.toString('hex'),
  });
  if (said.outcome === 'started' || said.outcome === 'replayed')
    return { id: said.id, replayed: said.outcome === 'replayed' };
  if (said.outcome === 'engines') {
    await requireInstalled(db, job.id, needs);
    // A worker that has them came in between.
    return submitJob(context, caller, id, submission, idempotency);
  }
  throw await explainRefusal(db, caller, said.outcome);
}
