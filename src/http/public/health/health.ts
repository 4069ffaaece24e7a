import { ApiError } from '../../../contract/errors.ts';
import { isDnsRebinding } from '../../../dns-rebinding.ts';
import { checkReadiness } from '../../../domain/installation/health.ts';
import type { App, Services } from '../../app.ts';

/** Registers the routes for an operator's tools: health, readiness and metrics. They need no key and show nothing of a workspace. */
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

  const ownName = services.publicUrl && new URL(services.publicUrl).hostname;
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (isDnsRebinding(request.headers.host, request.socket.remoteAddress, ownName))
      throw new ApiError('forbidden', {
        message:
          'Metrics are not available under this host name. Use localhost or an IP address, or set PUBLIC_URL.',
      });
    const text = await services.printMetrics().catch(() => {
      throw new ApiError('unavailable', { retryAfter: 2 }, { 'retry-after': '2' });
    });
    return reply.type(services.metrics.registry.contentType).send(text);
  });
}
