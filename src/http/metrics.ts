import { sql } from 'kysely';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../db/database.ts';
import type { App } from './app.ts';

export interface Metrics {
  contentType: string;
  text(db: Database): Promise<string>;
}

/** Counts requests as they are answered; what lies in the database is counted when asked. */
export function useMetrics(app: App): Metrics {
  const registry = new Registry();
  // Every ten milliseconds, as it would be, wakes a process that has nothing to do.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 });
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
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    requests.inc({ method: request.method, route, status: reply.statusCode });
    seconds.observe({ method: request.method, route }, reply.elapsedTime / 1000);
  });
  return {
    contentType: registry.contentType,
    async text(db) {
      const { rows } = await sql<{ status: string; n: number; oldest: number | null }>`
        select status, count(*) as n, extract(epoch from now() - min(queued_at))::float8 as oldest from jobs
        where status in ('queued', 'processing') group by status`.execute(db);
      jobs.reset();
      for (const status of ['queued', 'processing'])
        jobs.set({ status }, rows.find(row => row.status === status)?.n ?? 0);
      oldest.set(rows.find(row => row.status === 'queued')?.oldest ?? 0);
      const recent = await sql<{ type: string; status: string; n: number }>`
        select type, status, count(*) as n from jobs where completed_at > now() - interval '1 hour'
        group by type, status`.execute(db);
      ended.reset();
      for (const { type, status, n } of recent.rows) ended.set({ type, status }, n);
      return registry.metrics();
    },
  };
}
