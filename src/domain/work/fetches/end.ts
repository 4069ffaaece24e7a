import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { FailureId } from '../../../contract/failure-catalogue.ts';
import { newId } from '../../../contract/ids.ts';
import { tellFailure } from '../../../contract/tell-failure.ts';
import type { Database } from '../../../db/database.ts';
import { firstRow } from '../../../db/first-row.ts';
import type { Stored } from '../../../storage/storage.ts';
import type { Described } from './arrival.ts';
import type { ClaimedFetch } from './claim.ts';

export type FetchOutcome = 'kept' | 'closed' | 'gone' | 'lost' | 'storage_bytes' | 'too_large' | 'engines';

/** Records a fetched file as its job's input. The job starts if it has `autoStart`, and a run that waits for it begins. */
export async function completeFetch(
  db: Database,
  { jobId, index, claim }: ClaimedFetch,
  token: string,
  storageKey: string,
  { size, sha256 }: Stored,
  { filename, contentType, format, needs }: Described,
): Promise<FetchOutcome> {
  const described = { filename, content_type: contentType, format, needs: needs ?? null };
  const { rows } = await sql<{ outcome: FetchOutcome }>`
    select outcome from fetch_complete(${jobId}, ${index}, ${claim}, ${token}, ${newId('artifact')}, ${storageKey}, ${size},
      ${sha256}, ${JSON.stringify(described)}::jsonb)`.execute(db);
  return firstRow(rows).outcome;
}

/** Fails the job, or the run, whose input cannot be fetched. `detail` is for the operator only. */
export async function failFetch(
  db: Database,
  { jobId, index, claim }: ClaimedFetch,
  id: FailureId,
  detail: string,
  place?: string,
): Promise<void> {
  const { reason, message } = tellFailure(id, {}, undefined, place);
  await sql`select fetch_fail(${jobId}, ${index}, ${claim}, ${reason}, ${message}, ${detail}, ${randomUUID()}::uuid)`.execute(
    db,
  );
}
