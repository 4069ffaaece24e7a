import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Value } from 'typebox/value';
import { builtInModels } from './manifest.ts';
import { type Model, modelSchema } from './model.ts';

export interface Manifest {
  models: Model[];
  /** Problems of the operator's entries, in sentences. The other entries are used. */
  problems: string[];
}

export const getManifestPath = (modelsDir: string): string => join(modelsDir, 'manifest.json');

function readEntry(entry: unknown, index: number): Model | string {
  const { name } = (entry ?? {}) as { name?: unknown };
  const title = typeof name === 'string' ? `model ${name}` : `entry ${index}`;
  if (Value.Check(modelSchema, entry)) return entry as Model;
  const [first] = Value.Errors(modelSchema, entry);
  return `${title}: ${first?.instancePath || 'it'} ${first?.message ?? 'is not a valid entry'}`;
}

async function readOperatorManifest(path: string): Promise<Manifest> {
  let entries: unknown;
  try {
    entries = (JSON.parse(await readFile(path, 'utf8')) as { models?: unknown }).models;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return { models: [], problems: code === 'ENOENT' ? [] : [`${path} cannot be read: ${message}`] };
  }
  if (!Array.isArray(entries))
    return { models: [], problems: [`${path} must be { "models": [ … ] }; see docs/models.md`] };
  const read = entries.map(readEntry);
  return {
    models: read.filter(each => typeof each !== 'string'),
    problems: read.filter(each => typeof each === 'string').map(problem => `${path}: ${problem}`),
  };
}

/** Loads all models: the product's and the operator's, whose entries replace those of the same name. */
export async function loadManifest(modelsDir: string): Promise<Manifest> {
  const { models, problems } = await readOperatorManifest(getManifestPath(modelsDir));
  const own = new Map(models.map(model => [model.name, model]));
  const kept = builtInModels.filter(({ name }) => !own.has(name));
  return { models: [...kept, ...own.values()], problems };
}
