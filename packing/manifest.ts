import { copyFileSync, existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const manifests = [join(root, 'package.json'), join(root, 'client/package.json')];

const keptAt = (path: string): string =>
  join(root, 'node_modules/.cache/packing', `${manifests.indexOf(path)}.json`);

/** Saves the source manifest while the package's manifest replaces it. */
export function keepManifest(path: string): void {
  const kept = keptAt(path);
  // If packing was interrupted before, the saved manifest is the right one.
  if (existsSync(kept)) copyFileSync(kept, path);
  else {
    mkdirSync(dirname(kept), { recursive: true });
    copyFileSync(path, kept);
  }
}

export function restoreManifest(path: string): void {
  if (existsSync(keptAt(path))) renameSync(keptAt(path), path);
}
