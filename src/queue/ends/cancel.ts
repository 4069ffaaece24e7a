import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { firstRow } from '../../db/first-row.ts';

export type CancelOutcome = 'canceled' | 'ended' | 'gone';

export async function cancelJob(db: Database, workspaceId: string, jobId: string): Promise<CancelOutcome> {
  const { rows } = await sql<{
    outcome: CancelOutcome;
  }>`select job_cancel(${workspaceId}, ${jobId}) as outcome`.execute(db);
  return firstRow(rows).outcome;
}
