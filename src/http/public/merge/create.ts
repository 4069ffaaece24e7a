import { Type } from 'typebox';
import { limits } from '../../../config.ts';
import { errorResponses } from '../../../contract/schemas/error.ts';
import { MergeFile } from '../../../contract/schemas/job.ts';
import { createJob } from '../../../domain/jobs/create.ts';
import type { App, Services } from '../../app.ts';
import { idempotencyKey } from '../../plugins/idempotency.ts';
import { answerCreated } from '../jobs/answer.ts';

const type = 'pdf-merge';

export function createMergeRoute(app: App, services: Services): void {
  const merge = services.jobTypes.get(type)!;
  const Body = Type.Object(
    {
      files: Type.Array(MergeFile, {
        minItems: 2,
        description: 'In the order of the merge.',
      }),
      options: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    },
    { additionalProperties: false },
  );
  app.post(
    '/merge',
    {
      config: {
        scope: 'jobs:write',
        purpose:
          'Create a multi-file PDF merge job. Returns one signed upload URL per input and one shared job id.',
      },
      schema: {
        summary: 'Create a merge job',
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
            'batch_too_large',
            'quota_exceeded',
            'job_not_found',
          ),
        },
        'x-body': Type.Object({
          files: Type.Array(MergeFile, { minItems: 2 }),
          options: Type.Optional(merge.options),
        }),
      } as object & { body: typeof Body },
    },
    async (request, reply) => {
      const { files, options = {} } = request.body;
      const key = idempotencyKey(request);
      const created = await createJob(
        { ...services, neverStartedHours: limits.neverStartedHours },
        request.caller,
        { type, files, options, metadata: {}, at: index => `files.${index}.contentType` },
        key === undefined ? undefined : { scope: 'merge', key },
      );
      return answerCreated(request, reply, services, created);
    },
  );
}
