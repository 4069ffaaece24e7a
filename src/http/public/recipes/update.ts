import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { JobParams } from '../../../contract/schemas/job.ts';
import { ChangedRecipe } from '../../../contract/schemas/recipe.ts';
import { updateRecipe } from '../../../domain/work/recipes/recipes.ts';
import { limits } from '../../../settings/limits.ts';
import type { App, Services } from '../../app.ts';

export function updateRecipeRoute(app: App, services: Services): void {
  app.put(
    '/recipes/:id',
    {
      config: { scope: 'recipes:write', purpose: 'Change a recipe. The former version is kept.' },
      bodyLimit: limits.recipeBodyBytes,
      schema: {
        operationId: 'updateRecipe',
        summary: 'Change a recipe',
        description:
          'Replaces the whole recipe and keeps the former version. Runs that have begun continue with their steps.',
        tags: ['Recipes'],
        params: JobParams,
        body: ChangedRecipe,
        response: {
          200: Type.Ref('Recipe#'),
          ...describeErrors('validation_failed', 'recipe_not_found', 'artifact_not_found'),
        },
      },
    },
    ({ caller, params, body }) => updateRecipe(services, caller, params.id, body),
  );
}
