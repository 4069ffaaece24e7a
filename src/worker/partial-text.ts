import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../db/database.ts';
import type { Claim } from '../queue/claim.ts';
import { readPartialText, reportPartialText } from '../queue/claims/partial-text.ts';

/** Passes on text of a running job to callers who follow it. Other values are ignored. */
export function tellPartialText(
  { db, log }: { db: Database; log: Pick<FastifyBaseLogger, 'debug'> },
  claim: Pick<Claim, 'id' | 'attempt'>,
): (value: unknown, percent: number) => void {
  let count = 0;
  let telling = Promise.resolve();
  return (value, percent) => {
    const text = readPartialText(value);
    if (!text) return;
    count += 1;
    const place = count;
    // Pieces are written one after the other, because a follower reads on from the last piece and would miss an earlier one.
    telling = telling
      .then(() => reportPartialText(db, claim, place, text, percent))
      .catch(error => log.debug({ err: error }, 'partial text was not published'));
  };
}
