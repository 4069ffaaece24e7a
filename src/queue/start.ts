import { sql } from 'kysely';
import type { QuotaKey } from '../contract/errors.ts';

export type StartOutcome = 'started' | 'already' | 'ended' | 'incomplete' | 'gone' | QuotaKey;

/** What a start says of the job it was for. */
export interface Started {
  outcome: StartOutcome;
  queued_now: Date | null;
  version_now: number;
  credits_now: number;
}

/**
 * For a statement that reads one job `j` as it is: starts it, if it is pending with all its inputs there, and counts its
 * operation, in the same transaction.
 */
export const starting = {
  columns: sql`started.outcome, started.queued_now, started.version_now, started.credits_now`,
  join: sql`cross join lateral job_started(j.workspace_id, j.id) started`,
};
