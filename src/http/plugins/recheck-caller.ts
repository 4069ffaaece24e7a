import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../contract/errors.ts';
import { limits } from '../../settings/limits.ts';
import type { App } from '../app.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The time when the body began to be read, by `performance.now()`. The caller was authorized just before. */
    bodyBegan: number;
  }
}

const isLongAgo = (since: number): boolean => performance.now() - since > limits.accessCheckSeconds * 1000;

/**
 * Refuses a caller who was authorized at `since` and no longer is, because the key was revoked, the session ended, or the member
 * was removed or got a lesser role. An authorization of a moment ago is not checked again.
 */
export async function requireStillAllowed(request: FastifyRequest, since: number): Promise<void> {
  if (isLongAgo(since) && !(await request.isStillAllowed()))
    throw new ApiError('unauthorized', { message: 'Your access ended before the request was complete.' });
}

/** Authorizes callers again if their body was slow to arrive, so that nobody keeps lost rights by withholding it. */
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
