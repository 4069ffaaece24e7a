import type { FastifyReply } from 'fastify';
import { whenClosed } from './when-closed.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Aborts when the service begins to shut down, so that nothing waits any longer. */
    closing: AbortSignal;
  }
}

/** Aborts when the client goes away before it was answered, or the service shuts down. */
export function abortOnHangUp(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  // The reason is not used, but without one an Error would be created for each request.
  whenClosed(reply.raw, () => controller.abort('gone'));
  return AbortSignal.any([controller.signal, reply.server.closing]);
}
