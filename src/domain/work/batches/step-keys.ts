import type { Database } from '../../../db/database.ts';
import type { Caller } from '../../people/caller.ts';
import type { KeyField } from '../outputs/key-templates.ts';
import { findRecipe } from '../recipes/recipes.ts';

/** Lists the templates of the keys to which a recipe writes its steps, with how messages name them. */
export async function listStepKeys(
  db: Database,
  { workspaceId }: Pick<Caller, 'workspaceId'>,
  recipeId: string | undefined,
): Promise<{ key: string; field: KeyField }[]> {
  if (recipeId === undefined) return [];
  const { steps } = await findRecipe(db, workspaceId, recipeId);
  return steps.flatMap(({ output }, index) =>
    output
      ? [{ key: output.key, field: { path: 'recipeId', name: `\`output.key\` of step ${index + 1}` } }]
      : [],
  );
}
