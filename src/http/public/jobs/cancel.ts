import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { JobParams } from '../../../contract/schemas/job.ts';
import { cancel } from '../../../domain/work/jobs/cancel.ts';
import type { App, Services } from '../../app.ts';
import { presentCurrentJob } from './answer.ts';

export function cancelJobRoute(app: App, services: Services): void {
  app.post(
    '/jobs/:id/cancel',
    {
      config: { scope: 'jobs:write', purpose: 'Stop a job that has not ended.' },
      schema: {
        operationId: 'cancelJob',
        summary: 'Cancel a job',
        description: 'Ends a job that has not ended. Partial results are discarded.',
        tags: ['Jobs'],
        params: JobParams,
        response: { 200: Type.Ref('Job#'), ...describeErrors('job_not_found', 'invalid_state') },
      },
    },
    async request => {
      await cancel(services.db, services.storage, request.caller, request.params.id);
      return presentCurrentJob(request, services, request.params.id);
    },
  );
}
