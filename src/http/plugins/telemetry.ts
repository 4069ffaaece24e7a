import type { FastifyReply, FastifyRequest } from 'fastify';
import { isId } from '../../contract/ids.ts';
import type { Span } from '../../telemetry/tracing.ts';
import { type App, probes, type Services } from '../app.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The job that a request created or concerns, if its address does not name it. */
    jobId?: string;
    span?: Span;
  }
}

/** Finds the id of the job that a request concerned, if any. */
function findJobId(request: FastifyRequest, reply: FastifyReply): string | undefined {
  const { id, jobId } = (request.params ?? {}) as { id?: string; jobId?: string };
  const named = [request.jobId, jobId, id, reply.getHeader('x-job-id')];
  return named.find((each): each is string => typeof each === 'string' && isId('job', each));
}

/** Methods that only read. Their requests are logged at level debug, and those of the operator's probes never. */
const reads = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Counts, times and logs every request, and begins its trace if traces are collected. */
export function useTelemetry(app: App, { metrics, tracing }: Pick<Services, 'metrics' | 'tracing'>): void {
  if (tracing) {
    app.addHook('onRequest', (request, _reply, done) => {
      const route = request.routeOptions.url ?? 'unknown';
      if (probes.has(route)) return done();
      const parent = request.headers.traceparent;
      const span = tracing.start({
        name: `${request.method} ${route}`,
        kind: 'server',
        attributes: {
          'http.request.method': request.method,
          'http.route': route,
          'filemill.request_id': request.id,
        },
        ...(typeof parent === 'string' && { parent }),
      });
      request.span = span;
      span.run(done);
    });
    // A body is read in the context of the connection, so the span is entered again after it.
    app.addHook('preHandler', (request, _reply, done) => {
      if (request.span) request.span.run(done);
      else done();
    });
  }
  app.addHook('onResponse', async (request, reply) => {
    const { method, span } = request;
    const { statusCode: status, elapsedTime } = reply;
    const route = request.routeOptions.url ?? 'unknown';
    metrics.requests.inc({ method, route, status });
    metrics.requestSeconds.observe({ method, route }, elapsedTime / 1000);
    const level = reads.has(method) ? 'debug' : 'info';
    if (probes.has(route)) return;
    const isTold = level === 'info' || request.log.level === 'debug' || request.log.level === 'trace';
    if (!isTold && !span) return;
    const jobId = findJobId(request, reply);
    const about = { method, route, status, ms: Math.round(elapsedTime), ...(jobId && { jobId }) };
    if (isTold) request.log[level](about, 'request answered');
    if (span) {
      span.set({ 'http.response.status_code': status, ...(jobId && { 'filemill.job_id': jobId }) });
      span.end(status >= 500 ? new Error('unexpected') : undefined);
    }
  });
}
