import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { ApiError } from '../../../contract/errors.ts';

export const tusVersion = '1.0.0';

/** For the reference only: a request is looked at by `requireTusVersion`. */
export const tusVersionHeader = Type.Literal(tusVersion);

/** Every answer of the protocol says which version it speaks, and when the upload's address ends. */
export function setTusHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('tus-resumable', tusVersion);
  reply.header('cache-control', 'no-store');
  reply.header('upload-expires', request.upload.expiresAt.toUTCString());
}

export function requireTusVersion(request: FastifyRequest): void {
  if (request.headers['tus-resumable'] === tusVersion) return;
  throw new ApiError(
    'precondition_failed',
    { message: `Send the header Tus-Resumable: ${tusVersion}, the one version spoken here.` },
    { 'tus-version': tusVersion },
  );
}
