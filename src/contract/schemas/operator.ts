import { type Static, Type } from 'typebox';
import { failureReasons } from '../states.ts';
import { closed, time } from './fields.ts';
import { PageQuery } from './recipe.ts';

const nextCursor = Type.Union([Type.String(), Type.Null()]);

export const Failure = Type.Object(
  {
    diagnosticId: Type.String({ format: 'uuid', description: 'As `failure.diagnosticId` of the job says.' }),
    jobId: Type.String(),
    workspaceId: Type.String(),
    jobType: Type.String(),
    attempt: Type.Integer(),
    reason: Type.String({ enum: [...failureReasons] }),
    outcome: Type.String({
      enum: ['retried', 'failed'],
      description: '`retried`: the job was run again afterwards.',
    }),
    engines: Type.Array(Type.String(), { description: 'What the job needs.' }),
    program: Type.Optional(Type.String({ description: 'The program that ended badly, if one did.' })),
    exitCode: Type.Optional(Type.Integer()),
    signal: Type.Optional(Type.String()),
    stderr: Type.Optional(Type.String({ description: 'The last 4 KiB of what it said.' })),
    detail: Type.String({ description: 'What the engine or the worker says of it.' }),
    workerId: Type.Optional(Type.String()),
    at: time(),
  },
  { ...closed, $id: 'Failure' },
);
export type Failure = Static<typeof Failure>;

export const FailureList = Type.Object(
  { failures: Type.Array(Type.Ref('Failure#')), nextCursor },
  { ...closed, $id: 'FailureList' },
);

export const FailureListQuery = Type.Object(
  {
    ...PageQuery.properties,
    workspaceId: Type.Optional(Type.String({ maxLength: 64 })),
    jobId: Type.Optional(Type.String({ maxLength: 64 })),
    reason: Type.Optional(Type.String({ enum: [...failureReasons] })),
    engine: Type.Optional(Type.String({ maxLength: 64 })),
    jobType: Type.Optional(Type.String({ maxLength: 64 })),
  },
  closed,
);
export type FailureListQuery = Static<typeof FailureListQuery>;

/** The most hours that failures can be summed up for. */
export const mostFailureHours = 720;
export const FailureSummaryQuery = Type.Object(
  {
    hours: Type.Integer({
      minimum: 1,
      maximum: mostFailureHours,
      default: 24,
      description: 'How many hours back, from the beginning of an hour on.',
    }),
  },
  closed,
);
export const FailureSummary = Type.Object(
  {
    hours: Type.Integer(),
    reasons: Type.Array(
      Type.Object(
        {
          reason: Type.String({ enum: [...failureReasons] }),
          jobType: Type.String(),
          attempts: Type.Integer({ description: 'Attempts that failed.' }),
          jobs: Type.Integer({ description: 'Jobs that failed in the end.' }),
          lastAt: time(),
          lastDiagnosticId: Type.String({ format: 'uuid', description: 'It may be gone with its job.' }),
        },
        closed,
      ),
      { description: 'The most frequent first.' },
    ),
  },
  { ...closed, $id: 'FailureSummary' },
);
export type FailureSummary = Static<typeof FailureSummary>;

export const System = Type.Object(
  {
    workers: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          startedAt: time(),
          seenAt: time(),
          alive: Type.Boolean(),
          jobs: Type.Integer({ description: 'Jobs it is at work on.' }),
          has: Type.Array(Type.String(), { description: 'Its engines, and its models as model:<name>.' }),
        },
        closed,
      ),
    ),
    engines: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          title: Type.String(),
          licence: Type.String(),
          packages: Type.Array(Type.String(), { description: 'Debian packages that bring it.' }),
          version: Type.Optional(Type.String({ description: 'Left out: no worker has it.' })),
          installing: Type.Optional(Type.Boolean({ description: 'Whether set-up is installing it now.' })),
        },
        closed,
      ),
    ),
    install: Type.Optional(
      Type.String({ description: 'The command that brings the engines that are missing.' }),
    ),
    models: Type.Array(
      Type.Object(
        {
          name: Type.String(),
          installed: Type.Boolean(),
          leftOut: Type.Boolean({ description: 'For its licence: MODELS=permissive.' }),
          default: Type.Boolean(),
          jobTypes: Type.Array(Type.String()),
          engine: Type.String(),
          bytes: Type.Integer(),
          licence: Type.String(),
          commercialUse: Type.Boolean(),
          purpose: Type.String(),
          pull: Type.Optional(Type.String({ description: 'The command that brings it.' })),
        },
        closed,
      ),
    ),
    queue: Type.Object(
      {
        queued: Type.Integer(),
        processing: Type.Integer(),
        oldestSeconds: Type.Number(),
        workspaces: Type.Array(
          Type.Object(
            {
              id: Type.String(),
              name: Type.String(),
              queued: Type.Integer(),
              processing: Type.Integer(),
              oldestQueuedAt: Type.Optional(time()),
            },
            closed,
          ),
          { description: 'Those with jobs under way, the one that waits longest first.' },
        ),
      },
      closed,
    ),
    storage: Type.Object(
      {
        files: Type.Integer(),
        bytes: Type.Integer(),
        damaged: Type.Integer({ description: 'Files found to be not what was stored.' }),
        checkedAt: Type.Optional(
          Type.String({ format: 'date-time', description: 'When every file had last been read.' }),
        ),
      },
      closed,
    ),
  },
  { ...closed, $id: 'System' },
);
export type System = Static<typeof System>;
