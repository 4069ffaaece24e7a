import type { Database } from '../../../db/database.ts';

/** A piece of a running job's text and its number. */
export interface PlacedText {
  place: number;
  start: number;
  end: number;
  text: string;
}

const maxAtOnce = 200;

/** Reads the pieces of a job's text after a number. They are kept only while the job runs. */
export async function readPartialTexts(db: Database, jobId: string, behind: number): Promise<PlacedText[]> {
  const rows = await db
    .selectFrom('job_partials')
    .selectAll()
    .where('job_id', '=', jobId)
    .where('place', '>', String(behind))
    .orderBy('place')
    .limit(maxAtOnce)
    .execute();
  return rows.map(row => ({
    place: Number(row.place),
    start: row.start_seconds,
    end: row.end_seconds,
    text: row.text,
  }));
}
