import { sql } from 'kysely';
import { JobFailure } from '../../../contract/failure.ts';
import type { Database } from '../../../db/database.ts';
import { firstRow } from '../../../db/first-row.ts';
import type { Credits } from '../../../jobs/job-type.ts';
import type { Claim } from '../../../queue/claim.ts';

/** The seconds of sound, or pixels, of one unit. */
const measure: Record<Credits['unit'], number> = { minute: 60, megapixel: 1_000_000 };

/** Computes the credits of a job of `measured` seconds or pixels. A unit that has begun counts as a whole one. */
export function computeCredits({ unit, size, amount }: Credits, measured: number): number {
  return amount * Math.max(1, Math.ceil(measured / (size * measure[unit])));
}

/**
 * Raises a running job's reservation to what it costs, now that its size is known. Rejects if the workspace has too few
 * credits. A retried attempt that charges again reserves no more.
 */
export async function topUpReservation(
  db: Database,
  claim: Pick<Claim, 'id' | 'workspaceId' | 'attempt'>,
  credits: Credits,
  measured: number,
): Promise<void> {
  if (!(measured >= 0 && measured < Number.MAX_SAFE_INTEGER))
    throw new JobFailure('engine_error', `a job cannot be charged for ${measured}`);
  const cost = computeCredits(credits, measured);
  const { rows } = await sql<{ outcome: 'charged' | 'short' | 'lost' }>`
    select credit_charge(${claim.workspaceId}, ${claim.id}, ${claim.attempt}, ${cost}) as outcome`.execute(
    db,
  );
  const { outcome } = firstRow(rows);
  if (outcome === 'short')
    throw new JobFailure('limit_exceeded', `the job costs ${cost} credits, more than the workspace has left`);
  if (outcome === 'lost') throw new JobFailure('engine_error', 'the attempt no longer holds its job');
}
