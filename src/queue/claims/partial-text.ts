import { sql } from 'kysely';
import type { PartialText } from '../../contract/partial-text.ts';
import type { Database } from '../../db/database.ts';
import type { Claim } from '../claim.ts';

/** Longer pieces are cut. No more than two hundred pieces of a job are kept. */
const maxLetters = 2000;

/** Reads the value that a host reported. Returns undefined if it is not text with times. */
export function readPartialText(value: unknown): PartialText | undefined {
  const { start, end, text } = (value ?? {}) as Record<string, unknown>;
  if (!Number.isFinite(start) || !Number.isFinite(end) || typeof text !== 'string') return undefined;
  return {
    start: start as number,
    end: end as number,
    text: text.slice(0, maxLetters).replaceAll('\0', '').toWellFormed(),
  };
}

/** Keeps the `count`th piece of the attempt's text, with the progress at which it was known, for callers who follow the job. */
export async function reportPartialText(
  db: Database,
  claim: Pick<Claim, 'id' | 'attempt'>,
  count: number,
  { start, end, text }: PartialText,
  percent: number,
): Promise<void> {
  await sql`select job_partial(${claim.id}, ${claim.attempt}, ${count}, ${start}, ${end}, ${text}, ${percent})`.execute(
    db,
  );
}
