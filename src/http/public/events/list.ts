import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { EventListQuery, type WorkspaceEventListQuery } from '../../../contract/schemas/event.ts';
import { listEvents } from '../../../domain/outgoing/events/list.ts';
import type { App, Services } from '../../app.ts';

export function listEventsRoute(
  app: App,
  services: Services,
  Query: typeof EventListQuery | typeof WorkspaceEventListQuery = EventListQuery,
): void {
  app.get(
    '/events',
    {
      config: {
        readsList: true,
        scope: 'jobs:read',
        purpose: 'List the events of jobs and runs, oldest first, as webhooks receive them.',
      },
      schema: {
        operationId: 'listEvents',
        summary: 'List events',
        description:
          'Lists the events that are sent to webhooks, for as long as the plan retains files. To catch up, pass the id of the last event you have seen as `after`.',
        tags: ['Events'],
        querystring: Query,
        response: { 200: Type.Ref('EventList#'), ...describeErrors('validation_failed') },
      },
    },
    request => listEvents(services.db, request.caller, request.query),
  );
}
