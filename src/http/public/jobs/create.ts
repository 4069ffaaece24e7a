import { Type } from 'typebox';
import { invalid } from '../../../contract/errors.ts';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { AutoStart, Metadata } from '../../../contract/schemas/job.ts';
import { inputFields } from '../../../contract/schemas/upload.ts';
import { takeArrivedArtifacts } from '../../../domain/files/uploads/arrived.ts';
import { createJob, requireJobType } from '../../../domain/work/jobs/create.ts';
import { getEndpoint, type JobType } from '../../../jobs/job-type.ts';
import { limits } from '../../../settings/limits.ts';
import type { App, Services } from '../../app.ts';
import { nameOptions, toPascalCase } from '../../openapi/names.ts';
import { readIdempotencyKey } from '../../plugins/idempotency.ts';
import { answerCreated } from './answer.ts';
import { readFile } from './read-file.ts';

const closed = { additionalProperties: false } as const;

const nameNewJob = ({ id }: JobType): string => `New${toPascalCase(id)}Job`;

export function createJobRoute(app: App, services: Services): void {
  const single = [...services.jobTypes.values()].filter(job => job.inputs === 'one');
  const common = {
    ...inputFields,
    metadata: Type.Optional(Metadata),
    autoStart: Type.Optional(AutoStart),
  };
  const Body = Type.Object(
    {
      type: Type.String({ minLength: 1, maxLength: 64 }),
      ...common,
      options: Type.Record(Type.String(), Type.Unknown(), {
        default: {},
        description: "The job type's own options.",
      }),
    },
    closed,
  );
  /** The body as the reference shows it: one schema per job type. Validation uses the same schemas, one at a time. */
  const Documented = {
    oneOf: single.map(job =>
      Type.Object(
        { type: Type.Literal(job.id), ...common, options: nameOptions(job) },
        { ...closed, title: job.title, 'x-name': nameNewJob(job) },
      ),
    ),
    discriminator: {
      propertyName: 'type',
      mapping: Object.fromEntries(single.map(job => [job.id, `#/components/schemas/${nameNewJob(job)}`])),
    },
  };
  app.post(
    '/jobs',
    {
      config: { scope: 'jobs:write', purpose: 'Create a single-input job. Returns one signed upload URL.' },
      bodyLimit: limits.optionsBodyBytes,
      schema: {
        operationId: 'createJob',
        summary: 'Create a job',
        description:
          'Makes a job of one file. Upload the file to `uploadUrl` by `PUT`, then start the job, or create it with `autoStart`: it then starts when the file has arrived. With `inputArtifactId` in place of a file it can be started at once. Repeating the request with the same `Idempotency-Key` answers with the job that was made the first time.',
        tags: ['Jobs'],
        headers: Type.Object({ 'idempotency-key': Type.Optional(Type.String()) }),
        body: Body,
        response: {
          200: Type.Ref('CreatedJob#'),
          201: Type.Ref('CreatedJob#'),
          ...describeErrors(
            'validation_failed',
            'invalid_file_type',
            'idempotency_conflict',
            'file_too_large',
            'quota_exceeded',
            'job_not_found',
            'artifact_not_found',
          ),
        },
        'x-body': Documented,
      } as object & { body: typeof Body },
    },
    async (request, reply) => {
      const { type, metadata = {}, options, autoStart } = request.body;
      const job = requireJobType(services.jobTypes, type);
      if (job.inputs === 'many')
        throw invalid('type', `${type} takes several files: create it with POST /${getEndpoint(job)}.`);
      const key = readIdempotencyKey(request);
      const { inputArtifactId } = request.body;
      if (inputArtifactId !== undefined)
        await takeArrivedArtifacts(services, request.caller, [inputArtifactId]);
      const created = await createJob(
        { ...services, neverStartedHours: limits.neverStartedHours },
        request.caller,
        {
          type,
          files: [readFile(request.body)],
          options,
          metadata,
          autoStart: autoStart || undefined,
          at: () => 'contentType',
        },
        key === undefined ? undefined : { scope: 'jobs', key },
      );
      return answerSingle(await answerCreated(request, reply, services, created));
    },
  );
}

function answerSingle(job: Awaited<ReturnType<typeof answerCreated>>) {
  const [upload] = job.uploads ?? [];
  if (!upload) return job;
  const { index: _, filename: __, uploadUrl, ...rest } = upload;
  return { ...job, uploadUrl, upload: { url: uploadUrl, ...rest } };
}
