import { type Static, Type } from 'typebox';
import { eventTypes } from '../events.ts';
import { closed } from './fields.ts';

export const Event = Type.Object(
  {
    id: Type.String({ description: 'The same as `webhook-id`.' }),
    type: Type.String({ enum: [...eventTypes] }),
    timestamp: Type.String({ format: 'date-time' }),
    data: Type.Object(
      {
        id: Type.String({ description: 'The id of the job, run, batch or golden file.' }),
        status: Type.String(),
        fileCount: Type.Integer({ description: 'The number of files, even if not all are listed.' }),
        truncated: Type.Optional(
          Type.Boolean({
            description:
              'Present if something was omitted to keep the event small. Fetch the job or run for all of it.',
          }),
        ),
      },
      {
        additionalProperties: true,
        'x-name': 'EventData',
        description:
          'The job, run or batch as it was, without signed URLs: as `GET /jobs/:id`, `GET /recipe-runs/:id` or `GET /batches/:id` shows it, with the first 20 files. Of a golden file: `recipeId`, `recipeVersion`, `name` and `message`.',
      },
    ),
  },
  { ...closed, $id: 'Event' },
);
export type Event = Static<typeof Event>;

export const EventList = Type.Object(
  {
    events: Type.Array(Type.Ref('Event#')),
    nextCursor: Type.Union([Type.String(), Type.Null()], {
      description: 'The value of `after` for the next page; null if there are no more yet.',
    }),
  },
  { ...closed, $id: 'EventList' },
);

export const EventListQuery = Type.Object(
  {
    after: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'The id of the last event seen: an `evt_…`, a `webhook-id` or a `nextCursor`.',
      }),
    ),
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
  },
  closed,
);
export type EventListQuery = Static<typeof EventListQuery>;

/** The workspace can also list the newest events first, and only those of one type. */
export const WorkspaceEventListQuery = Type.Object(
  {
    ...EventListQuery.properties,
    order: Type.String({ enum: ['oldest', 'newest'], default: 'oldest' }),
    before: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'With order `newest`: the `nextCursor` of the previous page.',
      }),
    ),
    type: Type.Optional(Type.String({ enum: [...eventTypes] })),
  },
  closed,
);
export type WorkspaceEventListQuery = Static<typeof WorkspaceEventListQuery>;
