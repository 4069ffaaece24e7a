import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { JobParams } from '../../../contract/schemas/job.ts';
import { erase } from '../../../domain/work/jobs/erase.ts';
import type { App, Services } from '../../app.ts';

export function eraseJobRoute(app: App, services: Services): void {
  app.delete(
    '/jobs/:id',
    {
      config: { scope: 'jobs:write', purpose: 'Erase a job with its inputs and outputs now.' },
      schema: {
        operationId: 'deleteJob',
        summary: 'Delete a job',
        description:
          'Erases its inputs and outputs now, and the job with them. A job under way is canceled first.',
        tags: ['Jobs'],
        params: JobParams,
        response: {
          204: Type.Null({ description: 'Erased.' }),
          ...describeErrors('job_not_found', 'invalid_state'),
        },
      },
    },
    async (request, reply) => {
      await erase(services.db, services.storage, request.caller, request.params.id);
      return reply.code(204).send(null);
    },
  );
}
