import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isExcluded, type Model, type ModelSet } from './model.ts';
import { loadManifest } from './operator-manifest.ts';

export interface InstalledModel {
  entry: Model;
  /** The folder with its files. */
  dir: string;
}

export const getModelFolder = (modelsDir: string, { name }: Model): string => join(modelsDir, name);

/** Returns true if all its files exist with the right sizes. Their content is checked only by `findFault`. */
export async function isInstalled(modelsDir: string, model: Model): Promise<boolean> {
  const files = await Promise.all(
    model.source.files.map(async ({ as, size }) => {
      const found = await stat(join(getModelFolder(modelsDir, model), as)).catch(() => undefined);
      return found?.isFile() && (size === undefined || found.size === size);
    }),
  );
  return files.every(Boolean);
}

/** Finds the usable models, and the problems of entries that are not usable. */
export async function findInstalledModels(
  modelsDir: string,
  set: ModelSet,
): Promise<{ models: InstalledModel[]; problems: string[] }> {
  const { models, problems } = await loadManifest(modelsDir);
  const offered = models.filter(model => !isExcluded(model, set));
  const here = await Promise.all(offered.map(model => isInstalled(modelsDir, model)));
  return {
    models: offered
      .filter((_, index) => here[index])
      .map(entry => ({ entry, dir: getModelFolder(modelsDir, entry) })),
    problems,
  };
}
