import Fastify, { type FastifyBaseLogger, type FastifyReply, type FastifyRequest } from 'fastify';
import { ApiError } from '../contract/errors.ts';
import { check } from '../contract/validate.ts';
import { limits } from '../settings/limits.ts';
import type { App } from './app.ts';
import { useBodies } from './plugins/bodies.ts';
import { type Concurrency, makeConcurrency } from './plugins/concurrency.ts';
import { sendError, useErrors } from './plugins/errors.ts';
import { readRequestId } from './plugins/headers.ts';
import { limitLists } from './plugins/list-queue.ts';
import { followWork } from './plugins/overload.ts';
import { refuseConnection } from './plugins/refuse-connection.ts';
import { buildSerializer } from './serializers.ts';

/** This is called for a request whose address cannot be read, before it is refused. */
type Unrouted = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Makes an app with the features that both APIs share: the error envelope, validation that neither strips nor converts fields, JSON bodies, and shutdown. */
export function createApp(
  log: FastifyBaseLogger,
  concurrency: Concurrency = makeConcurrency(),
  unrouted: Unrouted = async () => {},
): App {
  const app: App = Fastify({
    loggerInstance: log,
    logController: new Fastify.LogController({ disableRequestLogging: true }),
    genReqId: readRequestId,
    schemaController: { compilersFactory: { buildSerializer } },
    bodyLimit: limits.bodyBytes,
    requestTimeout: 0,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 512 },
    frameworkErrors: (error, request, reply) => {
      unrouted(request, reply).then(
        () => sendError(error, request, reply),
        refusal => sendError(refusal, request, reply),
      );
    },
    clientErrorHandler: (_error, socket) =>
      refuseConnection(
        socket,
        new ApiError('validation_failed', { message: 'The request is not valid HTTP.' }),
      ),
    // Otherwise Node would answer a request without Host with an error of its own.
    http: {
      requireHostHeader: false,
      connectionsCheckingInterval: limits.connectionCheckSeconds * 1000,
    },
  });
  app.server.headersTimeout = limits.headerSeconds * 1000;
  // Node would also answer an unknown Expect header itself, although it may be ignored, and would not answer CONNECT, a proxy's
  // method, at all.
  app.server.on('checkExpectation', (request, response) => app.routing(request, response));
  // A client that asks before it sends its body (Expect: 100-continue) is answered by useBodies.
  app.server.on('checkContinue', (request, response) => app.routing(request, response));
  app.server.on('connect', (_request, socket) =>
    refuseConnection(socket, new ApiError('method_not_allowed', {}, { allow: '' })),
  );

  const closing = new AbortController();
  app.decorate('closing', closing.signal);
  app.decorate('concurrency', concurrency);
  app.addHook('preClose', async () => closing.abort());
  app.addHook('onRequest', async ({ raw }, reply) => {
    // The connection was cut while more of its pipelined requests were waiting.
    if (raw.socket.destroyed) return reply.hijack();
    const hosts = raw.headersDistinct.host?.length ?? 0;
    if (hosts > 1 || (hosts === 0 && raw.httpVersion === '1.1'))
      throw new ApiError('validation_failed', { message: 'Send exactly one Host header.' });
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
  limitLists(app);
  useErrors(app);
  followWork(app);
  useBodies(app, limits.bodySeconds);
  return app;
}
