import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { JobParams } from '../../../contract/schemas/job.ts';
import { findRecipe, presentRecipe } from '../../../domain/work/recipes/recipes.ts';
import type { App, Services } from '../../app.ts';

export function getRecipeRoute(app: App, services: Services): void {
  app.get(
    '/recipes/:id',
    {
      config: { scope: 'recipes:read', purpose: 'Fetch a recipe.' },
      schema: {
        operationId: 'getRecipe',
        summary: 'Fetch a recipe',
        description: 'Includes the steps and the formats that a run accepts.',
        tags: ['Recipes'],
        params: JobParams,
        response: { 200: Type.Ref('Recipe#'), ...describeErrors('recipe_not_found') },
      },
    },
    async request =>
      presentRecipe(await findRecipe(services.db, request.caller.workspaceId, request.params.id)),
  );
}
