import { ApiError } from '../../../contract/errors.ts';
import type { Database } from '../../../db/database.ts';
import { cancelJob } from '../../../queue/ends/cancel.ts';
import type { Storage } from '../../../storage/storage.ts';
import { discardPartials } from '../../files/uploads/discard.ts';
import type { Asker } from '../../people/caller.ts';
import { requireOwnJob } from './require-job.ts';

export async function cancel(db: Database, storage: Storage, asker: Asker, jobId: string): Promise<void> {
  const job = await requireOwnJob(db, asker, jobId);
  const outcome = await cancelJob(db, asker.workspaceId, jobId);
  await discardPartials(storage, job);
  if (outcome === 'gone') throw new ApiError('job_not_found');
  if (outcome === 'ended') {
    // The job may have ended between the two reads.
    const { status } = job.status === 'processing' ? await requireOwnJob(db, asker, jobId) : job;
    throw new ApiError('invalid_state', {
      message: `The job is ${status}; only a job that has not ended can be canceled.`,
    });
  }
}
