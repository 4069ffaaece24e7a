import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The `run.ts` of each job type, by its id: the folders of `jobsDir`, family by family. */
export function findJobModules(jobsDir: string): Map<string, string> {
  const modules = new Map<string, string>();
  for (const family of readdirSync(jobsDir, { withFileTypes: true })) {
    if (!family.isDirectory()) continue;
    for (const type of readdirSync(join(jobsDir, family.name), { withFileTypes: true })) {
      const file = join(jobsDir, family.name, type.name, 'run.ts');
      if (type.isDirectory() && existsSync(file)) modules.set(type.name, file);
    }
  }
  return modules;
}

/** The `convert.ts` of each engine that has one, by its id: document-convert loads them as it needs them. */
export function findConverters(enginesDir: string): Map<string, string> {
  const modules = new Map<string, string>();
  if (!existsSync(enginesDir)) return modules;
  for (const { name } of readdirSync(enginesDir, { withFileTypes: true })) {
    const file = join(enginesDir, name, 'convert.ts');
    if (existsSync(file)) modules.set(name, file);
  }
  return modules;
}
