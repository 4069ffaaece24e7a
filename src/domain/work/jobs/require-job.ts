import { ApiError } from '../../../contract/errors.ts';
import type { Database } from '../../../db/database.ts';
import type { Asker } from '../../people/caller.ts';
import { findJob, type JobRow } from './rows.ts';

/** Finds a job that the caller may read: one of the workspace, and for a key not one made in the web workspace. */
export const requireReadableJob = async (db: Database, asker: Asker, id: string): Promise<JobRow> =>
  requireFound(await findJob(db, asker, id));

export function requireFound(job: JobRow | undefined): JobRow {
  if (!job) throw new ApiError('job_not_found');
  return job;
}

/** Finds a job that the caller may act on. Steps of a recipe are refused, because they belong to their run. */
export async function requireOwnJob(db: Database, asker: Asker, id: string): Promise<JobRow> {
  const job = await requireReadableJob(db, asker, id);
  if (job.source === 'recipe') throw new ApiError('job_not_found');
  return job;
}
