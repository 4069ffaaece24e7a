// TypeBox consists of seven hundred small files, which take a quarter of a second of every start. Set-up bundles them
// into a few.
import { existsSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const manifestFile = new URL('../node_modules/typebox/package.json', import.meta.url);
/** The bundle in our own package. */
const shippedFolder = new URL('../dist/typebox/', import.meta.url);

const readManifest = () => JSON.parse(readFileSync(manifestFile, 'utf8'));
const cachedFolder = ({ version }) => new URL(`../node_modules/.cache/typebox-${version}/`, import.meta.url);
/** The code that several entries share. */
const shared = 'shared-';

/** Bundles TypeBox if rolldown, a development dependency, is installed. */
export async function packTypebox(into) {
  if (!existsSync(manifestFile)) return;
  const manifest = readManifest();
  const folder = into ?? cachedFolder(manifest);
  if (existsSync(folder)) return;
  const rolldown = await import('rolldown').catch(() => undefined);
  if (!rolldown) return;
  const entries = Object.keys(manifest.exports).map(entry => entry.slice(2));
  const input = Object.fromEntries(
    entries.map(entry => [entry || 'index', entry ? `typebox/${entry}` : 'typebox']),
  );
  const bundle = await rolldown.rolldown({ input, platform: 'node' });
  // The bundle is moved into place as a whole, because the next start must not load a part of it.
  const path = fileURLToPath(folder).replace(/\/$/, '');
  const unfinished = `${path}-${process.pid}`;
  await bundle.write({
    dir: unfinished,
    entryFileNames: '[name].mjs',
    chunkFileNames: `${shared}[name].mjs`,
  });
  renameSync(unfinished, path);
}

function findPacked() {
  if (existsSync(shippedFolder)) return shippedFolder;
  const folder = existsSync(manifestFile) ? cachedFolder(readManifest()) : undefined;
  return folder && existsSync(folder) ? folder : undefined;
}

/** Makes imports of TypeBox load the bundle, if there is one. */
export function usePackedTypebox() {
  const folder = findPacked();
  if (!folder) return;
  const packed = new Map(
    readdirSync(folder)
      .filter(file => file.endsWith('.mjs') && !file.startsWith(shared))
      .map(file => [
        file === 'index.mjs' ? 'typebox' : `typebox/${file.slice(0, -4)}`,
        new URL(file, folder).href,
      ]),
  );
  module.registerHooks({
    resolve: (name, context, next) =>
      packed.has(name)
        ? { url: packed.get(name), format: 'module', shortCircuit: true }
        : next(name, context),
  });
}
