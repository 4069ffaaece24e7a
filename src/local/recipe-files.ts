import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { invalid } from '../contract/errors.ts';
import { NewRecipe, type RecipeStep } from '../contract/schemas/recipe.ts';
import { check } from '../contract/validate.ts';

export interface SavedRecipe {
  name: string;
  description: string;
  steps: RecipeStep[];
}

const readRecipe = check(NewRecipe);
const getRecipePath = (folder: string, name: string): string =>
  join(folder, `${encodeURIComponent(name)}.json`);

/**
 * Lists the recipes on this machine: one file each, readable only by the user, since steps may contain
 * passwords.
 */
export async function listRecipes(folder: string): Promise<SavedRecipe[]> {
  const names = (await readdir(folder).catch(() => [])).filter(name => name.endsWith('.json')).sort();
  return await Promise.all(
    names.map(async name => {
      const path = join(folder, name);
      try {
        return readRecipe(JSON.parse(await readFile(path, 'utf8')));
      } catch (error) {
        throw new Error(
          `${path} is not a valid recipe: ${(error as Error).message} Correct the file or remove it.`,
        );
      }
    }),
  );
}

export async function saveRecipe(folder: string, given: unknown): Promise<SavedRecipe> {
  const recipe = readRecipe(given);
  if ((await listRecipes(folder)).some(({ name }) => name === recipe.name))
    throw invalid(
      'name',
      `The recipe ${recipe.name} already exists. Remove ${getRecipePath(folder, recipe.name)}, or give another name.`,
    );
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = getRecipePath(folder, recipe.name);
  await writeFile(`${path}.new`, `${JSON.stringify(recipe, null, 2)}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
  return recipe;
}
