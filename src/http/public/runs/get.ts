import { Type } from 'typebox';
import { errorResponses } from '../../../contract/schemas/error.ts';
import { JobParams } from '../../../contract/schemas/job.ts';
import { presentRun } from '../../../domain/recipes/present.ts';
import { findRun } from '../../../domain/recipes/runs.ts';
import type { App, Services } from '../../app.ts';
import { signing } from '../../plugins/base.ts';

export function getRunRoute(app: App, services: Services): void {
  app.get(
    '/recipe-runs/:id',
    {
      config: { scope: 'recipes:read', purpose: 'Poll a recipe run and inspect step-level state.' },
      schema: {
        summary: 'Fetch a run',
        tags: ['Recipes'],
        params: JobParams,
        response: { 200: Type.Ref('RecipeRun#'), ...errorResponses('run_not_found') },
      },
    },
    async request => {
      const run = await findRun(services.db, request.caller.workspaceId, request.params.id);
      return presentRun(run, signing(request, services));
    },
  );
}
