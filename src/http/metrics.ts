import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../db/database.ts';
import { countEndedJobs, readQueueFigures } from '../domain/health.ts';
import { countDamagedFiles } from '../domain/retention/damage.ts';
import type { App } from './app.ts';

export interface Metrics {
  contentType: string;
  text(db: Database): Promise<string>;
}

const lagEveryMs = 100;

/**
 * How late the event loop is. Node counts the interval of its watch as lateness too, and the interval that goes unnoticed,
 * ten milliseconds, wakes a process that has nothing to do: the watch is slower here, and its interval taken off.
 */
function watchEventLoop(registry: Registry): void {
  for (const each of ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99'])
    registry.removeSingleMetric(`nodejs_eventloop_lag_${each}_seconds`);
  const delay = monitorEventLoopDelay({ resolution: lagEveryMs });
  delay.enable();
  const figures = { mean: () => delay.mean, p99: () => delay.percentile(99), max: () => delay.max };
  for (const [name, read] of Object.entries(figures))
    new Gauge({
      name: `nodejs_eventloop_lag_${name}_seconds`,
      help: `The ${name} of the event loop's lateness since the last time it was asked.`,
      registers: [registry],
      collect() {
        const late = read() / 1e9 - lagEveryMs / 1000;
        this.set(Number.isFinite(late) ? Math.max(0, late) : 0);
        if (name === 'max') delay.reset();
      },
    });
}

/** Counts requests as they are answered; what lies in the database is counted when asked. */
export function useMetrics(app: App): Metrics {
  const registry = new Registry();
  // Its own watch of the event loop is not asked, and shall not wake anybody.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 60_000 });
  watchEventLoop(registry);
  const requests = new Counter({
    name: 'filemill_http_requests_total',
    help: 'Requests answered.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'filemill_http_request_seconds',
    help: 'Time to answer a request.',
    labelNames: ['method', 'route'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
    registers: [registry],
  });
  const jobs = new Gauge({
    name: 'filemill_jobs',
    help: 'Jobs that have not ended, by state.',
    labelNames: ['status'],
    registers: [registry],
  });
  const ended = new Gauge({
    name: 'filemill_jobs_ended_last_hour',
    help: 'Jobs that ended within the last hour, by type and outcome.',
    labelNames: ['type', 'status'],
    registers: [registry],
  });
  const oldest = new Gauge({
    name: 'filemill_queue_oldest_seconds',
    help: 'How long the oldest queued job has waited.',
    registers: [registry],
  });
  const damaged = new Gauge({
    name: 'filemill_storage_damaged_files',
    help: 'Stored files that were found damaged.',
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    requests.inc({ method: request.method, route, status: reply.statusCode });
    seconds.observe({ method: request.method, route }, reply.elapsedTime / 1000);
  });
  return {
    contentType: registry.contentType,
    async text(db) {
      const queue = await readQueueFigures(db);
      jobs.set({ status: 'queued' }, queue.queued);
      jobs.set({ status: 'processing' }, queue.processing);
      oldest.set(queue.oldestSeconds);
      damaged.set(await countDamagedFiles(db));
      const recent = await countEndedJobs(db);
      ended.reset();
      for (const { type, status, count } of recent) ended.set({ type, status }, count);
      return registry.metrics();
    },
  };
}
