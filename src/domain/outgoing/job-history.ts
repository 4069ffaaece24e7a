import { sql } from 'kysely';
import type { FailureReason } from '../../contract/states.ts';
import type { Database } from '../../db/database.ts';
import { firstRow } from '../../db/first-row.ts';
import type { Asker } from '../people/caller.ts';
import { findJobOrigins } from '../work/jobs/origins.ts';
import { requireReadableJob } from '../work/jobs/require-job.ts';
import type { JobRow } from '../work/jobs/rows.ts';
import { listJobEvents } from './events/list.ts';
import { listDeliveries } from './webhooks/deliveries.ts';

interface Happening {
  what:
    | 'created'
    | 'uploaded'
    | 'queued'
    | 'started'
    | 'retried'
    | 'completed'
    | 'failed'
    | 'canceled'
    | 'expired';
  at: Date;
  worker?: string;
  attempt?: number;
  reason?: FailureReason;
  diagnosticId?: string;
}

interface Row {
  worker_id: string | null;
  attempt: number;
  uploaded_at: Date | null;
  /** The number of jobs of the workspace that have waited longer, for a queued job. */
  ahead: number | null;
  /** The time when a completed job expired. */
  expired_at: Date | null;
  failures: {
    at: string;
    attempt: number;
    reason: FailureReason;
    diagnostic_id: string;
    worker_id: string | null;
  }[];
}

const selectHistory = (jobId: string) => sql<Row>`
  select j.worker_id, j.attempt,
    (select max(i.uploaded_at) from job_inputs i where i.job_id = j.id) as uploaded_at,
    case when j.status = 'queued' then (select count(*) from jobs o where o.workspace_id = j.workspace_id
      and o.status = 'queued' and o.seq < j.seq and o.source <> 'preview') end as ahead,
    (select e.created_at from events e where e.job_id = j.id and e.type = 'job.expired' limit 1) as expired_at,
    coalesce((select json_agg(json_build_object('at', f.created_at, 'attempt', f.attempt, 'reason', f.reason,
        'diagnostic_id', f.diagnostic_id, 'worker_id', f.worker_id) order by f.created_at)
      from job_failures f where f.job_id = j.id and f.outcome = 'retried'), '[]') as failures
  from jobs j where j.id = ${jobId}`;

function buildTimeline(job: JobRow, row: Row): Happening[] {
  const worker = row.worker_id ? { worker: row.worker_id } : {};
  const ended = job.status === 'expired' ? (job.started_at ? 'completed' : 'expired') : job.status;
  // The upload of a one-request job is recorded with its start, a moment after it was queued.
  const uploaded =
    row.uploaded_at && job.queued_at && row.uploaded_at > job.queued_at ? job.queued_at : row.uploaded_at;
  const happened: (Happening | undefined)[] = [
    { what: 'created', at: job.created_at },
    uploaded && job.source !== 'recipe' ? { what: 'uploaded', at: uploaded } : undefined,
    job.queued_at ? { what: 'queued', at: job.queued_at } : undefined,
    ...row.failures.map(
      (failure): Happening => ({
        what: 'retried',
        at: new Date(failure.at),
        attempt: failure.attempt,
        reason: failure.reason,
        diagnosticId: failure.diagnostic_id,
        ...(failure.worker_id && { worker: failure.worker_id }),
      }),
    ),
    job.started_at ? { what: 'started', at: job.started_at, attempt: row.attempt, ...worker } : undefined,
    job.completed_at
      ? {
          what: ended as Happening['what'],
          at: job.completed_at,
          ...(job.failure_reason && { reason: job.failure_reason }),
          ...(job.diagnostic_id && { diagnosticId: job.diagnostic_id }),
        }
      : undefined,
    row.expired_at && ended !== 'expired' ? { what: 'expired', at: row.expired_at } : undefined,
  ];
  return happened.filter(each => each !== undefined).sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** Reads the timeline of a job, its events and their deliveries. */
export async function readJobHistory(db: Database, asker: Asker, jobId: string) {
  const job = await requireReadableJob(db, asker, jobId);
  const [{ rows }, origins, events, { deliveries }] = await Promise.all([
    selectHistory(jobId).execute(db),
    findJobOrigins(db, [jobId]),
    listJobEvents(db, asker.workspaceId, jobId),
    listDeliveries(db, { workspaceId: asker.workspaceId, jobId, limit: 100 }),
  ]);
  const row = firstRow(rows);
  return {
    origin: origins.get(jobId) ?? {},
    ...(row.ahead !== null && { ahead: row.ahead }),
    timeline: buildTimeline(job, row).map(({ at, ...rest }) => ({ ...rest, at: at.toISOString() })),
    events,
    deliveries,
  };
}
