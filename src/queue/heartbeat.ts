import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { Claim } from './claim.ts';

type Held = Pick<Claim, 'id' | 'attempt'>;

/** Renews the leases of the claims; returns the ids still held. The others were lost or canceled. */
export async function heartbeat(db: Database, claims: Held[], leaseSeconds: number): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select job_heartbeat as id from job_heartbeat(${claims.map(claim => claim.id)}, ${claims.map(claim => claim.attempt)},
      make_interval(secs => ${leaseSeconds}))
  `.execute(db);
  return new Set(rows.map(row => row.id));
}

export async function reportProgress(db: Database, claim: Held, percent: number): Promise<void> {
  await sql`select job_progress(${claim.id}, ${claim.attempt}, ${percent})`.execute(db);
}
