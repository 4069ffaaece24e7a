import type { FastifyRequest } from 'fastify';
import type { Signing } from '../../domain/files/signing.ts';
import { publicPrefix, type Services } from '../app.ts';

const saneHost = /^[A-Za-z0-9.-]+(:\d{1,5})?$|^\[[0-9A-Fa-f:.]+\](:\d{1,5})?$/;

/** Returns the address of the service as this caller reaches it. */
export function getServiceUrl(request: FastifyRequest, publicUrl: string | undefined): string {
  if (publicUrl) return publicUrl;
  const address = request.socket.localAddress ?? '127.0.0.1';
  const fallback = `${address.includes(':') ? `[${address}]` : address}:${request.socket.localPort}`;
  const host = saneHost.test(request.host) ? request.host : fallback;
  return `${request.protocol}://${host}`;
}

/** Returns the address of the public API as this caller reaches it. */
export const getBaseUrl = (request: FastifyRequest, publicUrl: string | undefined): string =>
  getServiceUrl(request, publicUrl) + publicPrefix;

export function makeSigning(request: FastifyRequest, services: Services): Signing {
  return {
    links: services.links,
    direct: services.storage.direct,
    base: getBaseUrl(request, services.publicUrl),
    plan: request.caller.plan,
    now: Date.now(),
    mayUpload: request.mayUpload,
  };
}
