import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Visitor } from '../../domain/people/accounts/auth.ts';
import { textAfterLast } from '../../text.ts';

const loopback = /^(127\.|::1$|::ffff:127\.)/;

/**
 * Finds the address and browser of a visitor. Behind a proxy on this machine, which a set `PUBLIC_URL` implies, the last address
 * that the proxy gives is the visitor's.
 */
export function identifyVisitor(request: FastifyRequest, publicUrl: string | undefined): Visitor {
  const peer = request.socket.remoteAddress ?? '';
  const forwarded = textAfterLast(String(request.headers['x-forwarded-for'] ?? ''), ',').trim();
  const proxied = publicUrl !== undefined && loopback.test(peer) && isIP(forwarded) !== 0;
  return { address: proxied ? forwarded : peer, userAgent: request.headers['user-agent'] };
}
