import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { JobParams } from '../../../contract/schemas/job.ts';
import { VersionParams } from '../../../contract/schemas/recipe.ts';
import { listVersions, readVersion, restoreVersion } from '../../../domain/work/recipes/versions.ts';
import type { App, Services } from '../../app.ts';

export function recipeVersionRoutes(app: App, services: Services): void {
  const { db } = services;
  app.get(
    '/recipes/:id/versions',
    {
      config: { readsList: true, scope: 'recipes:read', purpose: 'List the versions of a recipe.' },
      schema: {
        operationId: 'listRecipeVersions',
        summary: 'List the versions of a recipe',
        description:
          'Every save makes a version; the newest comes first. The oldest of more than a hundred are deleted.',
        tags: ['Recipes'],
        params: JobParams,
        response: { 200: Type.Ref('RecipeVersionList#'), ...describeErrors('recipe_not_found') },
      },
    },
    ({ caller, params }) => listVersions(db, caller.workspaceId, params.id),
  );
  app.get(
    '/recipes/:id/versions/:version',
    {
      config: { scope: 'recipes:read', purpose: 'Fetch a version of a recipe.' },
      schema: {
        operationId: 'getRecipeVersion',
        summary: 'Fetch a version of a recipe',
        description: 'The recipe as it was saved then. `updatedAt` is when.',
        tags: ['Recipes'],
        params: VersionParams,
        response: { 200: Type.Ref('Recipe#'), ...describeErrors('recipe_not_found', 'not_found') },
      },
    },
    ({ caller, params }) => readVersion(db, caller.workspaceId, params.id, params.version),
  );
  app.post(
    '/recipes/:id/versions/:version/restore',
    {
      config: { scope: 'recipes:write', purpose: 'Save a former version of a recipe again.' },
      schema: {
        operationId: 'restoreRecipeVersion',
        summary: 'Restore a version of a recipe',
        description:
          'Saves it as the newest version, with its write-only options. It is checked as any recipe.',
        tags: ['Recipes'],
        params: VersionParams,
        response: {
          200: Type.Ref('Recipe#'),
          ...describeErrors('validation_failed', 'recipe_not_found', 'not_found', 'artifact_not_found'),
        },
      },
    },
    ({ caller, params }) => restoreVersion(services, caller, params.id, params.version),
  );
}
