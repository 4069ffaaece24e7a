import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { ApiError } from '../../contract/errors.ts';
import { limits } from '../../settings/limits.ts';
import { abortOnHangUp } from './hang-up.ts';
import { pauseWork } from './overload.ts';

/** One event of a stream. A client that sends its `id` as Last-Event-ID gets what came after it. */
interface StreamEvent {
  id: string;
  name: string;
  data: unknown;
}

/** The response of a route that streams events, for the reference. */
export const eventStream = {
  headers: Type.Object({ 'last-event-id': Type.Optional(Type.String()) }),
  answer: { description: 'A stream of events.', content: { 'text/event-stream': { schema: Type.String() } } },
};

/** Sends Server-Sent Events until there are no more or the client goes away. */
export async function streamEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  follow: (signal: AbortSignal) => AsyncIterable<StreamEvent>,
): Promise<void> {
  const leave = request.server.concurrency.streams.begin(request.caller.workspaceId);
  pauseWork(request.raw);
  const forbidden = new AbortController();
  const signal = AbortSignal.any([abortOnHangUp(reply), forbidden.signal]);
  reply.hijack();
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  reply.raw.flushHeaders();
  // The key or session may have been revoked since the stream began.
  const checking = setInterval(async () => {
    if (!(await request.isStillAllowed().catch(() => true))) forbidden.abort('forbidden');
  }, limits.accessCheckSeconds * 1000);
  const beat = setInterval(() => reply.raw.write(': still here\n\n'), limits.sseHeartbeatSeconds * 1000);
  try {
    for await (const { id, name, data } of follow(signal))
      reply.raw.write(`id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  } catch (error) {
    // No error can be sent in the middle of a stream. The client comes back with Last-Event-ID.
    if (!(error instanceof ApiError)) request.log.warn({ err: error }, 'event stream broke off');
  } finally {
    leave();
    clearInterval(checking);
    clearInterval(beat);
    reply.raw.end();
  }
}
