import { existsSync, globSync, readdirSync } from 'node:fs';
import { loadFiles } from '../job-and-engine-folders.ts';
import type { Engine } from './engine.ts';

/** Loads every engine: the folders that hold a `probe.ts`. */
export async function loadEngines(): Promise<Engine[]> {
  const modules = await loadFiles<{ engine: Engine }>('engines', 'probe.ts');
  return [...modules].map(([name, { engine }]) => {
    if (engine.id !== name)
      throw new Error(`the folder ${name} declares the engine ${engine.id}, not its own name`);
    return engine;
  });
}

/** Lists the paths that match a pattern. The first glob is slow to load, so simple patterns do without. */
function expandPattern(pattern: string): string[] {
  if (!/[*?[{]/.test(pattern)) return existsSync(pattern) ? [pattern] : [];
  const [, folder, beginning] = /^([^*?[{]*)\/([^*?[{/]+)\*$/.exec(pattern) ?? [];
  if (folder === undefined || beginning === undefined) return globSync(pattern);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter(name => name.startsWith(beginning))
    .map(name => `${folder}/${name}`);
}

/** Lists the system's paths that engines read in the sandbox and that exist here. */
export async function listSystemPaths(): Promise<string[]> {
  const patterns = (await loadEngines()).flatMap(({ reads = [] }) => reads);
  return [...new Set(patterns.flatMap(expandPattern))].sort();
}
