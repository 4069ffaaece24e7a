import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { Storage } from '../../../storage/storage.ts';
import { type OutputDownload, openOutputs, openStepOutputs } from '../../files/downloads/outputs.ts';

/** A delivery that a process has claimed. `claim` is its fencing token: a result is recorded only with the current one. */
export interface ClaimedOutput {
  /** The job, the run or the step of a run that has the files. */
  subjectId: string;
  workspaceId: string;
  jobId: string | null;
  runId: string | null;
  /** The step of the run whose files these are. Without it they are the result of the run. */
  stepIndex: number | null;
  connectionId: string;
  /** The template of the key. */
  key: string;
  claim: number;
  /** The number of failed attempts so far. */
  failures: number;
  /** The time when the job or the run completed. */
  createdAt: Date;
}

type Claimed = Pick<ClaimedOutput, 'subjectId' | 'claim'>;

export async function claimOutputs(
  db: Database,
  { most, perWorkspace, leaseSeconds }: { most: number; perWorkspace: number; leaseSeconds: number },
): Promise<ClaimedOutput[]> {
  const { rows } = await sql<ClaimedOutput>`
    select subject_id as "subjectId", workspace_id as "workspaceId", job_id as "jobId", run_id as "runId", step_index as "stepIndex",
      connection_id as "connectionId", key, claim, failures, created_at as "createdAt"
    from outputs_claim(${most}, ${perWorkspace}, make_interval(secs => ${leaseSeconds}), true)`.execute(db);
  return rows;
}

/** Keeps a claim for longer. Returns false if it was lost. */
export async function renewOutput(
  db: Database,
  { subjectId, claim }: Claimed,
  leaseSeconds: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update output_deliveries set due_at = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    where subject_id = ${subjectId} and claim = ${claim} and status = 'waiting'`.execute(db);
  return numAffectedRows === 1n;
}

/** Gives a delivery back: after a failed attempt for a later one, or untouched when its process shuts down. */
export async function releaseOutput(
  db: Database,
  { subjectId, claim }: Claimed,
  waitSeconds: number,
  problem?: string,
): Promise<void> {
  await sql`with released as (
      update output_deliveries set due_at = clock_timestamp() + make_interval(secs => ${waitSeconds}), claimed = false,
          failures = failures + ${problem === undefined ? 0 : 1}, problem = coalesce(${problem ?? null}, problem)
        where subject_id = ${subjectId} and claim = ${claim} and status = 'waiting' returning job_id
    )
    update jobs set version = version + 1 from released where id = released.job_id`.execute(db);
}

/** Records that a file was written. */
export async function recordDelivered(
  db: Database,
  { subjectId }: Claimed,
  index: number,
  key: string,
): Promise<void> {
  await sql`insert into delivered_files (subject_id, index, key) values (${subjectId}, ${index}, ${key})
    on conflict (subject_id, index) do update set key = excluded.key, at = clock_timestamp()`.execute(db);
}

/** Ends a delivery, with the sentence about its failure if it has one, and tells webhooks. */
export async function endOutput(
  db: Database,
  { subjectId, claim }: Claimed,
  problem?: string,
): Promise<void> {
  await sql`select output_end(${subjectId}, ${claim}, ${problem === undefined ? 'done' : 'failed'}, ${problem ?? null})`.execute(
    db,
  );
}

/** Opens the files of a delivery, and tells which of them were written already. There are none if they were erased or have expired. */
export async function openDelivery(
  db: Database,
  storage: Storage,
  { subjectId, jobId, runId, stepIndex }: ClaimedOutput,
): Promise<{ files: OutputDownload[]; written: ReadonlySet<number> }> {
  const owner = jobId ?? runId;
  const files =
    runId !== null && stepIndex !== null
      ? await openStepOutputs(db, storage, runId, stepIndex)
      : owner
        ? await openOutputs(db, storage, owner)
        : [];
  const { rows } = await sql<{ index: number }>`
    select index from delivered_files where subject_id = ${subjectId}`.execute(db);
  return { files, written: new Set(rows.map(({ index }) => index)) };
}
