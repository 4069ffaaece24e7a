import { sql } from 'kysely';
import { isId } from '../../contract/ids.ts';
import type { Database } from '../../db/database.ts';
import { fixed } from '../../db/fixed.ts';
import {
  authenticate,
  type KeyCaller,
  type KeyUse,
  keyUse,
  makeCaller,
  readKeyHash,
} from '../keys/authenticate.ts';
import { isVisible, type JobRow, selectJobs } from './rows.ts';

/** A job as it was when its caller's key was looked up. */
export interface EarlyRead {
  job: JobRow | undefined;
  /** When that was asked for, by `performance.now()`. */
  at: number;
}

const useKeyFor = fixed((hash: Buffer, jobId: string) => {
  const job = selectJobs(
    sql`j.id = ${jobId} and j.workspace_id = k.workspace_id and j.deleted_at is null and ${isVisible({ source: 'api' })}`,
  );
  return sql<KeyUse & (JobRow | { id: null })>`
    select ${keyUse.columns}, job.* from ${keyUse.from(hash)} left join lateral (${job}) job on true`;
});

/** Finds the caller of an Authorization header and the requested job in one statement, which costs half of two. */
export async function authenticateFor(
  db: Database,
  authorization: string | undefined,
  jobId: string,
): Promise<{ caller: KeyCaller; read: EarlyRead }> {
  const at = performance.now();
  if (!isId('job', jobId))
    return { caller: await authenticate(db, authorization), read: { job: undefined, at } };
  const [row] = await useKeyFor(db, readKeyHash(authorization), jobId);
  return { caller: makeCaller(row), read: { job: row && row.id !== null ? row : undefined, at } };
}
