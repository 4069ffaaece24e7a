import { sql } from 'kysely';
import { ApiError } from '../../../contract/errors.ts';
import type { Database } from '../../../db/database.ts';
import { cancelJob } from '../../../queue/ends/cancel.ts';
import type { Storage } from '../../../storage/storage.ts';
import { discardPartials } from '../../files/uploads/discard.ts';
import type { Asker } from '../../people/caller.ts';
import { requireOwnJob } from './require-job.ts';

/** The columns that an erased job loses. It keeps its type, its times, and what usage and the ledger count. */
const erased = {
  secret: null,
  options: '{}',
  metadata: '{}',
  failure_option: null,
  failure_message: null,
  failure_detail: null,
  warnings: null,
};

/** Erases what the database knows about a job's files: names, digests, events' bodies and answers to deliveries. */
async function eraseTraces(trx: Database, jobId: string): Promise<void> {
  await trx.deleteFrom('job_inputs').where('job_id', '=', jobId).execute();
  // The cause of a failure may quote the document.
  await trx.deleteFrom('job_failures').where('job_id', '=', jobId).execute();
  // The body of an event that is still to be sent is made again from what is left of the job.
  await trx.updateTable('events').set({ body: null }).where('job_id', '=', jobId).execute();
  await sql`update delivery_attempts a set answer = null from events e join deliveries d on d.event_id = e.id
    where e.job_id = ${jobId} and a.webhook_id = d.webhook_id and a.event_id = d.event_id and a.answer is not null`.execute(
    trx,
  );
}

/** Erases a job's inputs and outputs now, with everything known about them, and hides the job. A running job is stopped first. */
export async function erase(db: Database, storage: Storage, asker: Asker, jobId: string): Promise<void> {
  const { workspaceId } = asker;
  const job = await requireOwnJob(db, asker, jobId);
  await cancelJob(db, workspaceId, jobId);
  const keys = await db.transaction().execute(async trx => {
    const { numUpdatedRows } = await trx
      .updateTable('jobs')
      .set({ ...erased, deleted_at: new Date() })
      .where('id', '=', jobId)
      .where('workspace_id', '=', workspaceId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new ApiError('job_not_found');
    // Expiry locks files before the inputs that name them, and so must this.
    await trx.selectFrom('artifacts').select('id').where('job_id', '=', jobId).forUpdate().execute();
    await eraseTraces(trx, jobId);
    // Jobs that share its result lose it too.
    await trx
      .updateTable('jobs')
      .set({ expires_at: new Date() })
      .where('reused_from', '=', jobId)
      .where('status', '=', 'completed')
      .execute();
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
