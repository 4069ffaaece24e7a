import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { fixed } from '../../db/fixed.ts';
import { gather } from '../../db/gather.ts';
import type { Claim } from '../claim.ts';

type Held = Pick<Claim, 'id' | 'attempt'>;

/** Renews the leases of the claims; returns the ids still held. The others were lost or canceled. */
export async function heartbeat(db: Database, claims: Held[], leaseSeconds: number): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select job_heartbeat as id from job_heartbeat(${claims.map(claim => claim.id)}, ${claims.map(claim => claim.attempt)},
      make_interval(secs => ${leaseSeconds}))
  `.execute(db);
  return new Set(rows.map(row => row.id));
}

/** How far a running job is. */
export interface Progress extends Held {
  percent: number;
}

const tell = fixed(
  (ids: string[], attempts: number[], percents: number[]) => sql`
    select job_progress(id, attempt, percent)
      from (select * from unnest(${ids}::text[], ${attempts}::int[], ${percents}::int[]) as told (id, attempt, percent) order by id) told`,
);

/** Tells how far jobs are. What is told at the same time goes in one transaction, by the jobs' ids, as heartbeats lock them. */
export const makeProgressNotes = (db: Database): ((progress: Progress) => Promise<void>) =>
  gather(async (told: Progress[]) => {
    await tell(
      db,
      told.map(({ id }) => id),
      told.map(({ attempt }) => attempt),
      told.map(({ percent }) => percent),
    );
    return told.map(() => undefined);
  });
