import { copyFileSync, existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const manifests = [join(root, 'package.json'), join(root, 'client/package.json')];

const keptAt = (path: string): string =>
  join(root, 'node_modules/.cache/packing', `${manifests.indexOf(path)}.json`);

/** Keeps the manifest of the sources while that of the package is in its place. */
export function keepManifest(path: string): void {
  const kept = keptAt(path);
  // One that was not put back, because packing was interrupted, is the one to keep.
  if (existsSync(kept)) copyFileSync(kept, path);
  else {
    mkdirSync(dirname(kept), { recursive: true });
    copyFileSync(path, kept);
  }
}

export function restoreManifest(path: string): void {
  if (existsSync(keptAt(path))) renameSync(keptAt(path), path);
}
