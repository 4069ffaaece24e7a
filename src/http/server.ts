import type { FastifyBaseLogger } from 'fastify';
import { limits } from '../settings/limits.ts';
import { type App, publicPrefix, type Services } from './app.ts';
import { createApp } from './framework.ts';
import { publicDocument } from './openapi/documents.ts';
import { useOpenApi } from './openapi/openapi.ts';
import { serveOpenApi } from './openapi/reference.ts';
import { refuseUnrouted, spendUnrouted, useAuth } from './plugins/auth.ts';
import { computeConnectionLimits, followConnections, limitConnections } from './plugins/connections.ts';
import { requireDatabase } from './plugins/database.ts';
import { setCommonHeaders, useHeaders } from './plugins/headers.ts';
import { limitWork } from './plugins/overload.ts';
import { makeRateLimiter } from './plugins/rate-limit.ts';
import { endConnections } from './plugins/stopping.ts';
import { useTelemetry } from './plugins/telemetry.ts';
import { downloadRoutes } from './public/downloads/downloads.ts';
import { healthRoutes } from './public/health/health.ts';
import { keyedRoutes } from './public/routes.ts';
import { uploadRoutes } from './public/uploads/uploads.ts';
import { publicSchemas } from './schemas.ts';
import { docsRoutes } from './web/docs.ts';
import { answerUnknownPages, webRoutes } from './web/web.ts';
import { handOver } from './workspace/hand-over.ts';

export async function buildServer(services: Services, log: FastifyBaseLogger): Promise<App> {
  const rateLimiter = makeRateLimiter(services.db);
  const app = createApp(log, undefined, async (request, reply) => {
    setCommonHeaders(request, reply);
    await spendUnrouted(rateLimiter, request, reply);
  });
  limitConnections(app.server, computeConnectionLimits());
  endConnections(app, services.isStopping);
  const connections = followConnections(app.server);
  app.addHook('preClose', async () => connections.end(limits.shutdownSeconds));
  useTelemetry(app, services);
  useHeaders(app);
  limitWork(app, services.requestsAtOnce);
  answerUnknownPages(app, services);
  refuseUnrouted(app, rateLimiter);
  requireDatabase(app, services);
  for (const schema of publicSchemas) app.addSchema(schema);
  await useOpenApi(app, publicDocument);

  await app.register(
    async scope => {
      useAuth(scope as App, services, rateLimiter);
      for (const route of keyedRoutes) route(scope as App, services);
    },
    { prefix: publicPrefix },
  );
  await app.register(
    async scope => {
      uploadRoutes(scope as App, services);
      downloadRoutes(scope as App, services);
    },
    { prefix: publicPrefix },
  );
  healthRoutes(app, services);
  serveOpenApi(app, publicDocument, services.publicUrl);
  docsRoutes(app);
  webRoutes(app, services);
  handOver(app, services, log);
  return app;
}
