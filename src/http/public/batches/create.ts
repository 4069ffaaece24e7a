import { Type } from 'typebox';
import { NewBatch } from '../../../contract/schemas/batch.ts';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { takeArrivedArtifacts } from '../../../domain/files/uploads/direct-transfers.ts';
import { createBatch } from '../../../domain/work/batches/create.ts';
import { presentBatch } from '../../../domain/work/batches/present.ts';
import { findBatch } from '../../../domain/work/batches/rows.ts';
import { limits } from '../../../settings/limits.ts';
import type { App, Services } from '../../app.ts';
import { readIdempotencyKey } from '../../plugins/idempotency.ts';
import { makeSigning } from '../../plugins/service-url.ts';
import { makeBatchContext, requireRecipeScope } from './context.ts';

export function createBatchRoute(app: App, services: Services): void {
  app.post(
    '/batches',
    {
      config: { scope: 'jobs:write', purpose: 'Run a job type or a recipe on many files.', readsBatch: true },
      bodyLimit: limits.batchBodyBytes,
      schema: {
        operationId: 'createBatch',
        summary: 'Create a batch',
        description:
          'Runs one job type, or one recipe, on up to 10,000 files: stored ones, addresses, or files of a connection. All inputs are checked before anything is created. The jobs are then created a few at a time; a quota that is used up stops the batch until there is room. A key needs the scope `recipes:write` for a recipe.',
        tags: ['Batches'],
        headers: Type.Object({ 'idempotency-key': Type.Optional(Type.String()) }),
        body: NewBatch,
        response: {
          200: Type.Ref('Batch#'),
          201: Type.Ref('Batch#'),
          ...describeErrors(
            'validation_failed',
            'invalid_file_type',
            'invalid_state',
            'file_too_large',
            'batch_too_large',
            'idempotency_conflict',
            'artifact_not_found',
            'recipe_not_found',
            'not_found',
          ),
        },
      },
    },
    async (request, reply) => {
      const { body, caller } = request;
      const key = readIdempotencyKey(request);
      requireRecipeScope(caller, body.recipeId);
      const listed = Array.isArray(body.inputs) ? body.inputs : [];
      await takeArrivedArtifacts(
        services,
        caller,
        listed.flatMap(({ inputArtifactId }) => inputArtifactId ?? []),
      );
      const { batchId, replayed } = await createBatch(makeBatchContext(services), caller, body, key);
      if (replayed) reply.header('idempotency-replayed', 'true');
      const batch = await findBatch(services.db, caller, batchId);
      return reply.code(replayed ? 200 : 201).send(presentBatch(batch, makeSigning(request, services)));
    },
  );
}
