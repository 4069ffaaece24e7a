import Fastify, { type FastifyBaseLogger } from 'fastify';
import { limits } from '../config.ts';
import { ApiError } from '../contract/errors.ts';
import { ErrorEnvelope } from '../contract/schemas/error.ts';
import { Event, EventList } from '../contract/schemas/event.ts';
import { CreatedJob, Job, JobList } from '../contract/schemas/job.ts';
import { Recipe, RecipeList, RecipeRun, RunList } from '../contract/schemas/recipe.ts';
import { Artifact, JobTypeList, ServiceMap, Usage } from '../contract/schemas/service.ts';
import { check } from '../contract/validate.ts';
import { type App, publicPrefix, type Services } from './app.ts';
import { useMetrics } from './metrics.ts';
import { useAuth } from './plugins/auth.ts';
import { envelope, sendError, useErrors } from './plugins/errors.ts';
import { requestId, useHeaders } from './plugins/headers.ts';
import { serveOpenApi, useOpenApi } from './plugins/openapi.ts';
import { getArtifactRoute } from './routes/artifacts/get.ts';
import { downloadRoutes } from './routes/downloads/downloads.ts';
import { listEventsRoute } from './routes/events/list.ts';
import { healthRoutes } from './routes/health/health.ts';
import { cancelJobRoute } from './routes/jobs/cancel.ts';
import { createJobRoute } from './routes/jobs/create.ts';
import { eraseJobRoute } from './routes/jobs/erase.ts';
import { jobEventsRoute } from './routes/jobs/events.ts';
import { getJobRoute } from './routes/jobs/get.ts';
import { listJobsRoute } from './routes/jobs/list.ts';
import { refreshJobRoute } from './routes/jobs/refresh.ts';
import { startJobRoute } from './routes/jobs/start.ts';
import { createMergeRoute } from './routes/merge/create.ts';
import { createRecipeRoute } from './routes/recipes/create.ts';
import { deleteRecipeRoute } from './routes/recipes/delete.ts';
import { getRecipeRoute } from './routes/recipes/get.ts';
import { listRecipesRoute } from './routes/recipes/list.ts';
import { cancelRunRoute } from './routes/runs/cancel.ts';
import { createRunRoute } from './routes/runs/create.ts';
import { getRunRoute } from './routes/runs/get.ts';
import { listRunsRoute } from './routes/runs/list.ts';
import { jobTypesRoute } from './routes/service/job-types.ts';
import { serviceMapRoute } from './routes/service/map.ts';
import { usageRoute } from './routes/service/usage.ts';
import { uploadRoutes } from './routes/uploads/uploads.ts';

/** The routes that need a key, in the order `GET /` lists them. */
const keyed = [
  serviceMapRoute,
  createJobRoute,
  createMergeRoute,
  listJobsRoute,
  getJobRoute,
  startJobRoute,
  refreshJobRoute,
  cancelJobRoute,
  eraseJobRoute,
  jobEventsRoute,
  listRecipesRoute,
  createRecipeRoute,
  getRecipeRoute,
  deleteRecipeRoute,
  createRunRoute,
  listRunsRoute,
  getRunRoute,
  cancelRunRoute,
  listEventsRoute,
  getArtifactRoute,
  jobTypesRoute,
  usageRoute,
];

export async function buildServer(services: Services, log: FastifyBaseLogger): Promise<App> {
  const app: App = Fastify({
    loggerInstance: log,
    logController: new Fastify.LogController({ disableRequestLogging: true }),
    genReqId: requestId,
    bodyLimit: limits.bodyBytes,
    requestTimeout: 0,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 512 },
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id);
      sendError(error, request, reply);
    },
    clientErrorHandler(_error, socket) {
      if (!socket.writable) return;
      const body = JSON.stringify(
        envelope(
          new ApiError('validation_failed', { message: 'The request is not well formed.' }),
          requestId({ headers: {} } as never),
        ),
      );
      socket.end(
        `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
      );
    },
  });
  app.server.headersTimeout = limits.headerSeconds * 1000;

  const closing = new AbortController();
  app.decorate('closing', closing.signal);
  app.addHook('preClose', async () => closing.abort());
  app.addHook('onRequest', async () => {
    if (closing.signal.aborted)
      throw new ApiError(
        'unavailable',
        { message: 'The service is shutting down.', retryAfter: 1 },
        { 'retry-after': '1', connection: 'close' },
      );
  });

  app.setValidatorCompiler(({ schema, httpPart }) => {
    const run = check(schema as never, { convert: httpPart !== 'body' });
    return (value: unknown) => {
      try {
        return { value: run(value) };
      } catch (error) {
        return { error: error as Error };
      }
    };
  });
  useErrors(app);
  useHeaders(app);
  const metrics = useMetrics(app);
  for (const schema of [
    ErrorEnvelope,
    Job,
    CreatedJob,
    JobList,
    ServiceMap,
    JobTypeList,
    Usage,
    Artifact,
    Recipe,
    RecipeList,
    RecipeRun,
    RunList,
    Event,
    EventList,
  ])
    app.addSchema(schema);
  await useOpenApi(app);

  // An empty body is no body, also where the client says it is JSON.
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parseJson(request, body as string, done),
  );

  await app.register(
    async scope => {
      useAuth(scope as App, services.db);
      for (const route of keyed) route(scope as App, services);
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
  healthRoutes(app, services, metrics);
  serveOpenApi(app);
  return app;
}
