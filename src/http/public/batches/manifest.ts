import { Type } from 'typebox';
import { ManifestQuery } from '../../../contract/schemas/batch.ts';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { JobParams } from '../../../contract/schemas/job.ts';
import { readManifest } from '../../../domain/work/batches/manifest.ts';
import type { App, Services } from '../../app.ts';
import { makeSigning } from '../../plugins/service-url.ts';

export function batchManifestRoute(app: App, services: Services): void {
  app.get(
    '/batches/:id/manifest',
    {
      config: { readsList: true, scope: 'jobs:read', purpose: 'List what became of each input of a batch.' },
      schema: {
        operationId: 'getBatchManifest',
        summary: 'List the inputs of a batch',
        description:
          'Lists the inputs in their order, each with its state, its job or run, its files with signed URLs, and the reason if it failed.',
        tags: ['Batches'],
        params: JobParams,
        querystring: ManifestQuery,
        response: {
          200: Type.Ref('BatchManifest#'),
          ...describeErrors('validation_failed', 'batch_not_found'),
        },
      },
    },
    async request =>
      readManifest(
        services.db,
        request.caller,
        request.params.id,
        request.query,
        makeSigning(request, services),
      ),
  );
}
