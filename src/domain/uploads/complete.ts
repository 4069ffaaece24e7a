import { sql } from 'kysely';
import { ApiError } from '../../contract/errors.ts';
import { newId } from '../../contract/ids.ts';
import type { Stored } from '../../storage/storage.ts';
import type { Lease } from './lease.ts';
import { notOpen, type Target, type UploadContext, type Uploaded } from './upload.ts';

/** Names a stored file as the job's input, in place of the one before, unless the job has moved on. */
export async function complete(
  { db, storage }: UploadContext,
  { jobId, index }: Target,
  lease: Lease,
  storageKey: string,
  stored: Stored,
): Promise<Uploaded> {
  const replaced = await db.transaction().execute(async trx => {
    // The workspace is locked first, as everywhere: the new artifact refers to it.
    const { rows } = await sql<{ open: boolean }>`
      with workspace as materialized (
        select id from workspaces where id = ${lease.workspaceId} for key share
      )
      select j.status = 'pending' as open from workspace join jobs j on j.workspace_id = workspace.id
        where j.id = ${jobId} and j.deleted_at is null for update of j`.execute(trx);
    const [job] = rows;
    if (!job) throw new ApiError('job_not_found');
    if (!job.open) throw notOpen();
    // A statement of its own: only now does it see what an upload that held the lock before has written.
    const replaced = await trx
      .deleteFrom('artifacts')
      .where('job_id', '=', jobId)
      .where('role', '=', 'input')
      .where('index', '=', index)
      .returning('storage_key')
      .executeTakeFirst();
    const artifact = newId('artifact');
    await sql`
      with kept as (
        insert into artifacts (id, workspace_id, job_id, role, index, filename, content_type, format, size, sha256,
            storage_key, expires_at)
          select ${artifact}, j.workspace_id, j.id, 'input', i.index, i.filename, i.content_type, i.format,
            ${stored.size}::bigint, ${stored.sha256}, ${storageKey}, j.expires_at
          from jobs j join job_inputs i on i.job_id = j.id where j.id = ${jobId} and i.index = ${index}
      ), input as (
        update job_inputs set uploaded_at = clock_timestamp(), sha256 = ${stored.sha256}, artifact_id = ${artifact},
            upload_lease = case when upload_token = ${lease.token} then null else upload_lease end,
            upload_token = nullif(upload_token, ${lease.token})
          where job_id = ${jobId} and index = ${index}
      ), changed as (
        update jobs set version = version + 1 where id = ${jobId} returning id
      )
      select job_changed(id) from changed`.execute(trx);
    return replaced?.storage_key;
  });
  // What fails here is swept later: no row names it any more.
  if (replaced !== undefined) await storage.remove(replaced).catch(() => {});
  return { index, size: stored.size, sha256: stored.sha256 };
}
