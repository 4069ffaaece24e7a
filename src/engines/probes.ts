import { readdirSync } from 'node:fs';
import type { Engine } from './engine.ts';

/** Every engine there is: the folders that hold a `probe.ts`. */
export async function loadEngines(): Promise<Engine[]> {
  const folder = new URL('./', import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(path => /^[^/]+\/probe\.ts$/.test(path))
    .sort();
  const modules = await Promise.all(
    files.map(path => import(new URL(path, folder).href) as Promise<{ engine: Engine }>),
  );
  return modules.map(({ engine }) => engine);
}

/** The versions of the engines that are here, by id. */
export async function probeEngines(): Promise<Record<string, string>> {
  const engines = await loadEngines();
  const found = await Promise.all(engines.map(async engine => [engine.id, await engine.probe()] as const));
  return Object.fromEntries(found.filter((pair): pair is [string, string] => pair[1] !== undefined));
}

/** What callers may choose from, of the engines that are here. */
export async function engineFacts(
  installed: Record<string, string>,
): Promise<Record<string, Record<string, string[]>>> {
  const telling = (await loadEngines()).filter(engine => engine.facts && engine.id in installed);
  return Object.fromEntries(
    await Promise.all(telling.map(async engine => [engine.id, await engine.facts!()] as const)),
  );
}
