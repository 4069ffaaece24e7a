import { ApiError } from '../../../contract/errors.ts';
import type { NewRecipe, Recipe, RecipeVersion } from '../../../contract/schemas/recipe.ts';
import type { Database } from '../../../db/database.ts';
import type { Asker } from '../../people/caller.ts';
import {
  findRecipe,
  openSecrets,
  presentRecipe,
  type RecipeContext,
  type RecipeRow,
  replaceRecipe,
} from './recipes.ts';

/** Lists the saved versions of a recipe without their steps, the newest first. */
export async function listVersions(
  db: Database,
  workspaceId: string,
  id: string,
): Promise<{ versions: RecipeVersion[] }> {
  const current = await findRecipe(db, workspaceId, id);
  const former = await db
    .selectFrom('recipe_versions')
    .select(['version', 'name', 'description', 'saved_at'])
    .where('recipe_id', '=', current.id)
    .orderBy('version', 'desc')
    .execute();
  const all = [{ ...current, saved_at: current.updated_at }, ...former];
  return {
    versions: all.map(({ version, name, description, saved_at }) => ({
      version,
      name,
      description,
      savedAt: saved_at.toISOString(),
      current: version === current.version,
    })),
  };
}

async function findVersion(
  db: Database,
  workspaceId: string,
  id: string,
  version: string,
): Promise<RecipeRow> {
  const current = await findRecipe(db, workspaceId, id);
  if (version === String(current.version)) return current;
  const former =
    /^[1-9]\d{0,8}$/.test(version) &&
    (await db
      .selectFrom('recipe_versions')
      .selectAll()
      .where('recipe_id', '=', current.id)
      .where('version', '=', Number(version))
      .executeTakeFirst());
  if (!former)
    throw new ApiError('not_found', {
      message: `The recipe has no version ${version}, or no longer has it.`,
    });
  return { ...current, ...former, updated_at: former.saved_at };
}

/** Reads a recipe as it was in one of its versions. */
export const readVersion = async (
  db: Database,
  workspaceId: string,
  id: string,
  version: string,
): Promise<Recipe> => presentRecipe(await findVersion(db, workspaceId, id, version));

/** Writes a stored recipe as the request that would save it, with its write-only options. */
function writeRequest({ secrets }: RecipeContext, row: RecipeRow): NewRecipe {
  const sealed = openSecrets(secrets, row);
  return {
    name: row.name,
    description: row.description,
    steps: row.steps.map(({ tab, options, secretOptions: _, ...step }, index) => ({
      ...step,
      config: { tab, processingMode: 'server', [tab]: { ...options, ...sealed[index] } },
    })),
  };
}

/** Saves a former version of a recipe as its newest one, if it can still be saved. */
export async function restoreVersion(
  context: RecipeContext,
  asker: Asker,
  id: string,
  version: string,
): Promise<Recipe> {
  const row = await findVersion(context.db, asker.workspaceId, id, version);
  return replaceRecipe(context, asker, id, writeRequest(context, row));
}
