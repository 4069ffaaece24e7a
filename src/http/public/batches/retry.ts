import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { JobParams } from '../../../contract/schemas/job.ts';
import { retryBatch } from '../../../domain/work/batches/cancel-and-retry.ts';
import { presentBatch } from '../../../domain/work/batches/present.ts';
import { findBatch } from '../../../domain/work/batches/rows.ts';
import type { App, Services } from '../../app.ts';
import { makeSigning } from '../../plugins/service-url.ts';

export function retryBatchRoute(app: App, services: Services): void {
  app.post(
    '/batches/:id/retry',
    {
      config: { scope: 'jobs:write', purpose: 'Run the failed inputs of a batch again.' },
      schema: {
        operationId: 'retryBatch',
        summary: 'Retry a batch',
        description:
          'Runs those inputs of an ended batch again that failed, were refused or were canceled. The others stay as they are.',
        tags: ['Batches'],
        params: JobParams,
        response: { 200: Type.Ref('Batch#'), ...describeErrors('batch_not_found', 'invalid_state') },
      },
    },
    async request => {
      const { id } = request.params;
      await retryBatch(services.db, request.caller, id);
      return presentBatch(await findBatch(services.db, request.caller, id), makeSigning(request, services));
    },
  );
}
