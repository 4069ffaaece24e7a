import { limits } from '../settings/limits.ts';
import { findInstalledModels, type InstalledModel } from './installed.ts';
import { getVersion, type ModelSet, nameNeed } from './model.ts';

/** The currently usable models, which can change while the service runs. */
export interface ModelWatch {
  current(): readonly InstalledModel[];
  onChange(listener: () => void): void;
  close(): void;
}

/** Describes the models that a worker reports to the installation, beside its engines. */
export function describeModels(models: readonly InstalledModel[]): {
  engines: Record<string, string>;
  facts: Record<string, { jobTypes: string[] }>;
} {
  const ids = models.map(({ entry }) => [nameNeed(entry.name), entry] as const);
  return {
    engines: Object.fromEntries(ids.map(([id, entry]) => [id, getVersion(entry)])),
    // Models that callers cannot choose list no job types.
    facts: Object.fromEntries(
      ids.map(([id, entry]) => [id, { jobTypes: entry.helper ? [] : entry.jobTypes }]),
    ),
  };
}

export interface WatchSettings {
  modelsDir: string;
  set: ModelSet;
  /** This is called once for each entry that cannot be used. */
  onProblem(problem: string): void;
  lookSeconds?: number;
}

/** Reads MODELS_DIR every few seconds, because changes by other machines in a shared folder are not reported. */
export async function watchModels(settings: WatchSettings): Promise<ModelWatch> {
  const { modelsDir, set, onProblem, lookSeconds = limits.modelLookSeconds } = settings;
  const told = new Set<string>();
  const listeners: (() => void)[] = [];
  let current: InstalledModel[] = [];

  async function look(): Promise<void> {
    const { models, problems } = await findInstalledModels(modelsDir, set);
    for (const problem of problems) {
      if (!told.has(problem)) onProblem(problem);
      told.add(problem);
    }
    if (JSON.stringify(models) === JSON.stringify(current)) return;
    current = models;
    for (const listener of listeners) listener();
  }

  await look();
  const looking = setInterval(() => look().catch(() => {}), lookSeconds * 1000);
  looking.unref();
  return {
    current: () => current,
    onChange: listener => void listeners.push(listener),
    close: () => clearInterval(looking),
  };
}
