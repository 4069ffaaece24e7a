import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { JobParams } from '../../../contract/schemas/job.ts';
import { checkGoldenFile } from '../../../domain/work/golden-files/check.ts';
import { presentGoldenFile } from '../../../domain/work/golden-files/present.ts';
import type { App, Services } from '../../app.ts';
import { makeSigning } from '../../plugins/service-url.ts';

export function checkGoldenFileRoute(app: App, services: Services): void {
  app.post(
    '/golden-files/:id/check',
    {
      config: { scope: 'recipes:write', purpose: 'Check a golden file now.' },
      schema: {
        operationId: 'checkGoldenFile',
        summary: 'Check a golden file',
        description:
          'Runs the recipe as it is now on the input and compares the result with the accepted one. It costs nothing, and no list shows the run. While a check is pending, no other is started. `GET /golden-files/:id?wait=` waits for the outcome.',
        tags: ['Recipes'],
        params: JobParams,
        response: {
          202: Type.Ref('GoldenFile#'),
          ...describeErrors('not_found', 'quota_exceeded'),
        },
      },
    },
    async (request, reply) => {
      const row = await checkGoldenFile(services, request.caller, request.params.id);
      return reply.code(202).send(await presentGoldenFile(services, row, makeSigning(request, services)));
    },
  );
}
