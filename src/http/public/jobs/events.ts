import { Type } from 'typebox';
import { limits } from '../../../config.ts';
import { ApiError } from '../../../contract/errors.ts';
import { errorResponses } from '../../../contract/schemas/error.ts';
import { JobParams } from '../../../contract/schemas/job.ts';
import { followJob, readEventId } from '../../../domain/jobs/follow.ts';
import { readableJob } from '../../../domain/jobs/own.ts';
import { partialTexts } from '../../../domain/jobs/partial-texts.ts';
import type { App, Services } from '../../app.ts';
import { hangUp } from '../../plugins/hang-up.ts';

/** Server-Sent Events: `status`, `progress` and `partial`, ending after the terminal state. `Last-Event-ID` resumes. */
export function jobEventsRoute(app: App, services: Services): void {
  let open = 0;
  app.get(
    '/jobs/:id/events',
    {
      // It would wait for the end without a word.
      exposeHeadRoute: false,
      config: { scope: 'jobs:read', purpose: 'Follow a job by Server-Sent Events.' },
      schema: {
        summary: 'Follow a job',
        description:
          'Events `status` and `progress`, each with the data `{ id, status, progress }`; of a `speech-to-text` job also `partial`, with the data `{ id, start, end, text }`: what is said from one second to another, as soon as it is recognised. `Last-Event-ID` resumes behind that event; of the text the last two hundred pieces are kept, and only while the job is processing. An attempt that is repeated tells its text from the beginning. Ends after the terminal state.',
        tags: ['Jobs'],
        params: JobParams,
        headers: Type.Object({ 'last-event-id': Type.Optional(Type.String()) }),
        response: {
          200: {
            description: 'A stream of events.',
            content: { 'text/event-stream': { schema: Type.String() } },
          },
          ...errorResponses('job_not_found'),
        },
      },
    },
    async (request, reply) => {
      const read = () => readableJob(services.db, request.caller, request.params.id);
      await read();
      if (open >= limits.sseConnections)
        throw new ApiError(
          'unavailable',
          { message: 'Too many open event streams.', retryAfter: 5 },
          { 'retry-after': '5' },
        );
      const seen = readEventId(request.headers['last-event-id']);
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
        for await (const event of followJob(
          services.changes,
          request.params.id,
          read,
          place => partialTexts(services.db, request.params.id, place),
          seen,
          signal,
        )) {
          reply.raw.write(`id: ${event.id}\nevent: ${event.name}\ndata: ${JSON.stringify(event.data)}\n\n`);
        }
      } catch (error) {
        // Mid-stream there is no envelope to send: the client comes back with Last-Event-ID.
        if (!(error instanceof ApiError)) request.log.warn({ err: error }, 'event stream broke off');
      } finally {
        open -= 1;
        clearInterval(beat);
        reply.raw.end();
      }
    },
  );
}
