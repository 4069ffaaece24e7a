import { ApiError, invalid } from '../../../contract/errors.ts';
import type { Database } from '../../../db/database.ts';
import { findFailure } from '../../work/failures/failures.ts';
import { type DeliveryQuery, listDeliveries } from './deliveries.ts';

/** Names the job by its id, or by the diagnostic id of one of its failures. */
export type JobDeliveryQuery = Pick<DeliveryQuery, 'limit' | 'cursor' | 'jobId' | 'diagnosticId'>;

async function findOwner(db: Database, jobId: string): Promise<string> {
  const job = await db
    .selectFrom('jobs')
    .select('workspace_id')
    .where('id', '=', jobId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!job) throw new ApiError('job_not_found');
  return job.workspace_id;
}

/** Lists the deliveries of a job's events, whichever workspace the job belongs to. */
export async function listDeliveriesOfJob(
  db: Database,
  { jobId, diagnosticId, ...page }: JobDeliveryQuery,
): ReturnType<typeof listDeliveries> {
  if ((jobId === undefined) === (diagnosticId === undefined))
    throw invalid('jobId', 'Give exactly one of `jobId` and `diagnosticId`.');
  if (diagnosticId === undefined)
    return listDeliveries(db, { ...page, workspaceId: await findOwner(db, jobId!), jobId: jobId! });
  const failure = await findFailure(db, diagnosticId);
  return listDeliveries(db, { ...page, workspaceId: failure.workspaceId, jobId: failure.jobId });
}
