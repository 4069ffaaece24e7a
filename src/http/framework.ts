import Fastify, { type FastifyBaseLogger } from 'fastify';
import { limits } from '../config.ts';
import { ApiError } from '../contract/errors.ts';
import { check } from '../contract/validate.ts';
import type { App } from './app.ts';
import { envelope, sendError, useErrors } from './plugins/errors.ts';
import { requestId } from './plugins/headers.ts';

/** What every API of ours is made of: the envelope, validation that neither strips nor coerces, JSON only, a shutdown. */
export function createApp(log: FastifyBaseLogger): App {
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

  // An empty body is no body, also where the client says it is JSON.
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parseJson(request, body as string, done),
  );
  // Nor does it matter what else it calls nothing: curl -d '' and others name a form.
  app.addContentTypeParser('*', (request, _payload, done) =>
    request.headers['content-length'] === '0'
      ? done(null, undefined)
      : done(Fastify.errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE()),
  );
  return app;
}
