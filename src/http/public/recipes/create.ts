import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { NewRecipe } from '../../../contract/schemas/recipe.ts';
import { createRecipe } from '../../../domain/work/recipes/recipes.ts';
import { limits } from '../../../settings/limits.ts';
import type { App, Services } from '../../app.ts';

export function createRecipeRoute(app: App, services: Services): void {
  app.post(
    '/recipes',
    {
      config: { scope: 'recipes:write', purpose: 'Create a recipe.' },
      bodyLimit: limits.recipeBodyBytes,
      schema: {
        operationId: 'createRecipe',
        summary: 'Create a recipe',
        description:
          'Saves a sequence of steps. Each step must accept the output of the previous one; a step that does not fit is refused with its index.',
        tags: ['Recipes'],
        body: NewRecipe,
        response: {
          201: Type.Ref('Recipe#'),
          ...describeErrors('validation_failed', 'invalid_state', 'artifact_not_found'),
        },
      },
    },
    async (request, reply) => {
      const recipe = await createRecipe(services, request.caller, request.body);
      return reply.code(201).send(recipe);
    },
  );
}
