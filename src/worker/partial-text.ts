import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../db/database.ts';
import type { Claim } from '../queue/claim.ts';
import { readPartialText, reportPartialText } from '../queue/partial-text.ts';

/** Text that is known before the job ends goes to those who follow it; what is no such text is left out. */
export function tellPartialText(
  { db, log }: { db: Database; log: Pick<FastifyBaseLogger, 'debug'> },
  claim: Pick<Claim, 'id' | 'attempt'>,
): (value: unknown) => void {
  let count = 0;
  let telling = Promise.resolve();
  return value => {
    const text = readPartialText(value);
    if (!text) return;
    count += 1;
    const place = count;
    // One after the other: who follows the job reads on from the last piece, and would miss one that comes behind a later one.
    telling = telling
      .then(() => reportPartialText(db, claim, place, text))
      .catch(error => log.debug({ err: error }, 'partial text not told'));
  };
}
