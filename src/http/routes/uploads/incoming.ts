import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Incoming } from '../../../domain/uploads/upload.ts';

/** The request's body as it arrives, held nowhere. */
export function incomingOf({ raw }: FastifyRequest): Incoming {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = raw.headers;
  return {
    // Left open when it is refused half-way: the refusal must still reach the sender.
    chunks: {
      [Symbol.asyncIterator]: () => raw.iterator({ destroyOnReturn: false }) as AsyncIterator<Uint8Array>,
    },
    length: encoding === undefined ? Number(length) : undefined,
    cut: () => raw.destroy(),
  };
}

/**
 * Reads on, and away, what a sender still sends after it was answered: closing at once would reset the connection,
 * and most senders would see that instead of the answer.
 */
export function drain(raw: IncomingMessage, bytes: number, seconds: number): void {
  if (raw.complete || raw.destroyed) return;
  let left = bytes;
  const timer = setTimeout(() => raw.destroy(), seconds * 1000).unref();
  raw.on('data', (chunk: Uint8Array) => {
    left -= chunk.length;
    if (left < 0) raw.destroy();
  });
  raw.on('error', () => {});
  raw.on('close', () => clearTimeout(timer));
  raw.resume();
}
