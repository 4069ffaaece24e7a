import { Type } from 'typebox';
import { ApiError } from '../../../contract/errors.ts';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { JobParams } from '../../../contract/schemas/job.ts';
import type { App, Services } from '../../app.ts';
import { presentCurrentJob } from './answer.ts';

export function refreshJobRoute(app: App, services: Services): void {
  app.post(
    '/jobs/:id/refresh-url',
    {
      config: { scope: 'jobs:read', purpose: 'Refresh signed output URLs of a completed job.' },
      schema: {
        operationId: 'refreshJobUrls',
        summary: 'Refresh download URLs',
        description: 'Returns a completed job with newly signed URLs, after the earlier ones have expired.',
        tags: ['Jobs'],
        params: JobParams,
        response: {
          200: Type.Ref('Job#'),
          ...describeErrors('job_not_found', 'invalid_state', 'refresh_failed'),
        },
      },
    },
    async request => {
      const job = await presentCurrentJob(request, services, request.params.id).catch(error => {
        if (error instanceof ApiError) throw error;
        request.log.error({ err: error }, 'refreshing download URLs failed');
        throw new ApiError('refresh_failed');
      });
      if (job.status !== 'completed')
        throw new ApiError('invalid_state', {
          message: `The job is ${job.status}; only a completed job has download URLs.`,
        });
      return job;
    },
  );
}
