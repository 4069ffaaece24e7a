import { sql } from 'kysely';
import { compileOnce } from '../../db/compile-once.ts';
import type { Database } from '../../db/database.ts';
import { gatherQuestions } from '../../db/gather-questions.ts';
import type { Claim } from '../claim.ts';

type HeldJob = Pick<Claim, 'id' | 'attempt'>;

/** Renews the leases of the claims and returns the ids that are still held. The others were lost or canceled. */
export async function heartbeat(db: Database, claims: HeldJob[], leaseSeconds: number): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select job_heartbeat as id from job_heartbeat(${claims.map(claim => claim.id)}, ${claims.map(claim => claim.attempt)},
      make_interval(secs => ${leaseSeconds}))
  `.execute(db);
  return new Set(rows.map(row => row.id));
}

/** How far a running job is. */
export interface Progress extends HeldJob {
  percent: number;
}

const writeProgress = compileOnce(
  (ids: string[], attempts: number[], percents: number[]) => sql`
    select job_progress(id, attempt, percent)
      from (select * from unnest(${ids}::text[], ${attempts}::int[], ${percents}::int[]) as given (id, attempt, percent)
        order by id) given`,
);

/** Records how far jobs are. Reports of the same moment share a transaction, sorted by id, because heartbeats lock in that order. */
export const makeProgressReporter = (db: Database): ((progress: Progress) => Promise<void>) =>
  gatherQuestions(async (reports: Progress[]) => {
    await writeProgress(
      db,
      reports.map(({ id }) => id),
      reports.map(({ attempt }) => attempt),
      reports.map(({ percent }) => percent),
    );
    return reports.map(() => undefined);
  });
