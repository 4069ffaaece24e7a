import { ApiError } from '../../../contract/errors.ts';
import { getWritable, requireQueue } from '../../../domain/health.ts';
import type { App, Services } from '../../app.ts';
import type { Metrics } from '../../metrics.ts';

async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('took too long')), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

const checkMs = 3000;

/** For the operator's own tools: alive, ready, figures. No key needed, nothing of a workspace shown. */
export function healthRoutes(app: App, services: Services, metrics: Metrics): void {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }));

  app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    const checks: Record<string, () => Promise<unknown>> = {
      database: () => getWritable(services.db),
      storage: () => services.storage.check(),
      queue: () => requireQueue(services.db),
    };
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => {
        try {
          await within(checkMs, check());
          return [name, 'ok'] as const;
        } catch (error) {
          request.log.warn({ err: error, check: name }, 'not ready');
          return [name, 'failing'] as const;
        }
      }),
    );
    const ready = results.every(([, result]) => result === 'ok');
    if (!ready) reply.code(503).header('retry-after', '2');
    return { status: ready ? 'ready' : 'not ready', checks: Object.fromEntries(results) };
  });

  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) => {
    const text = await metrics.text(services.db).catch(() => {
      throw new ApiError('unavailable', { retryAfter: 2 }, { 'retry-after': '2' });
    });
    return reply.type(metrics.contentType).send(text);
  });
}
