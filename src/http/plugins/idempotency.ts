import type { FastifyRequest } from 'fastify';
import { invalid } from '../../contract/errors.ts';

/** Reads the Idempotency-Key: 1 to 255 visible characters, bare or as a quoted string. */
export function readIdempotencyKey(request: FastifyRequest): string | undefined {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return undefined;
  const text = String(header).trim();
  const isQuoted = /^"(?:[^"\\]|\\["\\])*"$/.test(text);
  const key = isQuoted ? text.slice(1, -1).replaceAll(/\\(.)/g, '$1') : text;
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw invalid('Idempotency-Key', 'Idempotency-Key must have 1 to 255 visible characters.');
  return key;
}
