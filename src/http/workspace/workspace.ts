import type { FastifyBaseLogger } from 'fastify';
import { WorkspaceJobListQuery } from '../../contract/schemas/job.ts';
import { sessionCookie } from '../../domain/accounts/auth.ts';
import { type App, type Services, workspacePrefix } from '../app.ts';
import { workspaceDocument } from '../documents.ts';
import { createApp } from '../framework.ts';
import { serveOpenApi, useOpenApi } from '../plugins/openapi.ts';
import { listJobsRoute } from '../routes/jobs/list.ts';
import { keyed } from '../routes/keyed.ts';
import { serviceMapRoute } from '../routes/service/map.ts';
import { workspaceSchemas } from '../schemas.ts';
import { useOrigin } from './origin.ts';
import { pageRoutes } from './pages.ts';
import { accountRoutes } from './routes/account.ts';
import { deliveryRoutes } from './routes/deliveries.ts';
import { keyRoutes } from './routes/keys.ts';
import { invitationRoutes, memberRoutes } from './routes/members.ts';
import { operatorRoutes } from './routes/operator.ts';
import { signInRoutes } from './routes/sign-in.ts';
import { usageHistoryRoutes } from './routes/usage.ts';
import { webhookRoutes } from './routes/webhooks.ts';
import { workspaceRoutes, workspacesRoutes } from './routes/workspaces.ts';
import { useSession } from './session.ts';

/** Of one workspace: its own routes, and those that keys reach too, on the same definitions. */
const inside = [
  workspaceRoutes,
  memberRoutes,
  invitationRoutes,
  keyRoutes,
  webhookRoutes,
  deliveryRoutes,
  (app: App, services: Services) => listJobsRoute(app, services, WorkspaceJobListQuery),
  ...keyed.filter(route => route !== serviceMapRoute && route !== listJobsRoute),
  usageHistoryRoutes,
];

/** The workspace API: for people, by session cookie, from our own pages only. */
export async function buildWorkspace(services: Services, log: FastifyBaseLogger): Promise<App> {
  const app = createApp(log);
  const document = workspaceDocument(sessionCookie(services.publicUrl));
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
      for (const route of [signInRoutes, accountRoutes, workspacesRoutes, operatorRoutes])
        route(scope as App, services);
    },
    { prefix: workspacePrefix },
  );
  await app.register(
    async scope => {
      for (const route of inside) route(scope as App, services);
    },
    { prefix: `${workspacePrefix}/workspaces/:workspaceId` },
  );
  pageRoutes(app);
  serveOpenApi(app, document);
  await app.ready();
  return app;
}
