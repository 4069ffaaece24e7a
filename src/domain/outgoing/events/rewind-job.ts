import type { EventType } from '../../../contract/events.ts';
import type { JobState } from '../../../contract/states.ts';
import type { JobRow } from '../../work/jobs/rows.ts';

const stateAfter: Partial<Record<EventType, JobState>> = {
  'job.started': 'processing',
  'job.completed': 'completed',
  'job.failed': 'failed',
  'job.canceled': 'canceled',
  'job.expired': 'expired',
};

/** Returns the job as it was when the event happened, because it may have changed since. */
export function rewindJob(event: { type: EventType; at: Date; attempt: number }, job: JobRow): JobRow {
  const status = stateAfter[event.type] ?? job.status;
  if (status !== 'processing') return { ...job, status };
  return {
    ...job,
    status,
    progress: 0,
    // A retry has overwritten the time of the first start.
    started_at: event.attempt > 1 ? event.at : job.started_at,
    completed_at: null,
    expires_at: null,
    file_count: 0,
    outputs: [],
  };
}
