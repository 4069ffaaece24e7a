import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { JobParams } from '../../../contract/schemas/job.ts';
import { deleteRecipe } from '../../../domain/work/recipes/recipes.ts';
import type { App, Services } from '../../app.ts';

export function deleteRecipeRoute(app: App, services: Services): void {
  app.delete(
    '/recipes/:id',
    {
      config: { scope: 'recipes:write', purpose: 'Delete a recipe. Its runs continue.' },
      schema: {
        operationId: 'deleteRecipe',
        summary: 'Delete a recipe',
        description: 'Runs that have begun continue.',
        tags: ['Recipes'],
        params: JobParams,
        response: { 204: Type.Null({ description: 'Deleted.' }), ...describeErrors('recipe_not_found') },
      },
    },
    async (request, reply) => {
      await deleteRecipe(services.db, request.caller.workspaceId, request.params.id);
      return reply.code(204).send(null);
    },
  );
}
