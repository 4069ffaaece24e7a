import type { FastifyRequest } from 'fastify';
import type { Sender } from '../../../domain/files/uploads/uploads.ts';
import { pauseWork } from '../../plugins/overload.ts';

/** Makes a sender of a request, whose body is passed on as it arrives. */
export function makeSender({ raw }: FastifyRequest): Sender {
  pauseWork(raw);
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = raw.headers;
  return {
    // The connection stays open after a refusal in the middle, so that the refusal still reaches the sender.
    chunks: {
      [Symbol.asyncIterator]: () => raw.iterator({ destroyOnReturn: false }) as AsyncIterator<Uint8Array>,
    },
    length: encoding === undefined ? Number(length) : undefined,
    cut() {
      // A sender that has sent everything only waits for its answer.
      if (!raw.complete) raw.destroy();
    },
  };
}
