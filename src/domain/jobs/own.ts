import { ApiError } from '../../contract/errors.ts';
import type { Database } from '../../db/database.ts';
import type { Asker } from '../caller.ts';
import { findJob, type JobRow } from './rows.ts';

/** A job the caller may read: its own, by a key none of source `workspace`. Everything else is not found. */
export const requireReadableJob = async (db: Database, asker: Asker, id: string): Promise<JobRow> =>
  requireFound(await findJob(db, asker, id));

export function requireFound(job: JobRow | undefined): JobRow {
  if (!job) throw new ApiError('job_not_found');
  return job;
}

/** A job the caller may act on. A recipe's step belongs to its run. */
export async function requireOwnJob(db: Database, asker: Asker, id: string): Promise<JobRow> {
  const job = await requireReadableJob(db, asker, id);
  if (job.source === 'recipe') throw new ApiError('job_not_found');
  return job;
}
