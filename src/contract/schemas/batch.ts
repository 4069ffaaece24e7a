import { type Static, Type } from 'typebox';
import { quotaKeys } from '../errors.ts';
import { ConnectionFile, ConnectionFiles } from './connection.ts';
import { closed, time } from './fields.ts';
import { JobSettings, runSettings, shownSettings } from './job-settings.ts';
import { nextCursor } from './page.ts';
import { Failure, FileListQuery, ResultFile } from './result.ts';
import { FileEntry, InputUrl } from './upload.ts';

export const maxBatchInputs = 10_000;

const options = Type.Record(Type.String(), Type.Unknown());

const BatchInput = Type.Object(
  {
    inputArtifactId: Type.Optional(Type.String({ description: 'A retained artifact.' })),
    inputUrl: Type.Optional(InputUrl),
    input: Type.Optional(ConnectionFile),
    filename: Type.Optional(FileEntry.filename),
    contentType: Type.Optional(FileEntry.contentType),
    options: Type.Optional({ ...options, description: 'Options of this input, instead of the shared ones.' }),
    metadata: Type.Optional(JobSettings.properties.metadata),
  },
  { ...closed, 'x-name': 'BatchInput' },
);

const BatchTable = Type.Object(
  {
    csv: Type.String({
      minLength: 1,
      maxLength: 4_000_000,
      description:
        'A table with a header line. The column `inputArtifactId` or `inputUrl` names the input of each row; every other column is an option. An empty cell leaves the option to the shared `options`.',
    }),
  },
  { ...closed, 'x-name': 'BatchTable' },
);

export const NewBatch = Type.Object(
  {
    type: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'A job type.' })),
    recipeId: Type.Optional(Type.String({ description: 'A recipe, instead of a job type.' })),
    options: Type.Optional({ ...options, description: 'Options of the job type that all inputs share.' }),
    inputs: Type.Union(
      [Type.Array(BatchInput, { minItems: 1, maxItems: maxBatchInputs }), BatchTable, ConnectionFiles],
      { description: `At most ${maxBatchInputs}: a list, a table, or the files of a connection.` },
    ),
    metadata: runSettings.metadata,
    retentionHours: runSettings.retentionHours,
    output: runSettings.output,
  },
  { ...closed, 'x-name': 'NewBatch' },
);
export type NewBatch = Static<typeof NewBatch>;

const batchStates = ['queued', 'running', 'completed', 'canceled'] as const;
export const batchInputStates = [
  'waiting',
  'queued',
  'processing',
  'completed',
  'failed',
  'canceled',
] as const;

export const Batch = Type.Object(
  {
    id: Type.String(),
    type: Type.Optional(Type.String()),
    recipeId: Type.Optional(Type.String()),
    status: Type.String({
      enum: [...batchStates],
      description: 'A batch is `completed` when every input has ended, whether or not some have failed.',
    }),
    progress: Type.Integer({ minimum: 0, maximum: 100, description: 'The percentage of inputs that ended.' }),
    options,
    metadata: Type.Record(Type.String(), Type.String()),
    retentionHours: shownSettings.retentionHours,
    output: shownSettings.output,
    inputCount: Type.Integer(),
    counts: Type.Object(
      Object.fromEntries(batchInputStates.map(state => [state, Type.Integer()])) as Record<
        (typeof batchInputStates)[number],
        ReturnType<typeof Type.Integer>
      >,
      { ...closed, description: 'The number of inputs in each state.' },
    ),
    blocked: Type.Optional(
      Type.Object(
        {
          code: Type.Literal('quota_exceeded'),
          quota: Type.String({ enum: [...quotaKeys] }),
          resetsAt: time('When the quota may allow more.'),
        },
        { ...closed, description: 'The quota that the rest waits for. It goes on once there is room.' },
      ),
    ),
    result: Type.Optional(
      Type.Object(
        {
          fileCount: Type.Integer(),
          archiveUrl: Type.Optional(Type.String({ description: 'The URL of one zip of all files.' })),
        },
        { ...closed, description: 'Present once it has ended. `GET /batches/:id/manifest` lists the files.' },
      ),
    ),
    createdAt: time(),
    completedAt: Type.Optional(time('When the last input ended.')),
  },
  { ...closed, $id: 'Batch' },
);
export type Batch = Static<typeof Batch>;

export const BatchList = Type.Object(
  { batches: Type.Array(Type.Ref('Batch#')), nextCursor },
  { ...closed, $id: 'BatchList' },
);

export const ManifestQuery = Type.Object(
  {
    ...FileListQuery.properties,
    status: Type.Optional(
      Type.String({ enum: [...batchInputStates], description: 'Only the inputs in this state.' }),
    ),
  },
  closed,
);
export type ManifestQuery = Static<typeof ManifestQuery>;

export const BatchManifest = Type.Object(
  {
    inputs: Type.Array(
      Type.Object(
        {
          index: Type.Integer(),
          inputArtifactId: Type.Optional(
            Type.String({ description: 'Absent for a file that is fetched, until it has arrived.' }),
          ),
          input: Type.Optional(
            Type.Object(
              { connection: Type.String(), key: Type.String() },
              { ...closed, description: 'The file of a connection.' },
            ),
          ),
          filename: Type.String(),
          status: Type.String({ enum: [...batchInputStates] }),
          jobId: Type.Optional(Type.String()),
          runId: Type.Optional(Type.String()),
          fileCount: Type.Integer(),
          files: Type.Array(ResultFile, { description: 'The first twenty.' }),
          failure: Type.Optional(Failure),
          refused: Type.Optional(
            Type.Object(
              { code: Type.String(), message: Type.String() },
              { ...closed, description: 'Why no job could be created for it.' },
            ),
          ),
        },
        { ...closed, 'x-name': 'BatchEntry' },
      ),
    ),
    nextCursor,
  },
  { ...closed, $id: 'BatchManifest' },
);
export type BatchManifest = Static<typeof BatchManifest>;
