import type { FastifyBaseLogger } from 'fastify';
import { nameSessionCookie } from '../../domain/people/accounts/auth.ts';
import { type App, type Services, workspacePrefix } from '../app.ts';
import { createApp } from '../framework.ts';
import { makeWorkspaceDocument } from '../openapi/documents.ts';
import { useOpenApi } from '../openapi/openapi.ts';
import { serveOpenApi } from '../openapi/reference.ts';
import type { Concurrency } from '../plugins/concurrency.ts';
import { workspaceSchemas } from '../schemas.ts';
import { useOrigin } from './origin.ts';
import { accountRoutes, workspaceRoutes } from './routes.ts';
import { useSession } from './session.ts';

/** Builds the workspace API, for signed-in people on the pages of this service only. */
export async function buildWorkspace(
  services: Services,
  log: FastifyBaseLogger,
  concurrency?: Concurrency,
): Promise<App> {
  const app = createApp(log, concurrency);
  const document = makeWorkspaceDocument(nameSessionCookie(services.publicUrl));
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    reply.header('cache-control', 'no-store');
    reply.header('cross-origin-resource-policy', 'same-origin');
    reply.header('x-content-type-options', 'nosniff');
  });
  useOrigin(app, services.publicUrl);
  useSession(app, services);
  for (const schema of workspaceSchemas) app.addSchema(schema);
  await useOpenApi(app, document);
  await app.register(
    async scope => {
      for (const route of accountRoutes) route(scope as App, services);
    },
    { prefix: workspacePrefix },
  );
  await app.register(
    async scope => {
      for (const route of workspaceRoutes) route(scope as App, services);
    },
    { prefix: `${workspacePrefix}/workspaces/:workspaceId` },
  );
  serveOpenApi(app, document, services.publicUrl);
  await app.ready();
  return app;
}
