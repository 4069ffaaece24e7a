import { sql } from 'kysely';
import { type FailureSummary, maxFailureHours } from '../../../contract/schemas/operator.ts';
import type { Database } from '../../../db/database.ts';
import { addUp, type Batches } from '../../metering/add-up.ts';

interface Frequent extends Omit<FailureSummary['reasons'][number], 'lastAt'> {
  lastAt: Date;
}

/** Sums up the failures of the last hours by reason and job type, the most frequent first. */
export async function summariseFailures(db: Database, hours: number): Promise<FailureSummary> {
  const { rows } = await sql<Frequent>`
    select reason, job_type as "jobType", sum(attempts)::bigint as attempts, sum(jobs)::bigint as jobs,
      max(last_at) as "lastAt", (array_agg(last_diagnostic_id order by last_at desc))[1] as "lastDiagnosticId"
    from failures_since(date_trunc('hour', now() - make_interval(hours => ${hours})))
    group by 1, 2 order by 3 desc, 1, 2 limit 100`.execute(db);
  return { hours, reasons: rows.map(row => ({ ...row, lastAt: row.lastAt.toISOString() })) };
}

/** Adds failures to the totals of their hours, and deletes hours that can no longer be shown. */
export async function addUpFailures(db: Database, batches: Batches): Promise<void> {
  await addUp(db, 'failures_add_up', batches);
  await sql`delete from failure_hours where hour < now() - make_interval(hours => ${sql.lit(maxFailureHours + 1)})`.execute(
    db,
  );
}
