import { loadFiles } from '../job-and-engine-folders.ts';
import type { Model, ModelDeclaration } from './model.ts';

/** Loads the `models.ts` of every job type that has one. A model declared by several serves all of them. */
async function loadDeclaredModels(): Promise<Model[]> {
  const models = new Map<string, Model>();
  for (const [jobType, { models: declared }] of await loadFiles<{ models: readonly ModelDeclaration[] }>(
    'jobs',
    'models.ts',
  ))
    for (const model of declared) {
      const { jobTypes = [] } = models.get(model.name) ?? {};
      models.set(model.name, { ...model, jobTypes: [...jobTypes, jobType] });
    }
  return [...models.values()];
}

/** The models declared by job types. An operator adds others in MODELS_DIR/manifest.json. */
export const builtInModels: readonly Model[] = await loadDeclaredModels();

/**
 * Returns the value by which callers choose a model. An operator's entry that replaces a built-in one keeps
 * its value.
 */
export const findChoice = (modelName: string): string =>
  builtInModels.find(({ name }) => name === modelName)?.choice ?? modelName;

/** Returns the default of `options.model`: the usual model, or the first installed one if that is missing. */
export function chooseDefault(usual: string, there: readonly string[]): string {
  const [first = usual] = there;
  if (there.includes(usual)) return usual;
  return builtInModels.map(({ name }) => findChoice(name)).find(word => there.includes(word)) ?? first;
}
