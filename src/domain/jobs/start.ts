import { ApiError } from '../../contract/errors.ts';
import type { Database } from '../../db/database.ts';
import { type Started, starting } from '../../queue/start.ts';
import type { Asker } from '../caller.ts';
import { quotaExceeded } from '../usage/quota.ts';
import { requireOwnJob } from './own.ts';
import { type JobRow, makeJobFinder } from './rows.ts';

const findAndStart = makeJobFinder<Started>(starting);

/** Queues a job and returns it. Safe to repeat: a job already queued, processing or completed is left as it is. */
export async function start(db: Database, asker: Asker, jobId: string): Promise<JobRow> {
  const found = await findAndStart(db, asker, jobId);
  if (!found || found.outcome === 'gone') throw new ApiError('job_not_found');
  const { outcome, queued_now, version_now, credits_now, ...read } = found;
  // The job was read in the statement that started it, as it was before. If nothing else changed it, these are the new values.
  if (outcome === 'started' && version_now === read.version + 1)
    return {
      ...read,
      status: 'queued',
      queued_at: queued_now,
      version: version_now,
      credits: credits_now,
      expires_at: null,
    };
  const job = await requireOwnJob(db, asker, jobId);
  switch (outcome) {
    case 'started':
    case 'already':
      return job;
    case 'ended':
      throw new ApiError('job_not_startable', { message: `The job is ${job.status}.` });
    case 'incomplete':
      throw new ApiError('job_not_startable', {
        message: job.inputs.some(input => input.given && input.artifact_id === null)
          ? 'The artifact this job was given is no longer kept.'
          : 'Not every input is uploaded.',
        missingUploads: job.inputs.filter(input => !input.uploaded).map(input => input.index),
      });
    default:
      throw await quotaExceeded(db, asker.workspaceId, outcome);
  }
}
