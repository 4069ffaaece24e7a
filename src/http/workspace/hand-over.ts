import type { FastifyBaseLogger } from 'fastify';
import { type App, type Services, workspacePrefix } from '../app.ts';

/**
 * Answers the workspace's addresses by an app of their own, which is made at the first request. Sign-in and a second set of
 * routes cost memory and start-up time, which an installation used by keys alone does not need.
 */
export function handOver(app: App, services: Services, log: FastifyBaseLogger): void {
  let opening: Promise<App> | undefined;
  const open = () => {
    opening ??= import('./workspace.ts')
      .then(({ buildWorkspace }) => buildWorkspace(services, log, app.concurrency))
      .catch(error => {
        opening = undefined;
        throw error;
      });
    return opening;
  };
  app.addHook('preClose', async () => {
    const workspace = await opening?.catch(() => undefined);
    await workspace?.close();
  });
  for (const url of [workspacePrefix, `${workspacePrefix}/*`])
    app.all(
      url,
      {
        schema: { hide: true },
        config: { handedOver: true },
        // This happens before the body is read, because the other app reads it.
        onRequest: async (request, reply) => {
          const workspace = await open();
          reply.hijack();
          workspace.routing(request.raw, reply.raw);
        },
      },
      async () => {},
    );
}
