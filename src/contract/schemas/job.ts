import { type Static, Type } from 'typebox';
import { failureReasons, jobSources, jobStates } from '../states.ts';
import { warningCodes } from '../warnings.ts';

const time = (description?: string) =>
  Type.String({ format: 'date-time', ...(description && { description }) });
const closed = { additionalProperties: false } as const;
const facts = Type.Record(Type.String(), Type.Unknown());

export const Metadata = Type.Record(Type.String(), Type.String({ maxLength: 512 }), {
  propertyNames: Type.String({ minLength: 1, maxLength: 64 }),
  maxProperties: 16,
  description: 'Yours: up to 16 string pairs, given back on the job and in events.',
});

const resumableUrl = Type.Optional(
  Type.String({
    description:
      'Where the file can be sent piece by piece by tus, if that is another address than the one for PUT.',
  }),
);

export const Upload = Type.Object(
  {
    method: Type.Literal('PUT'),
    url: Type.String(),
    headers: Type.Record(Type.String(), Type.String()),
    resumableUrl,
    expiresAt: time(),
  },
  { ...closed, 'x-name': 'Upload' },
);

export const UploadTarget = Type.Object(
  {
    index: Type.Integer(),
    filename: Type.String(),
    uploadUrl: Type.String(),
    method: Type.Literal('PUT'),
    headers: Type.Record(Type.String(), Type.String()),
    resumableUrl,
    expiresAt: time(),
  },
  { ...closed, 'x-name': 'UploadTarget' },
);

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
    metadata: facts,
  },
  { ...closed, 'x-name': 'ResultFile' },
);
export type ResultFile = Static<typeof ResultFile>;

const ResultWarning = Type.Object(
  {
    code: Type.String({ enum: [...warningCodes] }),
    message: Type.String(),
    fileIndex: Type.Optional(
      Type.Integer({ description: 'The file concerned, where it is one of several.' }),
    ),
  },
  { ...closed, 'x-name': 'ResultWarning' },
);

const resultFields = {
  fileCount: Type.Integer({ description: 'How many files there are: `GET /jobs/:id/files` lists them all.' }),
  downloadUrl: Type.Optional(Type.String({ description: "The first file's." })),
  archiveUrl: Type.Optional(Type.String({ description: 'All files as one zip, where there are several.' })),
  engines: Type.Array(Type.Object({ name: Type.String(), version: Type.String() }, closed)),
  warnings: Type.Optional(
    Type.Array(ResultWarning, { description: 'Where the result is less than you may think.' }),
  ),
  durationMs: Type.Integer(),
};

