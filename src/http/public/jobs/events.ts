import { describeErrors } from '../../../contract/schemas/error.ts';
import { JobParams } from '../../../contract/schemas/job.ts';
import { followJob, readEventId } from '../../../domain/work/jobs/follow.ts';
import { readPartialTexts } from '../../../domain/work/jobs/partial-texts.ts';
import type { App, Services } from '../../app.ts';
import { eventStream, streamEvents } from '../../plugins/event-stream.ts';
import { readJob } from './answer.ts';

/** Streams `status`, `progress` and `partial` events until the job has ended. `Last-Event-ID` resumes. */
export function jobEventsRoute(app: App, services: Services): void {
  app.get(
    '/jobs/:id/events',
    {
      // HEAD would wait for the job's end without sending anything.
      exposeHeadRoute: false,
      config: { scope: 'jobs:read', purpose: 'Follow a job by Server-Sent Events.' },
      schema: {
        operationId: 'followJob',
        summary: 'Follow a job',
        description:
          'Events `status` and `progress`, each with the data `{ id, status, progress }`; of a `speech-to-text` job also `partial`, with the data `{ id, start, end, text }`: what is said from one second to another, as soon as it is recognised. `Last-Event-ID` resumes behind that event; of the text the last two hundred pieces are kept, and only while the job is processing. An attempt that is repeated tells its text from the beginning. Ends after the terminal state.',
        tags: ['Jobs'],
        params: JobParams,
        headers: eventStream.headers,
        response: {
          200: eventStream.answer,
          ...describeErrors('job_not_found'),
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const read = () => readJob(services, request.caller, id);
      await read();
      const seen = readEventId(request.headers['last-event-id']);
      const readTexts = (behind: number) => readPartialTexts(services.db, id, behind);
      await streamEvents(request, reply, signal =>
        followJob(services.changes, id, read, readTexts, seen, signal),
      );
    },
  );
}
