import { ApiError } from '../../contract/errors.ts';
import type { Database } from '../../db/database.ts';
import { findJob, type JobRow } from './rows.ts';

/** A job the caller may read: its own, of source `api` or `recipe`. Everything else is not found. */
export async function readableJob(db: Database, workspaceId: string, id: string): Promise<JobRow> {
  const job = await findJob(db, workspaceId, id);
  if (!job) throw new ApiError('job_not_found');
  return job;
}

/** A job the caller may act on. A recipe's step belongs to its run. */
export async function ownJob(db: Database, workspaceId: string, id: string): Promise<JobRow> {
  const job = await readableJob(db, workspaceId, id);
  if (job.source !== 'api')
    throw new ApiError('invalid_state', {
      message: 'This job is a step of a recipe run; only the run can be acted on.',
    });
  return job;
}
