import { describeErrors } from '../../../contract/schemas/error.ts';
import { JobParams } from '../../../contract/schemas/job.ts';
import { readEventId } from '../../../domain/work/jobs/follow.ts';
import { followRun } from '../../../domain/work/recipes/follow-run.ts';
import { findRun } from '../../../domain/work/recipes/runs.ts';
import type { App, Services } from '../../app.ts';
import { eventStream, streamEvents } from '../../plugins/event-stream.ts';

/** Streams the events of a run, as for a job. */
export function runEventsRoute(app: App, services: Services): void {
  app.get(
    '/recipe-runs/:id/events',
    {
      // HEAD would wait for the run's end without sending anything.
      exposeHeadRoute: false,
      config: { scope: 'recipes:read', purpose: 'Follow a recipe run by Server-Sent Events.' },
      schema: {
        operationId: 'followRun',
        summary: 'Follow a run',
        description:
          'Events `status`, where the run changes its state, and `progress`, where one of its steps goes on, each with the data `{ id, status, progress, steps: [{ index, status, progress }] }`. `Last-Event-ID` resumes behind that event. Ends after the terminal state.',
        tags: ['Recipes'],
        params: JobParams,
        headers: eventStream.headers,
        response: {
          200: eventStream.answer,
          ...describeErrors('run_not_found'),
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const read = () => findRun(services.db, request.caller.workspaceId, id);
      await read();
      const { version } = readEventId(request.headers['last-event-id']);
      await streamEvents(request, reply, signal => followRun(services.changes, id, read, version, signal));
    },
  );
}
