import { type Static, Type } from 'typebox';
import { failureReasons } from '../states.ts';
import { warningCodes } from '../warnings.ts';
import { closed, time } from './fields.ts';
import { nextCursor } from './page.ts';

export const ResultFile = Type.Object(
  {
    index: Type.Integer(),
    artifactId: Type.String(),
    filename: Type.String(),
    contentType: Type.String(),
    size: Type.Integer(),
    sha256: Type.String(),
    downloadUrl: Type.Optional(Type.String()),
    downloadUrlExpiresAt: Type.Optional(time()),
    metadata: Type.Record(Type.String(), Type.Unknown()),
  },
  { ...closed, 'x-name': 'ResultFile' },
);
export type ResultFile = Static<typeof ResultFile>;

const ResultWarning = Type.Object(
  {
    code: Type.String({ enum: [...warningCodes] }),
    message: Type.String(),
    fileIndex: Type.Optional(
      Type.Integer({ description: 'The index of the file concerned, if there are several.' }),
    ),
  },
  { ...closed, 'x-name': 'ResultWarning' },
);

const Delivery = Type.Object(
  {
    status: Type.String({ enum: ['waiting', 'done', 'failed'] }),
    failedAttempts: Type.Integer(),
    nextAttemptAt: Type.Optional(time('When a failed attempt is repeated.')),
    error: Type.Optional(Type.String({ description: 'What went wrong at the last attempt, in a sentence.' })),
  },
  {
    ...closed,
    'x-name': 'OutputDelivery',
    description: 'How far the result is on its way to the connection that `output` names.',
  },
);

const DeliveredFile = Type.Object(
  { fileIndex: Type.Integer(), connection: Type.String(), key: Type.String(), at: time() },
  { ...closed, 'x-name': 'DeliveredFile' },
);

/** Describes how far files are on their way to a connection, in results and in steps of runs. */
export const describeDelivery = (most: string) => ({
  delivery: Type.Optional(Delivery),
  delivered: Type.Optional(
    Type.Array(DeliveredFile, {
      description: `The files that were written to the connection that \`output\` names; the first ${most}.`,
    }),
  ),
});

export const resultFields = {
  fileCount: Type.Integer({ description: 'The number of files. `GET /jobs/:id/files` lists them all.' }),
  downloadUrl: Type.Optional(Type.String({ description: 'The URL of the first file.' })),
  archiveUrl: Type.Optional(
    Type.String({ description: 'The URL of a zip of all files, if there are several.' }),
  ),
  engines: Type.Array(Type.Object({ name: Type.String(), version: Type.String() }, closed)),
  warnings: Type.Optional(
    Type.Array(ResultWarning, { description: 'Ways in which the result is less than you may expect.' }),
  ),
  durationMs: Type.Integer(),
  ...describeDelivery('hundred'),
  reusedFrom: Type.Optional(
    Type.String({
      description: 'The earlier job whose result this is, if the job was created with `reuse`.',
    }),
  ),
};

export const Failure = Type.Object(
  {
    code: Type.String({ enum: ['processing_failed'] }),
    diagnosticId: Type.String({ format: 'uuid', description: 'Give this to support.' }),
    reason: Type.Optional(Type.String({ enum: [...failureReasons] })),
    option: Type.Optional(
      Type.String({ description: 'The path of the option concerned, such as `options.pages`.' }),
    ),
    message: Type.Optional(
      Type.String({
        description:
          'What is wrong and what to do, in a sentence of a fixed catalogue, with nothing in it but your own option values.',
      }),
    ),
  },
  { ...closed, 'x-name': 'JobFailure' },
);

export type Failure = Static<typeof Failure>;

export const Result = Type.Object(
  { files: Type.Array(ResultFile, { description: 'The first hundred.' }), ...resultFields },
  { ...closed, 'x-name': 'Result' },
);
export type Result = Static<typeof Result>;

export const FileList = Type.Object(
  { files: Type.Array(ResultFile), nextCursor },
  { ...closed, $id: 'FileList' },
);

export const FileListQuery = Type.Object(
  {
    limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }),
    cursor: Type.Optional(Type.String({ maxLength: 200 })),
  },
  closed,
);
export type FileListQuery = Static<typeof FileListQuery>;
