import { ApiError, isErrorCode } from '../../../contract/errors.ts';
import type { Database } from '../../../db/database.ts';
import type { Batcher } from '../../../queue/batch/batcher.ts';
import { quotaExceeded } from '../../metering/usage/quota.ts';
import type { Caller } from '../../people/caller.ts';
import { requireOwnJob } from './require-job.ts';
import type { JobRow } from './rows.ts';

export interface StartContext {
  db: Database;
  batcher: Pick<Batcher, 'start'>;
}

/** Queues a job that was just read, and returns it. Repeating it is safe: a job that is queued, processing or completed already stays as it is. */
export async function start({ db, batcher }: StartContext, caller: Caller, read: JobRow): Promise<JobRow> {
  if (read.source === 'recipe') throw new ApiError('job_not_found');
  const { id, workspace_id } = read;
  const { outcome, version, claimed, queued_at, credits } = await batcher.start({ id, workspace_id });
  // If nothing else changed the job in between, the answer follows from the start alone. A process that claimed the job
  // in the same transaction has changed it once more.
  const queued = version - Number(claimed);
  if (outcome === 'started' && queued === read.version + 1)
    return {
      ...read,
      status: 'queued',
      queued_at: new Date(queued_at),
      version: queued,
      credits,
      expires_at: null,
    };
  if (outcome === 'gone') throw new ApiError('job_not_found');
  const job = await requireOwnJob(db, caller, id);
  switch (outcome) {
    case 'started':
    case 'reused':
    case 'already':
      return job;
    case 'ended':
      throw new ApiError('job_not_startable', {
        message: `The job is ${job.status} and cannot be started again. Create a new one.`,
      });
    case 'incomplete':
      // A job with `autoStart` has recorded why its file was refused.
      if (job.start_refused && isErrorCode(job.start_refused))
        throw new ApiError(job.start_refused, {
          message: 'The file that was sent for this job was refused and removed. Send the right file.',
        });
      throw new ApiError('job_not_startable', {
        message: job.inputs.some(input => input.given && input.artifact_id === null)
          ? 'The artifact of this job has expired. Create a new job.'
          : 'Some inputs are not uploaded yet. Send each to its `uploadUrl` with PUT first.',
        missingUploads: job.inputs.filter(input => !input.uploaded).map(input => input.index),
      });
    default:
      throw await quotaExceeded(db, caller.workspaceId, outcome);
  }
}
