import { describeErrors } from '../../../contract/schemas/error.ts';
import { JobParams } from '../../../contract/schemas/job.ts';
import { followBatch } from '../../../domain/work/batches/follow.ts';
import { findBatch } from '../../../domain/work/batches/rows.ts';
import { readEventId } from '../../../domain/work/jobs/follow.ts';
import type { App, Services } from '../../app.ts';
import { eventStream, streamEvents } from '../../plugins/event-stream.ts';

/** Streams the events of a batch, as for a job. */
export function batchEventsRoute(app: App, services: Services): void {
  app.get(
    '/batches/:id/events',
    {
      // HEAD would wait for the batch's end without sending anything.
      exposeHeadRoute: false,
      config: { scope: 'jobs:read', purpose: 'Follow a batch by Server-Sent Events.' },
      schema: {
        operationId: 'followBatch',
        summary: 'Follow a batch',
        description:
          'Events `status` and `progress`, each with the data `{ id, status, progress, counts }`. `Last-Event-ID` resumes behind that event. Ends after the terminal state.',
        tags: ['Batches'],
        params: JobParams,
        headers: eventStream.headers,
        response: { 200: eventStream.answer, ...describeErrors('batch_not_found') },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const read = () => findBatch(services.db, request.caller, id);
      await read();
      const { version } = readEventId(request.headers['last-event-id']);
      await streamEvents(request, reply, signal => followBatch(services.changes, id, read, version, signal));
    },
  );
}
