import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, type ErrorCode, errorTable } from '../../contract/errors.ts';
import { limits } from '../../settings/limits.ts';
import { StoreUnavailable } from '../../storage/storage.ts';
import { textBefore } from '../../text.ts';
import type { App } from '../app.ts';
import { noDatabase } from './database.ts';
import { drain } from './drain.ts';
import { Overload } from './overload.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The error for a request that no route takes: its path is unknown, or its method is wrong. */
    unknownRoute(request: FastifyRequest): ApiError;
  }
}

/** The contract's codes for the framework's own errors. */
const frameworkCodes: Record<string, [ErrorCode, string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['request_too_large', 'The request body is too large.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'Send JSON: Content-Type: application/json.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'validation_failed',
    'The length of the body differs from its Content-Length.',
  ],
  FST_ERR_CTP_INVALID_JSON_BODY: ['validation_failed', 'The body is not valid JSON.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['validation_failed', 'The body is empty. Send JSON, such as {}.'],
  FST_ERR_BAD_URL: ['not_found', 'The URL is not valid.'],
  FST_ERR_MAX_PARAM_LENGTH: ['not_found', 'This URL does not exist.'],
  FST_ERR_ASYNC_CONSTRAINT: ['not_found', 'This URL does not exist.'],
};

/** PostgreSQL's codes for a server that is unreachable, full, too slow or locked. A later try may succeed. */
const databaseDown = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  // This server is a standby that is not the primary yet.
  '25006',
  '40P01',
  '53100',
  '53200',
  '53300',
  // Statement and lock timeouts.
  '57014',
  '55P03',
  '57P01',
  '57P02',
  '57P03',
  '08001',
  '08003',
  '08004',
  '08006',
]);
/** PostgreSQL's codes for text it cannot store, in a column or in JSON: only U+0000 is such a character. */
const unstorable = new Set(['22021', '22P05']);

const noStore = (): ApiError =>
  new ApiError(
    'unavailable',
    {
      message: 'The service cannot reach its storage. Try again.',
      retryAfter: limits.storeRetrySeconds,
    },
    { 'retry-after': String(limits.storeRetrySeconds) },
  );

function isDatabaseDown(error: Error & { code?: unknown }): boolean {
  return (
    (typeof error.code === 'string' && databaseDown.has(error.code)) ||
    /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
      error.message,
    )
  );
}

/** Turns anything thrown into an error of the contract. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const known = error as FastifyError;
  const framework = frameworkCodes[known?.code];
  if (framework) return new ApiError(framework[0], { message: framework[1] });
  if (known instanceof StoreUnavailable) return noStore();
  if (known instanceof Error && isDatabaseDown(known)) return noDatabase();
  if (unstorable.has(known?.code))
    return new ApiError('validation_failed', { message: 'Text must not contain the character U+0000.' });
  if (known?.statusCode === 400)
    return new ApiError('validation_failed', { message: 'The request is not valid.' });
  return new ApiError('internal_error');
}

export function makeEnvelope(error: ApiError, requestId: string) {
  const { status: _, error: text, ...said } = errorTable[error.code];
  return { error: text, code: error.code, ...said, ...error.extras, requestId };
}

const overloadToldMs = 10_000;

/** Logs refusals under overload only once in a while, because a line for each would add to the load. The metrics count them all. */
function tellOverload(request: FastifyRequest, { message }: Overload): void {
  const { concurrency } = request.server;
  if (performance.now() - concurrency.overloadToldAt < overloadToldMs) return;
  concurrency.overloadToldAt = performance.now();
  request.log.warn({ reason: message }, 'more requests than can be answered: some are refused');
}

/** Adds the limit of the route to the refusal of a body that is larger. */
function nameBodyLimit(error: ApiError, { routeOptions }: FastifyRequest): ApiError {
  const limit = routeOptions?.bodyLimit;
  if (error.code !== 'request_too_large' || limit === undefined) return error;
  return new ApiError(error.code, {
    message: `The body is too large: this URL accepts at most ${limit} bytes.`,
    limit,
  });
}

export function sendError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
  // No id contains a character that cannot be stored, so a request with such an id gets 404.
  const names = Object.values((request.params ?? {}) as Record<string, unknown>);
  const nothing = unstorable.has((thrown as FastifyError)?.code) && names.some(id => `${id}`.includes('\0'));
  const error = nothing ? new ApiError('not_found') : nameBodyLimit(toApiError(thrown), request);
  const { status } = errorTable[error.code];
  if (status >= 500 && error.code !== 'unavailable') request.log.error({ err: thrown }, 'unexpected error');
  else if (error instanceof Overload) tellOverload(request, error);
  else if (error.code === 'unavailable') request.log.warn({ err: thrown }, 'unavailable');
  // The framework closes the connection if it did not read the whole body, and the client would not see the answer.
  if (error.code === 'request_too_large') {
    reply.removeHeader('connection');
    drain(request.raw, limits.refusedBodyBytes, limits.refusedBodySeconds);
  }
  // The body is written here, because the route's serialiser is for its own answers.
  reply
    .code(status)
    .headers(error.headers)
    .header('x-request-id', request.id)
    .header('content-type', 'application/json; charset=utf-8')
    .serializer((body: unknown) => JSON.stringify(body))
    .send(makeEnvelope(error, request.id));
}

/** Answers every error with the contract's envelope, also unknown paths and wrong methods. */
export function useErrors(app: App): void {
  const routes: { method: string; pattern: RegExp }[] = [];
  app.addHook('onRoute', route => {
    // The catch-all route for a page that is still being built is not an address of its own.
    if (route.url === '/*') return;
    const source = route.url
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replace(/:[A-Za-z]+/g, '[^/]+')
      .replace(/\\\*/g, '.*');
    const pattern = new RegExp(`^${source}/?$`);
    for (const method of [route.method].flat()) routes.push({ method, pattern });
  });
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  app.decorate('unknownRoute', request => {
    const path = textBefore(request.url, '?');
    const allowed = [...new Set(routes.filter(route => route.pattern.test(path)).map(route => route.method))];
    return allowed.length > 0
      ? new ApiError(
          'method_not_allowed',
          { message: `This URL supports only ${allowed.join(', ')}.` },
          { allow: allowed.join(', ') },
        )
      : new ApiError('not_found', {
          message: 'This URL does not exist. GET /api/public lists all endpoints.',
        });
  });
  app.setNotFoundHandler((request, reply) => sendError(app.unknownRoute(request), request, reply));
}
