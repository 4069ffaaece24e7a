import { newId } from '../../../contract/ids.ts';
import type { RecipeTrial } from '../../../contract/schemas/recipe.ts';
import { findArtifact } from '../../files/artifacts/find.ts';
import type { Caller } from '../../people/caller.ts';
import { draftRun, type RunServices } from './draft-run.ts';
import { makeRow, readDraft, requireFewRecipes } from './recipes.ts';
import { type CreatedRun, saveRun } from './run.ts';

const unnamed = 'Trial';

/**
 * Runs steps that are not saved. Their files are written to no connection. The run belongs to a recipe that is deleted already: a run
 * has a copy of its steps, so that only the name is needed.
 */
export async function tryRecipe(
  context: RunServices,
  caller: Caller,
  { name = unnamed, inputArtifactId, ...draft }: RecipeTrial,
): Promise<CreatedRun> {
  const { db } = context;
  const { workspaceId } = caller;
  const steps = (await readDraft(context, workspaceId, draft)).map(({ output: _, ...step }) => step);
  const made = await makeRow(context, caller, { name, description: '', steps });
  const input = await findArtifact(db, caller, inputArtifactId);
  await requireFewRecipes(db, workspaceId);
  const id = newId('recipe');
  const run = await draftRun(context, caller, { id, ...made, version: 1 }, input, {});
  return db.transaction().execute(async trx => {
    await trx
      .insertInto('recipes')
      .values({ id, workspace_id: workspaceId, ...made, steps: '[]', secret: null, deleted_at: new Date() })
      .execute();
    return saveRun(trx, caller, run);
  });
}
