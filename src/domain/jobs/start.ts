import { ApiError } from '../../contract/errors.ts';
import { isId } from '../../contract/ids.ts';
import type { Database } from '../../db/database.ts';
import { startJob } from '../../queue/start.ts';
import type { Asker } from '../caller.ts';
import { quotaExceeded } from '../quota.ts';
import { ownJob } from './own.ts';

/** Queues a job. Safe to repeat: a job already queued, processing or completed is left as it is. */
export async function start(db: Database, asker: Asker, jobId: string): Promise<void> {
  if (!isId('job', jobId)) throw new ApiError('job_not_found');
  const { workspaceId, source } = asker;
  const outcome = await startJob(db, workspaceId, jobId, source === 'api' ? 'workspace' : undefined);
  if (outcome === 'started') return;
  const job = await ownJob(db, asker, jobId);
  switch (outcome) {
    case 'already':
      return;
    case 'gone':
      throw new ApiError('job_not_found');
    case 'ended':
      throw new ApiError('job_not_startable', { message: `The job is ${job.status}.` });
    case 'incomplete':
      throw new ApiError('job_not_startable', {
        message: 'Not every input is uploaded.',
        missingUploads: job.inputs.filter(input => !input.uploaded).map(input => input.index),
      });
    default:
      throw await quotaExceeded(db, workspaceId, outcome);
  }
}
