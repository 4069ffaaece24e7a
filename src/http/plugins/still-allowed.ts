import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../contract/errors.ts';
import { limits } from '../../settings/limits.ts';
import type { App } from '../app.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** When the body began to be read, by `performance.now()`. The caller was authorized just before. */
    bodyBegan: number;
  }
}

const isLongAgo = (since: number): boolean => performance.now() - since > limits.accessCheckSeconds * 1000;

/**
 * Refuses a caller who was authorized at `since` and is no longer: the key was revoked, the session ended, the member removed
 * or given a lesser role. A moment ago counts as now.
 */
export async function requireStillAllowed(request: FastifyRequest, since: number): Promise<void> {
  if (isLongAgo(since) && !(await request.isStillAllowed()))
    throw new ApiError('unauthorized', { message: 'Your access ended before the request was complete.' });
}

/** Authorizes callers once more when their body was slow to arrive: whoever withholds it keeps no rights by that. */
export function recheckAfterBody(app: App): void {
  app.decorateRequest('bodyBegan', 0);
  app.addHook('preParsing', (request, _reply, payload, done) => {
    request.bodyBegan = performance.now();
    done(null, payload);
  });
  app.addHook('preValidation', (request, _reply, done) => {
    // Routes that need no key and no session authorize nobody.
    if (!request.isStillAllowed || !isLongAgo(request.bodyBegan)) return done();
    requireStillAllowed(request, request.bodyBegan).then(() => done(), done);
  });
}
