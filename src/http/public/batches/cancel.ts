import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { JobParams } from '../../../contract/schemas/job.ts';
import { cancelBatch } from '../../../domain/work/batches/cancel-and-retry.ts';
import { presentBatch } from '../../../domain/work/batches/present.ts';
import { findBatch } from '../../../domain/work/batches/rows.ts';
import type { App, Services } from '../../app.ts';
import { makeSigning } from '../../plugins/service-url.ts';

export function cancelBatchRoute(app: App, services: Services): void {
  app.post(
    '/batches/:id/cancel',
    {
      config: { scope: 'jobs:write', purpose: 'Stop a batch that has not ended.' },
      schema: {
        operationId: 'cancelBatch',
        summary: 'Cancel a batch',
        description:
          'No more jobs are created, and jobs that have not ended are canceled. Existing results stay.',
        tags: ['Batches'],
        params: JobParams,
        response: { 200: Type.Ref('Batch#'), ...describeErrors('batch_not_found', 'invalid_state') },
      },
    },
    async request => {
      const { id } = request.params;
      await cancelBatch(services.db, request.caller, id);
      return presentBatch(await findBatch(services.db, request.caller, id), makeSigning(request, services));
    },
  );
}
