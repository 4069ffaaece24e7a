import type { FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '../../config.ts';
import { ApiError } from '../../contract/errors.ts';
import { hangUp } from './hang-up.ts';

/** One event of a stream; `id` is how far it has been told, to go on from there. */
interface StreamEvent {
  id: string;
  name: string;
  data: unknown;
}

let open = 0;

/** Server-Sent Events, until there are no more or the client goes away. */
export async function streamEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  follow: (signal: AbortSignal) => AsyncIterable<StreamEvent>,
): Promise<void> {
  if (open >= limits.sseConnections)
    throw new ApiError(
      'unavailable',
      { message: 'Too many open event streams.', retryAfter: 5 },
      { 'retry-after': '5' },
    );
  const signal = hangUp(reply);
  open += 1;
  reply.hijack();
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  reply.raw.flushHeaders();
  const beat = setInterval(() => reply.raw.write(': still here\n\n'), limits.sseHeartbeatSeconds * 1000);
  try {
    for await (const { id, name, data } of follow(signal))
      reply.raw.write(`id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  } catch (error) {
    // Mid-stream there is no envelope to send: the client comes back with Last-Event-ID.
    if (!(error instanceof ApiError)) request.log.warn({ err: error }, 'event stream broke off');
  } finally {
    open -= 1;
    clearInterval(beat);
    reply.raw.end();
  }
}
