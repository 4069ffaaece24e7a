import { sql } from 'kysely';
import { ApiError } from '../../../contract/errors.ts';
import { firstRow } from '../../../db/first-row.ts';
import type { FormatId } from '../../../formats/formats.ts';
import { quotaExceeded } from '../../metering/usage/quota.ts';
import { notOpen, otherWriter, type UploadContext, type UploadTarget } from './upload.ts';

/**
 * Marks an input as being uploaded, so that its job shows `uploading`. It expires by itself, so a crash leaves nothing
 * behind, and its changes need not be on the disk at commit. Lock order: the job's row, then the input's.
 */
export interface Lease {
  token: string;
  workspaceId: string;
  format: FormatId;
  uploaded: boolean;
}

type LeaseContext = Pick<UploadContext, 'db' | 'limits'>;

const unhurried = sql`set_config('synchronous_commit', 'off', true)`;

interface Taking {
  outcome: 'taken' | 'busy' | 'closed' | 'gone' | 'storage_bytes';
  workspace_id: string;
  format: FormatId;
  uploaded: boolean;
}

/** Takes the input's lease from its holder. With `exclusive`, refuses if another upload holds it. */
export async function takeLease(
  { db, limits }: LeaseContext,
  { jobId, index }: UploadTarget,
  token: string,
  exclusive: boolean,
): Promise<Lease> {
  const { rows } = await sql<Taking>`
    select * from upload_lease(${jobId}, ${index}, ${token}, ${exclusive},
      make_interval(secs => ${limits.leaseSeconds}))`.execute(db);
  const { outcome, workspace_id: workspaceId, format, uploaded } = firstRow(rows);
  switch (outcome) {
    case 'taken':
      return { token, workspaceId, format, uploaded };
    case 'gone':
      throw new ApiError('job_not_found');
    case 'closed':
      throw notOpen();
    case 'busy':
      throw otherWriter();
    default:
      throw await quotaExceeded(db, workspaceId, outcome);
  }
}

/** Renews the lease. Says whether the job still exists and takes uploads, and whether the lease is still ours. */
export async function renewLease(
  { db, limits }: LeaseContext,
  { jobId, index }: UploadTarget,
  token: string,
): Promise<{ exists: boolean; open: boolean; ours: boolean }> {
  const { rows } = await sql<{ exists: boolean; open: boolean; ours: boolean }>`
    with renewed as (
      update job_inputs set upload_lease = clock_timestamp() + make_interval(secs => ${limits.leaseSeconds})
        where job_id = ${jobId} and index = ${index} and upload_token = ${token} returning 1
    )
    select exists (select from renewed) as ours, ${unhurried},
        exists (select from jobs where id = ${jobId} and deleted_at is null) as exists,
        exists (select from jobs where id = ${jobId} and status = 'pending' and deleted_at is null) as open`.execute(
    db,
  );
  return firstRow(rows);
}

/** Gives the lease of a failed upload back. An earlier upload of the input stays. */
export async function dropLease(
  { db }: Pick<LeaseContext, 'db'>,
  { jobId, index }: UploadTarget,
  token: string,
): Promise<void> {
  await sql`select upload_drop(${jobId}, ${index}, ${token})`.execute(db);
}
