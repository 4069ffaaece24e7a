import { type Static, Type } from 'typebox';
import { failureReasons } from '../states.ts';
import { closed, time } from './fields.ts';
import { nextCursor, PageQuery } from './page.ts';

export const Failure = Type.Object(
  {
    diagnosticId: Type.String({ format: 'uuid', description: 'The `failure.diagnosticId` of the job.' }),
    jobId: Type.String(),
    workspaceId: Type.String(),
    jobType: Type.String(),
    attempt: Type.Integer(),
    reason: Type.String({ enum: [...failureReasons] }),
    outcome: Type.String({
      enum: ['retried', 'failed'],
      description: '`retried`: the job was run again afterwards.',
    }),
    engines: Type.Array(Type.String(), { description: 'The engines that the job needs.' }),
    program: Type.Optional(Type.String({ description: 'The program that ended badly, if one did.' })),
    exitCode: Type.Optional(Type.Integer()),
    signal: Type.Optional(Type.String()),
    stderr: Type.Optional(Type.String({ description: 'The last 4 KiB of its error output.' })),
    detail: Type.String({ description: 'Details from the engine or the worker.' }),
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

/** The longest period in hours for a summary of failures. */
export const maxFailureHours = 720;
export const FailureSummaryQuery = Type.Object(
  {
    hours: Type.Integer({
      minimum: 1,
      maximum: maxFailureHours,
      default: 24,
      description: 'The number of hours to go back, counted from the start of an hour.',
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
          jobs: Type.Integer({ description: 'Jobs that failed for good.' }),
          lastAt: time(),
          lastDiagnosticId: Type.String({
            format: 'uuid',
            description: 'It may have been deleted with its job.',
          }),
        },
        closed,
      ),
      { description: 'The most frequent first.' },
    ),
  },
  { ...closed, $id: 'FailureSummary' },
);
export type FailureSummary = Static<typeof FailureSummary>;

const ended = {
  completed: Type.Integer({ description: 'Jobs that completed.' }),
  failed: Type.Integer({ description: 'Jobs that failed.' }),
};
const milliseconds = (description: string) => Type.Optional(Type.Integer({ description }));

export const Activity = Type.Object(
  {
    since: time('The beginning of the first hour.'),
    countedSince: Type.Optional(
      time('If too many jobs ended to count them all: only those that ended since this time are counted.'),
    ),
    hours: Type.Array(
      Type.Object(
        {
          start: time(),
          ...ended,
          waiting: Type.Number({ description: 'The average number of jobs that waited.' }),
          waitMs95: milliseconds('95 % of the jobs waited at most this long.'),
        },
        closed,
      ),
      { description: 'The hours in which jobs ended, the earliest first.' },
    ),
    types: Type.Array(
      Type.Object(
        {
          type: Type.String(),
          ...ended,
          durationMs50: milliseconds('Half of the completed jobs took at most this long.'),
          durationMs95: milliseconds('95 % of the completed jobs took at most this long.'),
        },
        closed,
      ),
      { description: 'By job type, the most frequent first.' },
    ),
    callers: Type.Array(
      Type.Object(
        {
          workspaceId: Type.String(),
          workspaceName: Type.String(),
          keyName: Type.Optional(Type.String({ description: 'The API key; absent for the workspace page.' })),
          type: Type.String(),
          ...ended,
        },
        closed,
      ),
      { description: 'By workspace, key and job type, the most frequent first, at most 50.' },
    ),
    disk: Type.Array(
      Type.Object(
        {
          start: time(),
          storedBytes: Type.Integer({ description: 'The most bytes that were stored in this hour.' }),
          freeBytes: Type.Optional(
            Type.Integer({ description: 'The fewest bytes that were free on the disk of a worker.' }),
          ),
        },
        closed,
      ),
      { description: 'The disk by the hour, the earliest first.' },
    ),
  },
  { ...closed, $id: 'Activity' },
);
export type Activity = Static<typeof Activity>;

export const System = Type.Object(
  {
    workers: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          startedAt: time(),
          seenAt: time(),
          alive: Type.Boolean(),
          jobs: Type.Integer({ description: 'Jobs that it is running.' }),
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
          packages: Type.Array(Type.String(), { description: 'Debian packages that provide it.' }),
          version: Type.Optional(Type.String({ description: 'Absent if no worker has it.' })),
          installing: Type.Optional(Type.Boolean({ description: 'Whether set-up is installing it now.' })),
        },
        closed,
      ),
    ),
    install: Type.Optional(Type.String({ description: 'The command that installs the missing engines.' })),
    models: Type.Array(
      Type.Object(
        {
          name: Type.String(),
          installed: Type.Boolean(),
          leftOut: Type.Boolean({ description: 'Whether MODELS=permissive excludes it for its licence.' }),
          default: Type.Boolean(),
          jobTypes: Type.Array(Type.String()),
          engine: Type.String(),
          bytes: Type.Integer(),
          licence: Type.String(),
          commercialUse: Type.Boolean(),
          purpose: Type.String(),
          pull: Type.Optional(Type.String({ description: 'The command that downloads it.' })),
          installable: Type.Boolean({
            description:
              'Whether it can be downloaded. Files of other models are put into MODELS_DIR by hand.',
          }),
          installing: Type.Optional(
            Type.Object(
              {
                percent: Type.Integer(),
                waiting: Type.Boolean({ description: 'Whether no worker has begun yet.' }),
              },
              closed,
            ),
          ),
          problem: Type.Optional(
            Type.Object(
              {
                reason: Type.String({
                  description:
                    '`unreachable`: its server does not answer; `denied`: MODELS_DIR cannot be written; `full`: its disk is full; `other`.',
                }),
                message: Type.String(),
              },
              { ...closed, description: 'Why it could not be installed the last time.' },
            ),
          ),
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
          { description: 'Workspaces with jobs in progress, the longest-waiting first.' },
        ),
      },
      closed,
    ),
    storage: Type.Object(
      {
        files: Type.Integer(),
        bytes: Type.Integer(),
        damaged: Type.Integer({ description: 'Files found to be damaged.' }),
        checkedAt: Type.Optional(
          Type.String({ format: 'date-time', description: 'When the last check of all files finished.' }),
        ),
      },
      closed,
    ),
  },
  { ...closed, $id: 'System' },
);
export type System = Static<typeof System>;
