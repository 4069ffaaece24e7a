import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { JobParams, WaitQuery } from '../../../contract/schemas/job.ts';
import { presentJob } from '../../../domain/work/jobs/present.ts';
import { requireFound } from '../../../domain/work/jobs/require-job.ts';
import type { App, Services } from '../../app.ts';
import { makeSigning } from '../../plugins/service-url.ts';
import { waitFor } from '../../plugins/wait.ts';
import { readJob } from './answer.ts';

export function getJobRoute(app: App, services: Services): void {
  app.get(
    '/jobs/:id',
    {
      config: {
        scope: 'jobs:read',
        purpose: 'Fetch job status, result metadata and download URLs.',
        readsJob: true,
      },
      schema: {
        operationId: 'getJob',
        summary: 'Fetch a job',
        description:
          'Returns the job with its state, its progress and, once it has completed, its result with newly signed URLs. With `wait`, the response is sent when the job has ended or the time is up.',
        tags: ['Jobs'],
        params: JobParams,
        querystring: WaitQuery,
        response: { 200: Type.Ref('Job#'), ...describeErrors('validation_failed', 'job_not_found') },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const at = request.early?.at ?? performance.now();
      const row = await readJob(
        services,
        request.caller,
        id,
        request.early && requireFound(request.early.row),
      );
      const { wait = 0 } = request.query;
      const read = () => readJob(services, request.caller, id);
      const job = wait > 0 ? await waitFor(request, reply, services, id, read, wait, { row, at }) : row;
      return presentJob(job, makeSigning(request, services));
    },
  );
}
