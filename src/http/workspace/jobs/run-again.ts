import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { JobParams } from '../../../contract/schemas/job.ts';
import { presentJob } from '../../../domain/work/jobs/present.ts';
import { runAgain } from '../../../domain/work/jobs/run-again.ts';
import { limits } from '../../../settings/limits.ts';
import type { App, Services } from '../../app.ts';
import { makeSigning } from '../../plugins/service-url.ts';

export function runAgainRoute(app: App, services: Services): void {
  app.post(
    '/jobs/:id/run-again',
    {
      config: { scope: 'jobs:write' },
      bodyLimit: limits.optionsBodyBytes,
      schema: {
        operationId: 'runJobAgain',
        summary: 'Run a job again, with other options',
        description:
          'A new job of the same files, which need not be uploaded again, started at once. Write-only options are not kept: give them again.',
        tags: ['Jobs'],
        params: JobParams,
        body: Type.Object(
          {
            options: Type.Optional(
              Type.Record(Type.String(), Type.Unknown(), {
                description: 'All options of the new job. By default those of the earlier job.',
              }),
            ),
          },
          { additionalProperties: false },
        ),
        response: {
          201: Type.Ref('Job#'),
          ...describeErrors(
            'validation_failed',
            'job_not_found',
            'artifact_not_found',
            'invalid_state',
            'quota_exceeded',
          ),
        },
      },
    },
    async (request, reply) => {
      const context = { ...services, neverStartedHours: limits.neverStartedHours };
      const job = await runAgain(context, request.caller, request.params.id, request.body);
      return reply.code(201).send(presentJob(job, makeSigning(request, services)));
    },
  );
}
