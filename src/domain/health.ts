import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { firstRow } from '../db/first-row.ts';

/** Rejects a database that only reads: after a change of servers the old one may still answer, as a standby. */
export async function getWritable(db: Database): Promise<void> {
  const { rows } = await sql<{ locked: string }>`
    select current_setting('transaction_read_only') as locked`.execute(db);
  if (firstRow(rows).locked === 'on') throw new Error('the database is read-only');
}

/** Rejects where the queue's own state cannot be read. */
export async function requireQueue(db: Database): Promise<void> {
  await sql`select last_value from vclock`.execute(db);
}

interface QueueFigures {
  queued: number;
  processing: number;
  /** How long the oldest queued job has waited. */
  oldestSeconds: number;
}

export async function readQueueFigures(db: Database): Promise<QueueFigures> {
  const { rows } = await sql<QueueFigures>`
    select count(*) filter (where status = 'queued') as queued, count(*) filter (where status = 'processing') as processing,
      coalesce(extract(epoch from now() - min(queued_at) filter (where status = 'queued')), 0)::float8 as "oldestSeconds"
    from jobs where status in ('queued', 'processing')`.execute(db);
  return firstRow(rows);
}

interface EndedJobs {
  type: string;
  status: string;
  count: number;
}

/** The jobs that ended within the last hour, by type and outcome. */
export async function countEndedJobs(db: Database): Promise<EndedJobs[]> {
  const { rows } = await sql<EndedJobs>`
    select type, status, count(*) as count from jobs where completed_at > now() - interval '1 hour' and source <> 'upload'
    group by type, status`.execute(db);
  return rows;
}
