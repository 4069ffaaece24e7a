import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { JobParams, WaitQuery } from '../../../contract/schemas/job.ts';
import { presentBatch } from '../../../domain/work/batches/present.ts';
import { findBatch } from '../../../domain/work/batches/rows.ts';
import type { App, Services } from '../../app.ts';
import { makeSigning } from '../../plugins/service-url.ts';
import { waitFor } from '../../plugins/wait.ts';

export function getBatchRoute(app: App, services: Services): void {
  app.get(
    '/batches/:id',
    {
      config: { scope: 'jobs:read', purpose: 'Fetch a batch with the number of inputs in each state.' },
      schema: {
        operationId: 'getBatch',
        summary: 'Fetch a batch',
        description:
          'Returns the batch with the number of inputs in each state and, once it has ended, the URL of one ZIP of all files. With `wait`, the response is sent when the batch has ended or the time is up.',
        tags: ['Batches'],
        params: JobParams,
        querystring: WaitQuery,
        response: { 200: Type.Ref('Batch#'), ...describeErrors('validation_failed', 'batch_not_found') },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const { wait = 0 } = request.query;
      const read = () => findBatch(services.db, request.caller, id);
      const batch = wait > 0 ? await waitFor(request, reply, services, id, read, wait) : await read();
      return presentBatch(batch, makeSigning(request, services));
    },
  );
}
