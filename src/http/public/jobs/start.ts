import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { JobParams } from '../../../contract/schemas/job.ts';
import { takeArrived } from '../../../domain/files/uploads/direct-transfers.ts';
import { presentJob } from '../../../domain/work/jobs/present.ts';
import { requireFound, requireReadableJob } from '../../../domain/work/jobs/require-job.ts';
import { start } from '../../../domain/work/jobs/start.ts';
import type { App, Services } from '../../app.ts';
import { makeSigning } from '../../plugins/service-url.ts';

export function startJobRoute(app: App, services: Services): void {
  app.post(
    '/jobs/:id/start',
    {
      config: {
        scope: 'jobs:write',
        purpose: 'Queue a pending job after uploads complete.',
        readsJob: true,
      },
      schema: {
        operationId: 'startJob',
        summary: 'Start a job',
        description:
          'Queues the job once all its inputs are uploaded. Starting a job that is queued, processing or completed changes nothing and returns the job as it is.',
        tags: ['Jobs'],
        params: JobParams,
        response: {
          200: Type.Ref('Job#'),
          ...describeErrors(
            'job_not_found',
            'job_not_startable',
            'invalid_state',
            'invalid_file_type',
            'file_too_large',
            'quota_exceeded',
          ),
        },
      },
    },
    async request => {
      await takeArrived(services, request.caller, request.params.id);
      const read = request.early
        ? requireFound(request.early.row)
        : await requireReadableJob(services.db, request.caller, request.params.id);
      const job = await start(services, request.caller, read);
      return presentJob(job, makeSigning(request, services));
    },
  );
}
