import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { watchDisks } from './disks.ts';
import { watchEventLoop } from './event-loop.ts';

/** Covers jobs from a tiny picture to an hour of sound. */
const jobSeconds = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800];

/**
 * Creates all metrics. They are the same in every process: its own work is measured as it happens, and values from
 * the database, which every process reports alike, are read on request. No label can have more values than the
 * installation has routes, job types or reasons: never a caller's id, name or address.
 */
export function createMetrics(diskFolders: Record<string, string> = {}) {
  const registry = new Registry();
  // The library's own measurement of the event loop is not used, so it runs as rarely as possible.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 60_000 });
  watchEventLoop(registry);
  watchDisks(registry, diskFolders);
  const registers = [registry];
  return {
    registry,

    requests: new Counter({
      name: 'filemill_http_requests_total',
      help: 'Requests answered.',
      labelNames: ['method', 'route', 'status'],
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'filemill_http_request_seconds',
      help: 'Time to respond to a request.',
      labelNames: ['method', 'route'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
      registers,
    }),

    jobWait: new Histogram({
      name: 'filemill_job_wait_seconds',
      help: 'Time from queueing a job to the claim that started its attempt.',
      labelNames: ['type'],
      buckets: jobSeconds,
      registers,
    }),
    jobRun: new Histogram({
      name: 'filemill_job_run_seconds',
      help: 'Time from the claim of an attempt to its end: completed, failed, or dropped.',
      labelNames: ['type', 'outcome'],
      buckets: jobSeconds,
      registers,
    }),
    jobFailures: new Counter({
      name: 'filemill_job_failures_total',
      help: 'Attempts at jobs that failed, by the reason shown to callers.',
      labelNames: ['type', 'reason'],
      registers,
    }),
    hostsRetired: new Counter({
      name: 'filemill_hosts_retired_total',
      help: 'Hosts that were ended. They are replaced when needed.',
      labelNames: ['pool', 'why'],
      registers,
    }),
    jobsReaped: new Counter({
      name: 'filemill_jobs_reaped_total',
      help: 'Jobs requeued because their worker sent no heartbeat.',
      registers,
    }),

    webhookAttempts: new Counter({
      name: 'filemill_webhook_attempts_total',
      help: 'Attempts to deliver an event to a webhook.',
      labelNames: ['outcome'],
      registers,
    }),
    webhookLag: new Histogram({
      name: 'filemill_webhook_lag_seconds',
      help: 'Time from an event to its delivery to a webhook.',
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 5, 30, 300, 3600, 86_400],
      registers,
    }),

    storageSeconds: new Histogram({
      name: 'filemill_storage_seconds',
      help: 'Time the storage took for an operation; of a read, until its first bytes.',
      labelNames: ['operation'],
      buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30, 300],
      registers,
    }),
    storageErrors: new Counter({
      name: 'filemill_storage_errors_total',
      help: 'Operations of the storage that failed.',
      labelNames: ['operation'],
      registers,
    }),

    jobs: new Gauge({
      name: 'filemill_jobs',
      help: 'Jobs that have not ended, by state.',
      labelNames: ['status'],
      registers,
    }),
    released: new Gauge({
      name: 'filemill_queue_released',
      help: 'Queued jobs that any worker with their engines may take now.',
      registers,
    }),
    oldest: new Gauge({
      name: 'filemill_queue_oldest_seconds',
      help: 'How long the oldest queued job has waited.',
      registers,
    }),
    webhookOldest: new Gauge({
      name: 'filemill_webhook_oldest_due_seconds',
      help: 'How long the oldest delivery that is due has waited.',
      registers,
    }),
    unpublished: new Gauge({
      name: 'filemill_events_unpublished',
      help: 'Events that wait to get their place among the others.',
      registers,
    }),
    damagedFiles: new Gauge({
      name: 'filemill_storage_damaged_files',
      help: 'Stored files that were found damaged.',
      registers,
    }),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
