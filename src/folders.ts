import { existsSync, readdirSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { settings } from './settings/config.ts';

/** What is found by its folder: a job type is `jobs/<family>/<type>/`, an engine is `engines/<engine>/`. */
export type Kind = 'jobs' | 'engines';

const source = dirname(fileURLToPath(import.meta.url));

/** The operator's own job types and engines, where `EXTENSIONS_DIR` names a folder of them. */
export const extensionsDir = settings.extensionsDir.read(process.env.EXTENSIONS_DIR?.trim() || undefined);

const folders = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(entry => join(folder, entry.name))
    .sort();

function findInRoot(root: string, kind: Kind, file: string): string[] {
  if (!existsSync(root)) return [];
  const homes = kind === 'jobs' ? folders(root).flatMap(folders) : folders(root);
  // In the package it is compiled.
  const names = [file, file.replace(/\.ts$/, '.js')];
  return homes.flatMap(home =>
    names
      .map(name => join(home, name))
      .filter(path => existsSync(path))
      .slice(0, 1),
  );
}

/** Where the folders of a kind lie: the product's own, then the operator's. */
const listRoots = (kind: Kind): string[] =>
  [source, ...(extensionsDir === undefined ? [] : [extensionsDir])].map(root => join(root, kind));

/** The paths of `file` in every folder of a kind that has it, by the folder's name. */
export function findFiles(kind: Kind, file: string, roots: string[] = listRoots(kind)): Map<string, string> {
  const found = new Map<string, string>();
  for (const path of roots.flatMap(root => findInRoot(resolve(root), kind, file))) {
    const id = dirname(path).split('/').at(-1) ?? '';
    const other = found.get(id);
    if (other !== undefined) throw new Error(`${path} has the name of ${other}: give its folder another`);
    found.set(id, path);
  }
  return found;
}

/** What `file` of every folder of a kind exports, by the folder's name. */
export async function loadFiles<Module>(
  kind: Kind,
  file: string,
  roots?: string[],
): Promise<Map<string, Module>> {
  const files = [...findFiles(kind, file, roots)];
  return new Map(
    await Promise.all(
      files.map(async ([id, path]) => [id, (await import(pathToFileURL(path).href)) as Module] as const),
    ),
  );
}

// An extension lies anywhere on the machine; what it imports by name (`filemill`, `typebox`) is what the product has.
if (extensionsDir !== undefined) {
  const within = pathToFileURL(`${extensionsDir}/`).href;
  registerHooks({
    resolve: (name, context, next) =>
      context.parentURL?.startsWith(within) && /^[@\w]/.test(name) && !name.startsWith('node:')
        ? next(name, { ...context, parentURL: import.meta.url })
        : next(name, context),
  });
}
