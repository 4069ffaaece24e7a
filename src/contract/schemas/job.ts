import { type Static, Type } from 'typebox';
import { quotaKeys } from '../errors.ts';
import { jobSources, jobStates } from '../states.ts';
import { closed, time } from './fields.ts';
import { shownSettings } from './job-settings.ts';
import { nextCursor } from './page.ts';
import { Failure, Result, resultFields } from './result.ts';
import { role, Upload, UploadTarget } from './upload.ts';

const InputFetch = Type.Object(
  {
    status: Type.String({ enum: ['waiting', 'done', 'failed'] }),
    failedAttempts: Type.Integer(),
    nextAttemptAt: Type.Optional(time('When a failed attempt is repeated.')),
  },
  { ...closed, 'x-name': 'InputFetch', description: 'How far an input is that the service fetches itself.' },
);

const JobInput = Type.Object(
  {
    index: Type.Integer(),
    role,
    filename: Type.String(),
    contentType: Type.String(),
    fileSize: Type.Integer({ description: 'Bytes; 0 for a file that is fetched, until it has arrived.' }),
    uploaded: Type.Boolean(),
    sha256: Type.Optional(Type.String()),
    artifactId: Type.Optional(Type.String()),
    fetch: Type.Optional(InputFetch),
  },
  { ...closed, 'x-name': 'JobInput' },
);

const StartRefusal = Type.Object(
  {
    code: Type.String({ description: 'An error code such as `quota_exceeded` or `invalid_file_type`.' }),
    quota: Type.Optional(Type.String({ enum: [...quotaKeys] })),
    resetsAt: Type.Optional(time('When the quota may allow more.')),
  },
  {
    ...closed,
    'x-name': 'StartRefusal',
    description:
      'Why a job with `autoStart` did not start when its last input arrived. It can be started by `POST /jobs/{id}/start`.',
  },
);

/** A field of new jobs. */
export const AutoStart = Type.Boolean({
  default: false,
  description:
    'Starts the job when its last input arrives, or at once where all its inputs are artifacts. Quotas are checked at that moment: if one refuses, the job stays `pending` with `startRefused`, and can be started later. With direct transfers to an object store the service learns of an upload when the job is next read or started.',
});

const jobFields = {
  id: Type.String(),
  type: Type.String(),
  status: Type.String({ enum: [...jobStates] }),
  progress: Type.Integer({ minimum: 0, maximum: 100 }),
  source: Type.String({ enum: [...jobSources] }),
  batchId: Type.Optional(Type.String({ description: 'The batch that created it.' })),
  options: Type.Record(Type.String(), Type.Unknown()),
  ...shownSettings,
  inputCount: Type.Integer(),
  inputs: Type.Array(JobInput),
  uploads: Type.Optional(
    Type.Array(UploadTarget, {
      description: 'Valid upload URLs until the job is started, for callers who may write jobs.',
    }),
  ),
  startRefused: Type.Optional(StartRefusal),
  createdAt: time(),
  queuedAt: Type.Optional(time()),
  startedAt: Type.Optional(time()),
  completedAt: Type.Optional(time('When the job ended, in whatever state.')),
  expiresAt: Type.Optional(time('When its files are deleted.')),
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

/** A job in lists: without its files, and with only its first inputs. */
export const ListedJob = Type.Object(
  { ...jobFields, result: Type.Optional(Type.Object(resultFields, closed)) },
  { ...closed, $id: 'ListedJob' },
);
export type ListedJob = Static<typeof ListedJob>;

export const JobList = Type.Object(
  { jobs: Type.Array(Type.Ref('ListedJob#')), nextCursor },
  { ...closed, $id: 'JobList' },
);

export const JobParams = Type.Object({ id: Type.String() });

export const JobListQuery = Type.Object(
  {
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
    cursor: Type.Optional(Type.String({ maxLength: 200 })),
    status: Type.Optional(Type.String({ enum: [...jobStates] })),
    type: Type.Optional(Type.String({ maxLength: 64 })),
    batchId: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'Only jobs of this batch, which are left out otherwise.',
      }),
    ),
    createdAfter: Type.Optional(Type.String({ format: 'date-time' })),
    createdBefore: Type.Optional(Type.String({ format: 'date-time' })),
  },
  closed,
);
export type JobListQuery = Static<typeof JobListQuery>;

export const WaitQuery = Type.Object(
  {
    wait: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 60,
        description: 'Seconds to wait for the job to end before responding.',
      }),
    ),
  },
  closed,
);
