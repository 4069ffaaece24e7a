import type { FastifyRequest } from 'fastify';
import type { Sender } from '../../../domain/uploads/uploads.ts';

/** The request's body as it arrives, held nowhere. */
export function makeSender({ raw }: FastifyRequest): Sender {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = raw.headers;
  return {
    // Left open when it is refused half-way: the refusal must still reach the sender.
    chunks: {
      [Symbol.asyncIterator]: () => raw.iterator({ destroyOnReturn: false }) as AsyncIterator<Uint8Array>,
    },
    length: encoding === undefined ? Number(length) : undefined,
    cut() {
      // One that has sent all it had only waits for its answer.
      if (!raw.complete) raw.destroy();
    },
  };
}
