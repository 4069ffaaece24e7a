import { Type } from 'typebox';
import { limits } from '../../../config.ts';
import { ApiError, invalid } from '../../../contract/errors.ts';
import { errorResponses } from '../../../contract/schemas/error.ts';
import { FileEntry, Metadata } from '../../../contract/schemas/job.ts';
import { createJob, type DeclaredFile, type GivenFile, knownType } from '../../../domain/jobs/create.ts';
import { endpointOf } from '../../../jobs/job-type.ts';
import type { App, Services } from '../../app.ts';
import { idempotencyKey } from '../../plugins/idempotency.ts';
import { answerCreated } from './answer.ts';

const closed = { additionalProperties: false } as const;

export function createJobRoute(app: App, services: Services): void {
  const single = [...services.jobTypes.values()].filter(job => job.inputs === 'one');
  const common = {
    filename: Type.Optional(FileEntry.filename),
    fileSize: Type.Optional(FileEntry.fileSize),
    contentType: Type.Optional(FileEntry.contentType),
    inputArtifactId: Type.Optional(
      Type.String({
        description:
          'A retained artifact, in place of `filename`, `fileSize` and `contentType`: the job has its input and can be started at once.',
      }),
    ),
    metadata: Type.Optional(Metadata),
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
  /** What the reference page shows: one shape per job type. Validation takes the same schemas, one at a time. */
  const Documented = Type.Union(
    single.map(job =>
      Type.Object(
        { type: Type.Literal(job.id), ...common, options: job.options },
        { ...closed, title: job.title },
      ),
    ),
  );
  app.post(
    '/jobs',
    {
      config: { scope: 'jobs:write', purpose: 'Create a single-input job. Returns one signed upload URL.' },
      schema: {
        summary: 'Create a job',
        tags: ['Jobs'],
        headers: Type.Object({ 'idempotency-key': Type.Optional(Type.String()) }),
        body: Body,
        response: {
          200: Type.Ref('CreatedJob#'),
          201: Type.Ref('CreatedJob#'),
          ...errorResponses(
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
      const { type, metadata = {}, options } = request.body;
      const job = knownType(services.jobTypes, type);
      if (job.inputs === 'many')
        throw invalid('type', `${type} takes several files: create it with POST /${endpointOf(job)}.`);
      const key = idempotencyKey(request);
      const created = await createJob(
        { ...services, neverStartedHours: limits.neverStartedHours },
        request.caller,
        { type, files: [readFile(request.body)], options, metadata, at: () => 'contentType' },
        key === undefined ? undefined : { scope: 'jobs', key },
      );
      return answerSingle(await answerCreated(request, reply, services, created));
    },
  );
}

const fileFields = ['filename', 'fileSize', 'contentType'] as const;

/** A file to be uploaded, or an artifact that is there: exactly one of the two forms. */
function readFile(body: Partial<DeclaredFile> & { inputArtifactId?: string }): DeclaredFile | GivenFile {
  const given = body.inputArtifactId !== undefined;
  const wrong = fileFields.filter(name => (body[name] !== undefined) === given);
  if (wrong.length > 0) {
    const says = given ? 'must be left out where inputArtifactId is given' : 'is required';
    throw new ApiError('validation_failed', {
      message: `${wrong[0]} ${says}${given ? '' : ', or inputArtifactId in place of the file'}.`,
      details: wrong.map(path => ({ path, message: says })),
    });
  }
  const { inputArtifactId: artifactId, filename, fileSize, contentType } = body;
  return artifactId !== undefined
    ? { artifactId }
    : { filename: filename!, fileSize: fileSize!, contentType: contentType! };
}

function answerSingle(job: Awaited<ReturnType<typeof answerCreated>>) {
  const [upload] = job.uploads ?? [];
  if (!upload) return job;
  const { uploadUrl, method, headers, expiresAt } = upload;
  return { ...job, uploadUrl, upload: { method, url: uploadUrl, headers, expiresAt } };
}
