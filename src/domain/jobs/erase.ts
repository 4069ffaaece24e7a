import { ApiError } from '../../contract/errors.ts';
import type { Database } from '../../db/database.ts';
import { cancelJob } from '../../queue/ends/cancel.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Asker } from '../caller.ts';
import { discardPartials } from '../uploads/discard.ts';
import { requireOwnJob } from './own.ts';

/** Erases a job's inputs and outputs now and hides it; a running job is stopped first. */
export async function erase(db: Database, storage: Storage, asker: Asker, jobId: string): Promise<void> {
  const { workspaceId } = asker;
  const job = await requireOwnJob(db, asker, jobId);
  await cancelJob(db, workspaceId, jobId);
  const keys = await db.transaction().execute(async trx => {
    const { numUpdatedRows } = await trx
      .updateTable('jobs')
      .set({ deleted_at: new Date(), secret: null })
      .where('id', '=', jobId)
      .where('workspace_id', '=', workspaceId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new ApiError('job_not_found');
    // The cause of a failure may quote the document.
    await trx.deleteFrom('job_failures').where('job_id', '=', jobId).execute();
    const files = await trx
      .deleteFrom('artifacts')
      .where('job_id', '=', jobId)
      .returning('storage_key')
      .execute();
    return files.map(file => file.storage_key);
  });
  await discardPartials(storage, job);
  // A file that cannot be removed now is removed by the sweeper, because no row names it any more.
  await Promise.allSettled(keys.map(key => storage.remove(key)));
}
