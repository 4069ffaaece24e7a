import { type Static, Type } from 'typebox';
import { failureReasons, jobSources } from '../states.ts';
import { closed, time } from './fields.ts';
import { JobListQuery, ListedJob } from './job.ts';
import { nextCursor } from './page.ts';

/** The workspace lists jobs of every source, so the source is a filter there. */
export const WorkspaceJobListQuery = Type.Object(
  {
    ...JobListQuery.properties,
    source: Type.Optional(Type.Enum([...jobSources])),
    keyId: Type.Optional(Type.String({ maxLength: 64, description: 'Created with this key.' })),
    search: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: "A part of an input's filename, or the whole id of a job, a run or a failure.",
      }),
    ),
  },
  closed,
);
export type WorkspaceJobListQuery = Static<typeof WorkspaceJobListQuery>;

/** The creator of a job, as members of its workspace see it. */
export const JobOrigin = Type.Object(
  {
    key: Type.Optional(Type.Object({ id: Type.String(), name: Type.String() }, closed)),
    run: Type.Optional(
      Type.Object(
        {
          id: Type.String(),
          stepIndex: Type.Integer(),
          recipeId: Type.String(),
          recipeName: Type.String(),
        },
        closed,
      ),
    ),
  },
  { ...closed, 'x-name': 'JobOrigin' },
);
export type JobOrigin = Static<typeof JobOrigin>;

export const WorkspaceJobList = Type.Object(
  {
    jobs: Type.Array(Type.Object({ ...ListedJob.properties, origin: JobOrigin }, closed)),
    nextCursor,
  },
  { ...closed, $id: 'WorkspaceJobList' },
);

export const JobHistory = Type.Object(
  {
    origin: JobOrigin,
    ahead: Type.Optional(
      Type.Integer({ description: 'While it is queued: jobs of the workspace that were queued before it.' }),
    ),
    timeline: Type.Array(
      Type.Object(
        {
          what: Type.String({
            enum: [
              'created',
              'uploaded',
              'queued',
              'started',
              'retried',
              'completed',
              'failed',
              'canceled',
              'expired',
            ],
          }),
          at: time(),
          worker: Type.Optional(Type.String()),
          attempt: Type.Optional(Type.Integer()),
          reason: Type.Optional(Type.String({ enum: [...failureReasons] })),
          diagnosticId: Type.Optional(Type.String({ format: 'uuid' })),
        },
        closed,
      ),
      { description: 'In chronological order.' },
    ),
    events: Type.Array(Type.Ref('Event#'), { description: 'The events sent to webhooks, oldest first.' }),
    deliveries: Type.Array(Type.Ref('Delivery#'), { description: 'Their deliveries, newest first.' }),
  },
  { ...closed, $id: 'JobHistory' },
);
