import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { PageQuery } from '../../../contract/schemas/page.ts';
import { presentBatch } from '../../../domain/work/batches/present.ts';
import { listBatches } from '../../../domain/work/batches/rows.ts';
import type { App, Services } from '../../app.ts';

export function listBatchesRoute(app: App, services: Services): void {
  app.get(
    '/batches',
    {
      config: { readsList: true, scope: 'jobs:read', purpose: 'List batches, newest first.' },
      schema: {
        operationId: 'listBatches',
        summary: 'List batches',
        description: 'Newest first. Pass the `nextCursor` of a page to get the next one.',
        tags: ['Batches'],
        querystring: PageQuery,
        response: { 200: Type.Ref('BatchList#'), ...describeErrors('validation_failed') },
      },
    },
    async request => {
      const { rows, nextCursor } = await listBatches(services.db, request.caller, request.query);
      return { batches: rows.map(batch => presentBatch(batch)), nextCursor };
    },
  );
}
