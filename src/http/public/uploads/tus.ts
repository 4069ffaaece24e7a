import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { ApiError } from '../../../contract/errors.ts';

export const tusVersion = '1.0.0';

/** This schema is for the reference only. `requireTusVersion` checks requests. */
export const tusVersionHeader = Type.Literal(tusVersion);

/** Sets the headers of every tus answer: the version of the protocol, and when the upload's address expires. */
export function setTusHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('tus-resumable', tusVersion);
  reply.header('cache-control', 'no-store');
  reply.header('upload-expires', request.upload.expiresAt.toUTCString());
}

export function requireTusVersion(request: FastifyRequest): void {
  if (request.headers['tus-resumable'] === tusVersion) return;
  throw new ApiError(
    'precondition_failed',
    { message: `Send the header Tus-Resumable: ${tusVersion}, the only supported version.` },
    { 'tus-version': tusVersion },
  );
}
