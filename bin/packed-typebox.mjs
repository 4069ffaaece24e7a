// TypeBox is seven hundred small files, a quarter of a second of every start. Set-up packs them into a few.
import { existsSync, readFileSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const modules = new URL('../node_modules/', import.meta.url);
const readManifest = () => JSON.parse(readFileSync(new URL('typebox/package.json', modules), 'utf8'));
const folderOf = ({ version }) => new URL(`.cache/typebox-${version}/`, modules);
/** `./value` is the file `value.mjs`, `.` is `index.mjs`. */
const fileOf = entry => `${entry.slice(2) || 'index'}.mjs`;

/** Packs it where rolldown is here, which comes with the development dependencies. */
export async function packTypebox() {
  const manifest = readManifest();
  const folder = folderOf(manifest);
  if (existsSync(folder)) return;
  const rolldown = await import('rolldown').catch(() => undefined);
  if (!rolldown) return;
  const entries = Object.keys(manifest.exports);
  const input = entries.map(entry => [fileOf(entry).slice(0, -4), `typebox${entry.slice(1)}`]);
  const bundle = await rolldown.rolldown({ input: Object.fromEntries(input), platform: 'node' });
  await bundle.write({
    dir: fileURLToPath(folder),
    entryFileNames: '[name].mjs',
    chunkFileNames: 'shared-[name].mjs',
  });
}

/** Has whoever imports TypeBox get the packed one, where there is one. */
export function usePackedTypebox() {
  // Where we are installed as a package it lies elsewhere, as npm put it.
  if (!existsSync(new URL('typebox/', modules))) return;
  const manifest = readManifest();
  const folder = folderOf(manifest);
  if (!existsSync(folder)) return;
  const packed = new Map(
    Object.keys(manifest.exports).map(entry => [
      `typebox${entry.slice(1)}`,
      new URL(fileOf(entry), folder).href,
    ]),
  );
  module.registerHooks({
    resolve: (name, context, next) =>
      packed.has(name)
        ? { url: packed.get(name), format: 'module', shortCircuit: true }
        : next(name, context),
  });
}
