import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { JobParams } from '../../../contract/schemas/job.ts';
import { acceptGoldenFile } from '../../../domain/work/golden-files/accept.ts';
import { presentGoldenFile } from '../../../domain/work/golden-files/present.ts';
import type { App, Services } from '../../app.ts';
import { makeSigning } from '../../plugins/service-url.ts';

export function acceptGoldenFileRoute(app: App, services: Services): void {
  app.post(
    '/golden-files/:id/accept',
    {
      config: { scope: 'recipes:write', purpose: 'Accept the new result of a golden file.' },
      schema: {
        operationId: 'acceptGoldenFile',
        summary: 'Accept the new result of a golden file',
        description: 'Keeps the result of the last check in place of the accepted one.',
        tags: ['Recipes'],
        params: JobParams,
        response: {
          200: Type.Ref('GoldenFile#'),
          ...describeErrors('invalid_state', 'not_found', 'artifact_not_found', 'quota_exceeded'),
        },
      },
    },
    async request => {
      const row = await acceptGoldenFile(services, request.caller, request.params.id);
      return presentGoldenFile(services, row, makeSigning(request, services));
    },
  );
}
