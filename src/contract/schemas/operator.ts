import { type Static, Type } from 'typebox';
import { failureReasons } from '../states.ts';
import { PageQuery } from './recipe.ts';

const closed = { additionalProperties: false } as const;
const time = () => Type.String({ format: 'date-time' });
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
  },
  closed,
);
export type FailureListQuery = Static<typeof FailureListQuery>;
