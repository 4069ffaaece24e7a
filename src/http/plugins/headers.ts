import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type App, publicPrefix } from '../app.ts';

/** Returns the caller's own request id if it is a short plain token, so that the logs of both sides can be joined. */
export function readRequestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && /^[A-Za-z0-9._:-]{1,128}$/.test(given) ? given : randomUUID();
}

const exposed = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
  'Idempotency-Replayed',
  'Location',
  'X-Job-Id',
  'X-Run-Id',
  'X-Artifact-Id',
  'X-Warnings',
  'ETag',
  'Content-Disposition',
  'Content-Range',
  'Accept-Ranges',
  'Upload-Offset',
  'Upload-Length',
  'Upload-Expires',
  'Tus-Resumable',
  'Tus-Version',
  'Tus-Extension',
  'Tus-Max-Size',
].join(', ');

/** Tells whether pages of any origin may read the answer. Metrics and probes are for the operator's own tools. */
const isForPages = ({ url }: FastifyRequest): boolean =>
  url.startsWith(publicPrefix) && ['/', '?', undefined].includes(url[publicPrefix.length]);

/** Sets the headers of every answer: the request's id, and in the public API CORS headers for any origin, without cookies. */
export function setCommonHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id);
  if (!isForPages(request)) return;
  reply.header('access-control-allow-origin', '*');
  reply.header('access-control-expose-headers', exposed);
}

export function useHeaders(app: App): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.handedOver) return;
    setCommonHeaders(request, reply);
    if (
      isForPages(request) &&
      request.method === 'OPTIONS' &&
      request.headers['access-control-request-method']
    ) {
      return reply
        .code(204)
        .header('access-control-allow-methods', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS')
        .header(
          'access-control-allow-headers',
          'Authorization, Content-Type, Idempotency-Key, Prefer, Content-Disposition, X-Request-Id, Range, If-Range, If-None-Match, Last-Event-ID, Tus-Resumable, Upload-Offset, Upload-Length, X-HTTP-Method-Override',
        )
        .header('access-control-max-age', '86400')
        .send();
    }
  });
}