export const Failure = Type.Object(
  {
    code: Type.String({ enum: ['processing_failed'] }),
    diagnosticId: Type.String({ format: 'uuid', description: 'Give this to support.' }),
    reason: Type.Optional(Type.String({ enum: [...failureReasons] })),
    option: Type.Optional(
      Type.String({ description: 'The option concerned, by its path, such as `options.pages`.' }),
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

const JobInput = Type.Object(
  {
    index: Type.Integer(),
    filename: Type.String(),
    contentType: Type.String(),
    fileSize: Type.Integer(),
    uploaded: Type.Boolean(),
    sha256: Type.Optional(Type.String()),
    artifactId: Type.Optional(Type.String()),
  },
  { ...closed, 'x-name': 'JobInput' },
);

const jobFields = {
  id: Type.String(),
  type: Type.String(),
  status: Type.String({ enum: [...jobStates] }),
  progress: Type.Integer({ minimum: 0, maximum: 100 }),
  source: Type.String({ enum: [...jobSources] }),
  options: facts,
  metadata: Type.Record(Type.String(), Type.String()),
  inputCount: Type.Integer(),
  inputs: Type.Array(JobInput),
  uploads: Type.Optional(
    Type.Array(UploadTarget, { description: 'Live upload URLs, while the job is not started.' }),
  ),
  createdAt: time(),
  queuedAt: Type.Optional(time()),
  startedAt: Type.Optional(time()),
  completedAt: Type.Optional(time('When the job ended, however it ended.')),
  expiresAt: Type.Optional(time('When its files are erased.')),
  credits: Type.Integer(),
  result: Type.Optional(Result),
  error: Type.Optional(Type.String({ description: 'Legacy text of a failed job. Never parse it.' })),
  failure: Type.Optional(Failure),
};

export const Job = Type.Object(jobFields, { ...closed, $id: 'Job' });
export type Job = Static<typeof Job>;

export const CreatedJob = Type.Object(
  {
    ...jobFields,
    jobId: Type.String(),
    uploadUrl: Type.Optional(Type.String()),
    upload: Type.Optional(Upload),
  },
  { ...closed, $id: 'CreatedJob' },
);
export type CreatedJob = Static<typeof CreatedJob>;

/** A job as lists show it: without its files, and with only its first inputs. */
export const ListedJob = Type.Object(
  { ...jobFields, result: Type.Optional(Type.Object(resultFields, closed)) },
  { ...closed, $id: 'ListedJob' },
);
export type ListedJob = Static<typeof ListedJob>;

export const JobList = Type.Object(
  { jobs: Type.Array(Type.Ref('ListedJob#')), nextCursor: Type.Union([Type.String(), Type.Null()]) },
  { ...closed, $id: 'JobList' },
);

export const FileList = Type.Object(
  { files: Type.Array(ResultFile), nextCursor: Type.Union([Type.String(), Type.Null()]) },
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

/** A name, not a path: no separators, no control characters. */
export const Filename = Type.String({
  minLength: 1,
  maxLength: 255,
  pattern: '^(?!\\.{1,2}$)[^/\\\\\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$',
  description: 'A name, not a path: no slashes, no control characters, not `.` or `..`.',
});

export const FileEntry = {
  filename: Filename,
  fileSize: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'Bytes.' }),
  contentType: Type.String({
    minLength: 1,
    maxLength: 255,
    // It is sent as a header with the upload and with downloads.
    pattern: '^[\\x20-\\x7e]+$',
    description: 'A media type in plain ASCII; `application/octet-stream`: tell by the filename.',
  }),
};

/** An input of a new job: a file to come, or an artifact that is there already. */
export const inputFields = {
  filename: Type.Optional(FileEntry.filename),
  fileSize: Type.Optional(FileEntry.fileSize),
  contentType: Type.Optional(FileEntry.contentType),
  inputArtifactId: Type.Optional(
    Type.String({
      description:
        'A retained artifact, in place of `filename`, `fileSize` and `contentType`: nothing need be uploaded.',
    }),
  ),
};
export const NewInput = Type.Object(inputFields, { ...closed, 'x-name': 'NewInput' });

export const JobParams = Type.Object({ id: Type.String() });

export const JobListQuery = Type.Object(
  {
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
    cursor: Type.Optional(Type.String({ maxLength: 200 })),
    status: Type.Optional(Type.String({ enum: [...jobStates] })),
    type: Type.Optional(Type.String({ maxLength: 64 })),
    createdAfter: Type.Optional(Type.String({ format: 'date-time' })),
    createdBefore: Type.Optional(Type.String({ format: 'date-time' })),
  },
  closed,
);
export type JobListQuery = Static<typeof JobListQuery>;

/** The workspace lists jobs of every source, so it can also be asked for one source. */
export const WorkspaceJobListQuery = Type.Object(
  {
    ...JobListQuery.properties,
    source: Type.Optional(Type.Enum([...jobSources])),
    keyId: Type.Optional(Type.String({ maxLength: 64, description: 'Made with this key.' })),
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

/** Who or what made a job, as members of its workspace see it. */
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
    nextCursor: Type.Union([Type.String(), Type.Null()]),
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
      { description: 'In the order it happened.' },
    ),
    events: Type.Array(Type.Ref('Event#'), { description: 'What webhooks were told, oldest first.' }),
    deliveries: Type.Array(Type.Ref('Delivery#'), { description: 'To whom, newest first.' }),
  },
  { ...closed, $id: 'JobHistory' },
);

export const WaitQuery = Type.Object(
  {
    wait: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 60,
        description: 'Seconds to wait for the end before answering.',
      }),
    ),
  },
  closed,
);
