import { existsSync, readdirSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { settings } from './settings/config.ts';

/**
 * Kinds that are found by their folder: a job type is `jobs/<family>/<type>/`, an engine is
 * `engines/<engine>/`.
 */
export type Kind = 'jobs' | 'engines';

const source = dirname(fileURLToPath(import.meta.url));

/** The operator's own job types and engines, if `EXTENSIONS_DIR` is set. */
export const extensionsDir = settings.extensionsDir.read(process.env.EXTENSIONS_DIR?.trim() || undefined);

const listFolders = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(entry => join(folder, entry.name))
    .sort();

function findInRoot(root: string, kind: Kind, file: string): string[] {
  if (!existsSync(root)) return [];
  const homes = kind === 'jobs' ? listFolders(root).flatMap(listFolders) : listFolders(root);
  // In the package, files are compiled.
  const names = [file, file.replace(/\.ts$/, '.js')];
  return homes.flatMap(home =>
    names
      .map(name => join(home, name))
      .filter(path => existsSync(path))
      .slice(0, 1),
  );
}

/** Lists the roots of a kind: the product's own, then the operator's. */
const listRoots = (kind: Kind): string[] =>
  [source, ...(extensionsDir === undefined ? [] : [extensionsDir])].map(root => join(root, kind));

/** Returns the paths of `file` in every folder of a kind that has it, by the folder's name. */
export function findFiles(kind: Kind, file: string, roots: string[] = listRoots(kind)): Map<string, string> {
  const found = new Map<string, string>();
  for (const path of roots.flatMap(root => findInRoot(resolve(root), kind, file))) {
    const id = dirname(path).split('/').at(-1) ?? '';
    const other = found.get(id);
    if (other !== undefined) throw new Error(`${path} has the same name as ${other}: rename its folder`);
    found.set(id, path);
  }
  return found;
}

/** Loads `file` of every folder of a kind that has it, by the folder's name. */
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

// An extension may be anywhere on the machine; its imports by name (`filemill`, `typebox`) resolve to the
// product's modules.
if (extensionsDir !== undefined) {
  const within = pathToFileURL(`${extensionsDir}/`).href;
  registerHooks({
    resolve: (name, context, next) =>
      context.parentURL?.startsWith(within) && /^[@\w]/.test(name) && !name.startsWith('node:')
        ? next(name, { ...context, parentURL: import.meta.url })
        : next(name, context),
  });
}
