import { Type } from 'typebox';
import { invalid } from '../../../contract/errors.ts';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { AutoStart } from '../../../contract/schemas/job.ts';
import { jobSettings } from '../../../contract/schemas/job-settings.ts';
import { inputFields, NewInput } from '../../../contract/schemas/upload.ts';
import { takeArrivedArtifacts } from '../../../domain/files/uploads/arrived.ts';
import { createJob, requireJobType } from '../../../domain/work/jobs/create.ts';
import { countFiles, takesSeveral } from '../../../jobs/input-files.ts';
import type { JobType } from '../../../jobs/job-type.ts';
import { limits } from '../../../settings/limits.ts';
import type { App, Services } from '../../app.ts';
import { nameOptions, toPascalCase } from '../../openapi/names.ts';
import { readIdempotencyKey } from '../../plugins/idempotency.ts';
import { answerCreated } from './answer.ts';
import { readFile, readFiles } from './read-file.ts';
import { readSettings } from './settings.ts';

const closed = { additionalProperties: false } as const;

const nameNewJob = ({ id }: JobType): string => `New${toPascalCase(id)}Job`;

/** Describes the inputs of a job type: one file, a list of files, or either. */
function describeInputs(job: JobType) {
  const { least, most } = countFiles(job);
  const list = Type.Array(NewInput, { minItems: least, maxItems: Math.min(most, limits.jobInputs) });
  return {
    ...(least === 1 && inputFields),
    ...(takesSeveral(job) && { files: least === 1 ? Type.Optional(list) : list }),
  };
}

export function createJobRoute(app: App, services: Services): void {
  const types = [...services.jobTypes.values()];
  const common = {
    ...jobSettings,
    autoStart: Type.Optional(AutoStart),
  };
  const Body = Type.Object(
    {
      type: Type.String({ minLength: 1, maxLength: 64 }),
      ...inputFields,
      files: Type.Optional(
        Type.Array(NewInput, {
          minItems: 1,
          maxItems: limits.jobInputs,
          description: 'The files of a job type that takes several, instead of the fields of one file.',
        }),
      ),
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
    oneOf: types.map(job =>
      Type.Object(
        { type: Type.Literal(job.id), ...describeInputs(job), ...common, options: nameOptions(job) },
        { ...closed, title: job.title, 'x-name': nameNewJob(job) },
      ),
    ),
    discriminator: {
      propertyName: 'type',
      mapping: Object.fromEntries(types.map(job => [job.id, `#/components/schemas/${nameNewJob(job)}`])),
    },
  };
  app.post(
    '/jobs',
    {
      config: { scope: 'jobs:write', purpose: 'Create a job. Returns a signed upload URL for each input.' },
      bodyLimit: limits.filesBodyBytes,
      schema: {
        operationId: 'createJob',
        summary: 'Create a job',
        description:
          'Makes a job of one file, or of several in `files`. Upload the file to `uploadUrl` by `PUT`, or each of several to its address in `uploads`, then start the job, or create it with `autoStart`: it then starts when the last file has arrived. With `inputArtifactId` in place of a file nothing is uploaded. Repeating the request with the same `Idempotency-Key` answers with the job that was made the first time.',
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
            'batch_too_large',
            'quota_exceeded',
            'job_not_found',
            'artifact_not_found',
          ),
        },
        'x-body': Documented,
      } as object & { body: typeof Body },
    },
    async (request, reply) => {
      const { type, options, autoStart, files } = request.body;
      const job = requireJobType(services.jobTypes, type);
      const key = readIdempotencyKey(request);
      if (files && Object.keys(inputFields).some(name => name in request.body))
        throw invalid('files', 'Give either `files` or the fields of one file.');
      const inputs = files ? readFiles(job, files) : readSingle(job, request.body);
      const given = inputs.files.flatMap(file => ('artifactId' in file ? [file.artifactId] : []));
      // More files than the plan allows are refused below, unless the request is a replay.
      if (given.length <= Math.max(1, request.caller.plan.merge_files))
        await takeArrivedArtifacts(services, request.caller, given);
      const created = await createJob(
        { ...services, neverStartedHours: limits.neverStartedHours },
        request.caller,
        {
          type,
          options,
          settings: await readSettings(services, request.caller, request.body),
          autoStart: autoStart || undefined,
          ...inputs,
        },
        key === undefined ? undefined : { scope: 'jobs', key },
      );
      return answerSingle(await answerCreated(request, reply, services, created));
    },
  );
}

/** Reads the input of a job of one file. Refuses a job type that needs more. */
function readSingle(job: JobType, body: Parameters<typeof readFile>[0]): ReturnType<typeof readFiles> {
  if (countFiles(job).least > 1) {
    const roles = job.roles?.map(({ name }) => name).join(', ');
    throw invalid(
      'files',
      `${job.id} takes several files: list them in \`files\`${roles ? ` with their roles (${roles})` : ''}.`,
    );
  }
  return { files: [readFile(body)], at: () => 'contentType' };
}

function answerSingle(job: Awaited<ReturnType<typeof answerCreated>>) {
  const [upload, ...more] = job.uploads ?? [];
  if (!upload || more.length > 0) return job;
  const { index: _, filename: __, role: ___, uploadUrl, ...rest } = upload;
  return { ...job, uploadUrl, upload: { url: uploadUrl, ...rest } };
}
