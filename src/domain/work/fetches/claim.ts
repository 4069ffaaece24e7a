import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { FormatId } from '../../../formats/formats.ts';

/** An input that a fetcher has claimed. `claim` is its fencing token: a result is recorded only with the current one. */
export interface ClaimedFetch {
  jobId: string;
  index: number;
  workspaceId: string;
  /** The encrypted address or place of the file. */
  source: Buffer;
  /** Whether the caller gave the name and the media type. */
  named: boolean;
  typed: boolean;
  claim: number;
  /** The number of failed attempts so far. */
  failures: number;
  validator: string | null;
  runId: string | null;
  filename: string;
  contentType: string;
  /** The format that the caller declared; empty if the file decides. */
  format: FormatId | '';
}

export interface FetchLimits {
  most: number;
  perWorkspace: number;
  claimSeconds: number;
}

export async function claimFetches(db: Database, limits: FetchLimits): Promise<ClaimedFetch[]> {
  const { rows } = await sql<ClaimedFetch>`
    select job_id as "jobId", index, workspace_id as "workspaceId", source, named, typed, claim, failures, validator,
      run_id as "runId", filename, content_type as "contentType", format
    from fetches_claim(${limits.most}, ${limits.perWorkspace}, make_interval(secs => ${limits.claimSeconds}))`.execute(
    db,
  );
  return rows;
}

type Claimed = Pick<ClaimedFetch, 'jobId' | 'index' | 'claim'>;

/** Remembers which version of the remote file the partial file belongs to. */
export async function keepValidator(
  db: Database,
  { jobId, index, claim }: Claimed,
  validator: string | null,
): Promise<void> {
  await sql`update input_fetches set validator = ${validator}
    where job_id = ${jobId} and index = ${index} and claim = ${claim}`.execute(db);
}

/** Gives a fetch back: after a failed attempt for a later one, or untouched when its fetcher shuts down. */
export async function releaseFetch(
  db: Database,
  { jobId, index, claim }: Claimed,
  waitSeconds: number,
  isFailure: boolean,
): Promise<void> {
  await sql`with released as (
      update input_fetches set due_at = clock_timestamp() + make_interval(secs => ${waitSeconds}),
          failures = failures + ${isFailure ? 1 : 0}
        where job_id = ${jobId} and index = ${index} and claim = ${claim} and status = 'waiting' returning job_id
    )
    update jobs set version = version + 1 from released where id = released.job_id`.execute(db);
}
