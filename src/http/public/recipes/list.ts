import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { PageQuery } from '../../../contract/schemas/page.ts';
import { listRecipes } from '../../../domain/work/recipes/recipes.ts';
import type { App, Services } from '../../app.ts';

export function listRecipesRoute(app: App, services: Services): void {
  app.get(
    '/recipes',
    {
      config: { readsList: true, scope: 'recipes:read', purpose: 'List saved recipes.' },
      schema: {
        operationId: 'listRecipes',
        summary: 'List recipes',
        description: 'Newest first. Pass the `nextCursor` of a page to get the next one.',
        tags: ['Recipes'],
        querystring: PageQuery,
        response: { 200: Type.Ref('RecipeList#'), ...describeErrors('validation_failed') },
      },
    },
    request => listRecipes(services.db, request.caller.workspaceId, request.query),
  );
}
