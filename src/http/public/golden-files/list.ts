import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { JobParams } from '../../../contract/schemas/job.ts';
import { presentListedGoldenFile } from '../../../domain/work/golden-files/present.ts';
import { listGoldenFiles } from '../../../domain/work/golden-files/rows.ts';
import type { App, Services } from '../../app.ts';

export function listGoldenFilesRoute(app: App, services: Services): void {
  app.get(
    '/recipes/:id/golden-files',
    {
      config: {
        readsList: true,
        scope: 'recipes:read',
        purpose: 'List the golden files of a recipe with their last checks.',
      },
      schema: {
        operationId: 'listGoldenFiles',
        summary: 'List golden files',
        description:
          'All golden files of the recipe with the outcomes of their last checks, oldest first. `GET /golden-files/:id` has the files and the differences.',
        tags: ['Recipes'],
        params: JobParams,
        response: { 200: Type.Ref('GoldenFileList#'), ...describeErrors('recipe_not_found') },
      },
    },
    async request => {
      const rows = await listGoldenFiles(services.db, request.caller.workspaceId, request.params.id);
      return { goldenFiles: rows.map(presentListedGoldenFile) };
    },
  );
}
