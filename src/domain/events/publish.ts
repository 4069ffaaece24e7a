import { sql } from 'kysely';
import { limits } from '../../config.ts';
import type { Database } from '../../db/database.ts';

const mostRounds = 20;

/**
 * Gives committed events their place and makes their deliveries. Any process may do it; one at a time does. Who is patient
 * finds everything published that was committed before the call.
 */
export async function publishEvents(db: Database, { patient }: { patient: boolean }): Promise<number> {
  let published = 0;
  for (let round = 0; round < mostRounds; round++) {
    const { rows } = await sql<{
      n: number;
    }>`select events_publish(${limits.publishRows}, ${patient}) as n`.execute(db);
    published += rows[0]!.n;
    if (rows[0]!.n < limits.publishRows) break;
  }
  return published;
}
