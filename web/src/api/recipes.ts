import type { Recipe, RecipeChange, RecipeDraft, StepChoice } from '@filemill/client';
import { queryOptions } from '@tanstack/react-query';
import { workspaceApi } from './client.ts';
import { queryClient } from './query-client.ts';

export type { Recipe, RecipePreview, StepChoice } from '@filemill/client';
export type SentSteps = RecipeDraft['steps'];

const maxListed = 100;

export const recipesQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['recipes', workspaceId],
    queryFn: async ({ signal }) =>
      (await workspaceApi(workspaceId).recipes.list({ limit: maxListed }, { signal })).recipes,
  });

export const recipeQuery = (workspaceId: string, id: string) =>
  queryOptions({
    queryKey: ['recipes', workspaceId, id],
    queryFn: ({ signal }) => workspaceApi(workspaceId).recipes.get(id, { signal }),
  });

/** Lists the versions of a recipe, the newest first. They change whenever it is saved. */
export const versionsQuery = (workspaceId: string, { id, version }: Pick<Recipe, 'id' | 'version'>) =>
  queryOptions({
    queryKey: ['recipe-versions', workspaceId, id, version],
    queryFn: ({ signal }) => workspaceApi(workspaceId).recipes.versions(id, { signal }),
  });

export const versionQuery = (workspaceId: string, id: string, version: number) =>
  queryOptions({
    queryKey: ['recipe-versions', workspaceId, id, 'one', version],
    queryFn: ({ signal }) => workspaceApi(workspaceId).recipes.version(id, version, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Checks unsaved steps the way saving does. */
export const previewQuery = (workspaceId: string, recipeId: string | undefined, steps: SentSteps) =>
  queryOptions({
    queryKey: ['recipe-preview', workspaceId, recipeId, steps],
    queryFn: ({ signal }) =>
      workspaceApi(workspaceId).recipes.preview({ ...(recipeId && { recipeId }), steps }, { signal }),
    placeholderData: previous => previous,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const stepChoicesQuery = (workspaceId: string, steps: SentSteps, at: number) =>
  queryOptions({
    queryKey: ['step-choices', workspaceId, steps, at],
    queryFn: ({ signal }): Promise<StepChoice[]> =>
      workspaceApi(workspaceId).recipes.stepChoices(steps, at, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

const storeRecipe = async (workspaceId: string, recipe: Recipe): Promise<Recipe> => {
  queryClient.setQueryData(recipeQuery(workspaceId, recipe.id).queryKey, recipe);
  await queryClient.invalidateQueries({ queryKey: recipesQuery(workspaceId).queryKey, exact: true });
  return recipe;
};

/** Saves a new or an existing recipe. */
export async function saveRecipe(
  workspaceId: string,
  id: string | undefined,
  recipe: RecipeChange,
): Promise<Recipe> {
  const { recipes } = workspaceApi(workspaceId);
  const { steps, ...rest } = recipe;
  const made = steps.map(({ previousIndex: _, ...step }) => step);
  return storeRecipe(
    workspaceId,
    id === undefined ? await recipes.create({ ...rest, steps: made }) : await recipes.update(id, recipe),
  );
}

/** Saves a former version as the newest one. */
export const restoreVersion = async (workspaceId: string, id: string, version: number): Promise<Recipe> =>
  storeRecipe(workspaceId, await workspaceApi(workspaceId).recipes.restore(id, version));

export async function deleteRecipe(workspaceId: string, id: string): Promise<void> {
  await workspaceApi(workspaceId).recipes.delete(id);
  queryClient.removeQueries({ queryKey: recipeQuery(workspaceId, id).queryKey });
  await queryClient.invalidateQueries({ queryKey: recipesQuery(workspaceId).queryKey });
}
