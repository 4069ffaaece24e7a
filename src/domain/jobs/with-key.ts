import { type RawBuilder, sql } from 'kysely';
import { isId } from '../../contract/ids.ts';
import type { Database } from '../../db/database.ts';
import { fixed } from '../../db/fixed.ts';
import { gather } from '../../db/gather.ts';
import {
  type KeyCaller,
  type KeyUse,
  keyColumns,
  makeCaller,
  readKeyHash,
  windowSeconds,
} from '../keys/authenticate.ts';
import { isVisible, type JobRow, selectJobs } from './rows.ts';

/** A job as it was when its caller's key was looked up. */
export interface EarlyRead {
  job: JobRow | undefined;
  /** When that was asked for, by `performance.now()`. */
  at: number;
}

interface Asked {
  hash: Buffer;
  jobId?: string;
}

/** What was found for the question at this place. */
type Found = (KeyUse | { key_id: null }) & { place: number };

/** Finds keys and spends a request of each. In the order of their hashes, in which other processes lock them too. */
const useKeys = (hashes: Buffer[], jobIds: string[] | undefined, columns: RawBuilder<unknown>) => sql`
  select asked.place, ${keyColumns}${columns}
    from (select * from unnest(${hashes}::bytea[], ${jobIds ?? sql`'{}'`}::text[]) with ordinality as given (hash, job_id, place)
      order by hash, place) asked
    left join lateral key_use(asked.hash, ${sql.lit(windowSeconds)}) k on true`;

const findCallers = fixed((hashes: Buffer[]) => useKeys(hashes, undefined, sql``) as RawBuilder<Found>);

const findCallersOfJobs = fixed((hashes: Buffer[], jobIds: string[]) => {
  const job = selectJobs(
    sql`j.id = asked.job_id and j.workspace_id = k.workspace_id and j.deleted_at is null and ${isVisible({ source: 'api' })}`,
  );
  return sql<
    Found & (JobRow | { id: null })
  >`${useKeys(hashes, jobIds, sql`, job.*`)} left join lateral (${job}) job on true`;
});

/** The rows in the order of the questions. */
const inOrder = <Row extends Found>(rows: Row[]): Row[] =>
  rows.toSorted((one, other) => one.place - other.place);

const readUse = (found: Found): KeyUse | undefined => (found.key_id === null ? undefined : found);

export interface Authenticated {
  caller: KeyCaller;
  /** Where a job was asked for along with the key. */
  read?: EarlyRead;
}

/**
 * Finds the caller behind an Authorization header, spends one request of the key's window and reads the requested job, if one
 * is named, in the same statement. Requests that come at the same time share one.
 */
export function makeAuthenticate(
  db: Database,
): (authorization: string | undefined, jobId?: string) => Promise<Authenticated> {
  const findCaller = gather(async (asked: Asked[]) =>
    inOrder(
      await findCallers(
        db,
        asked.map(({ hash }) => hash),
      ),
    ),
  );
  const findCallerOfJob = gather(async (asked: Required<Asked>[]) =>
    inOrder(
      await findCallersOfJobs(
        db,
        asked.map(({ hash }) => hash),
        asked.map(({ jobId }) => jobId),
      ),
    ),
  );
  return async (authorization, jobId) => {
    const at = performance.now();
    const hash = readKeyHash(authorization);
    if (jobId === undefined || !isId('job', jobId)) {
      const caller = makeCaller(readUse(await findCaller({ hash })));
      return jobId === undefined ? { caller } : { caller, read: { job: undefined, at } };
    }
    const row = await findCallerOfJob({ hash, jobId });
    return { caller: makeCaller(readUse(row)), read: { job: row.id === null ? undefined : row, at } };
  };
}
