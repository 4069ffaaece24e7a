// TypeBox and Kysely consist of a thousand small files, which take half a second of every start. Set-up bundles each of
// them into a few.
import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const packages = ['typebox', 'kysely'];
const packagesFolder = fileURLToPath(new URL('../node_modules', import.meta.url));
/** The bundles in our own package. */
const shippedFolder = fileURLToPath(new URL('../dist/packed', import.meta.url));
/** The code that several entries share. */
const shared = 'shared-';

const findManifest = name => join(packagesFolder, name, 'package.json');
const readManifest = name => JSON.parse(readFileSync(findManifest(name), 'utf8'));
const findCached = name => join(packagesFolder, '.cache', `${name}-${readManifest(name).version}`);

async function packPackage(rolldown, name, folder) {
  const entries = Object.keys(readManifest(name).exports).map(entry => entry.slice(2));
  const input = Object.fromEntries(
    entries.map(entry => [entry || 'index', entry ? `${name}/${entry}` : name]),
  );
  const bundle = await rolldown.rolldown({ input, platform: 'node' });
  // The bundle is moved into place as a whole, because the next start must not load a part of it.
  const unfinished = `${folder}-${process.pid}`;
  await bundle.write({
    dir: unfinished,
    entryFileNames: '[name].mjs',
    chunkFileNames: `${shared}[name].mjs`,
  });
  const license = readdirSync(join(packagesFolder, name)).find(file => /^licen[cs]e/i.test(file));
  if (license) copyFileSync(join(packagesFolder, name, license), join(unfinished, 'LICENSE'));
  renameSync(unfinished, folder);
}

/** Bundles the packages that are not bundled yet, if rolldown, a development dependency, is installed. */
export async function packPackages(into) {
  const missing = packages
    .filter(name => existsSync(findManifest(name)))
    .map(name => ({ name, folder: into ? join(into, name) : findCached(name) }))
    .filter(({ folder }) => !existsSync(folder));
  if (missing.length === 0) return;
  const rolldown = await import('rolldown').catch(() => undefined);
  if (!rolldown) return;
  for (const { name, folder } of missing) await packPackage(rolldown, name, folder);
}

function findPacked(name) {
  const shipped = join(shippedFolder, name);
  if (existsSync(shipped)) return shipped;
  const folder = existsSync(findManifest(name)) ? findCached(name) : undefined;
  return folder && existsSync(folder) ? folder : undefined;
}

/** Lists what imports of a package load from its bundle: pairs of the imported name and the URL of a file. */
function listEntries(name) {
  const folder = findPacked(name);
  if (!folder) return [];
  const files = readdirSync(folder, { recursive: true }).filter(
    file => file.endsWith('.mjs') && !file.startsWith(shared),
  );
  return files.map(file => [
    file === 'index.mjs' ? name : `${name}/${file.slice(0, -'.mjs'.length)}`,
    pathToFileURL(join(folder, file)).href,
  ]);
}

/** Makes imports of these packages load their bundles, if there are any. */
export function usePackedPackages() {
  const packed = new Map(packages.flatMap(listEntries));
  if (packed.size === 0) return;
  module.registerHooks({
    resolve: (name, context, next) =>
      packed.has(name)
        ? { url: packed.get(name), format: 'module', shortCircuit: true }
        : next(name, context),
  });
}
