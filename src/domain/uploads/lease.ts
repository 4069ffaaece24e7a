import { sql } from 'kysely';
import { ApiError } from '../../contract/errors.ts';
import { firstRow } from '../../db/first-row.ts';
import type { FormatId } from '../../formats/formats.ts';
import { notOpen, otherWriter, type Target, type UploadContext } from './upload.ts';

/**
 * The mark of an upload in flight on its input, from which a job reads `uploading`. It runs out by itself, so a crash
 * leaves nothing behind, and for the same reason its changes need not be on disk before they count.
 * Lock order: the job's row, then the input's.
 */
export interface Lease {
  token: string;
  workspaceId: string;
  format: FormatId;
  uploaded: boolean;
}

type LeaseContext = Pick<UploadContext, 'db' | 'limits'>;

const unhurried = sql`set_config('synchronous_commit', 'off', true)`;

interface Found {
  open: boolean;
  workspace_id: string;
  /** Null where the lease was not given. */
  format: FormatId | null;
  uploaded: boolean;
}

/** Takes the input's lease. `exclusive` refuses where another upload holds it; else that one merely loses it. */
export async function takeLease(
  { db, limits }: LeaseContext,
  { jobId, index }: Target,
  token: string,
  exclusive: boolean,
): Promise<Lease> {
  const { rows } = await sql<Found>`
    with job as materialized (
      select id, workspace_id, status = 'pending' and expires_at > clock_timestamp() as open from jobs
        where id = ${jobId} and deleted_at is null and source <> 'recipe' for update
    ), leased as (
      update job_inputs i set upload_token = ${token},
          upload_lease = clock_timestamp() + make_interval(secs => ${limits.leaseSeconds})
        from job where i.job_id = job.id and i.index = ${index} and job.open
          and (not ${exclusive}::boolean or i.upload_lease is null or i.upload_lease <= clock_timestamp())
        returning i.job_id, i.format, i.uploaded_at is not null as uploaded
    ), changed as (
      update jobs j set version = j.version + 1 from leased where j.id = leased.job_id returning j.id
    )
    select job.open, job.workspace_id, leased.format, leased.uploaded, ${unhurried},
        (select count(*) from changed, lateral job_changed(changed.id))
      from job join job_inputs i on i.job_id = job.id and i.index = ${index} left join leased on true`.execute(
    db,
  );
  const [found] = rows;
  if (!found) throw new ApiError('job_not_found');
  if (!found.open) throw notOpen();
  if (found.format === null) throw otherWriter();
  return { token, workspaceId: found.workspace_id, format: found.format, uploaded: found.uploaded };
}

/** Keeps the lease for as long again. Says whether the job still takes uploads, and whether the lease is still ours. */
export async function renewLease(
  { db, limits }: LeaseContext,
  { jobId, index }: Target,
  token: string,
): Promise<{ open: boolean; ours: boolean }> {
  const { rows } = await sql<{ open: boolean; ours: boolean }>`
    with renewed as (
      update job_inputs set upload_lease = clock_timestamp() + make_interval(secs => ${limits.leaseSeconds})
        where job_id = ${jobId} and index = ${index} and upload_token = ${token} returning 1
    )
    select exists (select from renewed) as ours, ${unhurried},
        exists (select from jobs where id = ${jobId} and status = 'pending' and deleted_at is null) as open`.execute(
    db,
  );
  return firstRow(rows);
}

/** Ends an upload that came to nothing; what was uploaded before stays. */
export async function dropLease(
  { db }: Pick<LeaseContext, 'db'>,
  { jobId, index }: Target,
  token: string,
): Promise<void> {
  await sql`
    with job as materialized (
      select id from jobs where id = ${jobId} for update
    ), dropped as (
      update job_inputs i set upload_token = null, upload_lease = null
        from job where i.job_id = job.id and i.index = ${index} and i.upload_token = ${token} returning i.job_id
    ), changed as (
      update jobs j set version = j.version + 1 from dropped where j.id = dropped.job_id returning j.id
    )
    select job_changed(id), ${unhurried} from changed`.execute(db);
}
