import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { NewGoldenFile } from '../../../contract/schemas/golden-file.ts';
import { JobParams } from '../../../contract/schemas/job.ts';
import { addGoldenFile } from '../../../domain/work/golden-files/add.ts';
import { presentGoldenFile } from '../../../domain/work/golden-files/present.ts';
import type { App, Services } from '../../app.ts';
import { makeSigning } from '../../plugins/service-url.ts';

export function addGoldenFileRoute(app: App, services: Services): void {
  app.post(
    '/recipes/:id/golden-files',
    {
      config: { scope: 'recipes:write', purpose: 'Accept the result of a run as a golden file.' },
      schema: {
        operationId: 'addGoldenFile',
        summary: 'Add a golden file',
        description:
          'Copies the input and the result of a completed run. Whenever the recipe or the version of an engine that it uses changes, the recipe runs on the input again, and the new result is compared with the accepted one. Copies count towards the storage until the golden file or the recipe is deleted. Checks cost no operations and no credits.',
        tags: ['Recipes'],
        params: JobParams,
        body: NewGoldenFile,
        response: {
          201: Type.Ref('GoldenFile#'),
          ...describeErrors(
            'validation_failed',
            'invalid_state',
            'recipe_not_found',
            'run_not_found',
            'artifact_not_found',
            'quota_exceeded',
          ),
        },
      },
    },
    async (request, reply) => {
      const { caller, params, body } = request;
      const row = await addGoldenFile(services, caller, params.id, body);
      return reply.code(201).send(await presentGoldenFile(services, row, makeSigning(request, services)));
    },
  );
}
