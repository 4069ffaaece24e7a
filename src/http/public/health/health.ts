import { ApiError } from '../../../contract/errors.ts';
import { checkReadiness } from '../../../domain/health.ts';
import type { App, Services } from '../../app.ts';

/** The routes for an operator's tools: health, readiness and metrics. They need no key and show nothing of a workspace. */
export function healthRoutes(app: App, services: Services): void {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }));

  app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    if (services.isStopping()) {
      reply.code(503).header('retry-after', '2');
      return { status: 'stopping', checks: {} };
    }
    const { ready, checks } = await checkReadiness(services.db, services.storage, (check, error) =>
      request.log.warn({ err: error, check }, 'not ready'),
    );
    if (!ready) reply.code(503).header('retry-after', '2');
    return { status: ready ? 'ready' : 'not ready', checks };
  });

  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) => {
    const text = await services.printMetrics().catch(() => {
      throw new ApiError('unavailable', { retryAfter: 2 }, { 'retry-after': '2' });
    });
    return reply.type(services.metrics.registry.contentType).send(text);
  });
}
