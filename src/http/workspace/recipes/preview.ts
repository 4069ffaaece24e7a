import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { RecipeDraft } from '../../../contract/schemas/recipe.ts';
import { previewRecipe } from '../../../domain/work/recipes/recipes.ts';
import { limits } from '../../../settings/limits.ts';
import type { App, Services } from '../../app.ts';

export function previewRecipeRoute(app: App, services: Services): void {
  app.post(
    '/recipes/preview',
    {
      config: { scope: 'recipes:read' },
      bodyLimit: limits.recipeBodyBytes,
      schema: {
        operationId: 'previewRecipe',
        summary: 'Check a recipe without saving it',
        description: 'Applies the same rules as saving, and lists every error with its step.',
        tags: ['Recipes'],
        body: RecipeDraft,
        response: {
          200: Type.Ref('RecipePreview#'),
          ...describeErrors('validation_failed', 'recipe_not_found'),
        },
      },
    },
    ({ caller, body }) => previewRecipe(services, caller.workspaceId, body),
  );
}
