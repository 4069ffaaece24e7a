import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { RecipeTrial } from '../../../contract/schemas/recipe.ts';
import { takeArrivedArtifacts } from '../../../domain/files/uploads/direct-transfers.ts';
import { presentRun } from '../../../domain/work/recipes/present.ts';
import { findRun } from '../../../domain/work/recipes/runs.ts';
import { tryRecipe } from '../../../domain/work/recipes/trial.ts';
import { limits } from '../../../settings/limits.ts';
import type { App, Services } from '../../app.ts';
import { makeSigning } from '../../plugins/service-url.ts';

export function tryRecipeRoute(app: App, services: Services): void {
  app.post(
    '/recipes/trials',
    {
      config: { scope: 'recipes:write' },
      bodyLimit: limits.recipeBodyBytes,
      schema: {
        operationId: 'tryRecipe',
        summary: 'Run steps without saving them',
        description:
          'Runs the steps on a stored file as a saved recipe would, with branches and conditions, but writes nothing to connections. The response is a run, to be followed like any other.',
        tags: ['Recipes'],
        body: RecipeTrial,
        response: {
          201: Type.Ref('RecipeRun#'),
          ...describeErrors(
            'validation_failed',
            'invalid_file_type',
            'recipe_not_found',
            'artifact_not_found',
            'quota_exceeded',
          ),
        },
      },
    },
    async (request, reply) => {
      const { caller, body } = request;
      await takeArrivedArtifacts(services, caller, [body.inputArtifactId]);
      const { runId } = await tryRecipe(services, caller, body);
      const run = await findRun(services.db, caller.workspaceId, runId);
      return reply.code(201).send(presentRun(run, makeSigning(request, services)));
    },
  );
}
