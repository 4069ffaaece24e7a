import { isInstalled } from './installed.ts';
import { findChoice } from './manifest.ts';
import { computeSize, isExcluded, isFetchable, type Model, type ModelSet } from './model.ts';
import { loadManifest } from './operator-manifest.ts';

/** A model as shown to the operator. */
export interface ModelReport {
  name: string;
  state: 'installed' | 'missing' | 'left out';
  default: boolean;
  jobTypes: string[];
  /** The value of `options.model` that selects it. */
  choice: string;
  engine: string;
  bytes: number;
  licence: string;
  commercialUse: boolean;
  purpose: string;
  /** Whether it can be downloaded here. */
  installable: boolean;
}

async function describe(modelsDir: string, model: Model, set: ModelSet): Promise<ModelReport> {
  const { name, jobTypes, engine, licence, commercialUse, purpose } = model;
  const here = (await isInstalled(modelsDir, model)) ? 'installed' : 'missing';
  return {
    name,
    state: isExcluded(model, set) ? 'left out' : here,
    default: model.default ?? false,
    jobTypes,
    choice: findChoice(name),
    engine,
    bytes: computeSize(model),
    licence,
    commercialUse,
    purpose,
    installable: isFetchable(model) && !isExcluded(model, set),
  };
}

export async function describeModels(
  modelsDir: string,
  set: ModelSet,
): Promise<{ models: ModelReport[]; problems: string[] }> {
  const { models, problems } = await loadManifest(modelsDir);
  return { models: await Promise.all(models.map(model => describe(modelsDir, model, set))), problems };
}

/** Writes the notice about models that may not be used commercially; undefined if there are none. */
export function writeLicenceNotice(
  models: Pick<Model, 'name' | 'licence' | 'commercialUse'>[],
): string | undefined {
  const restricted = models.filter(({ commercialUse }) => !commercialUse);
  if (restricted.length === 0) return undefined;
  const named = restricted.map(({ name, licence }) => `${name} (${licence})`).join(', ');
  return `NOT FOR COMMERCIAL USE: ${named}. MODELS=permissive excludes such models.`;
}
