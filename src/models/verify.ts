import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { computeSha256 } from './fetch/hash.ts';
import type { Model } from './model.ts';

/** Checks the files in `folder` and returns the problem of the first one that does not match the entry. */
export async function findFault(folder: string, model: Model): Promise<string | undefined> {
  for (const { as, size, sha256 } of model.source.files) {
    const path = join(folder, as);
    const found = await stat(path).catch(() => undefined);
    if (!found?.isFile()) return `${as} is missing`;
    if (size !== undefined && found.size !== size) return `${as} has ${found.size} bytes instead of ${size}`;
    if (sha256 !== undefined && (await computeSha256(path)) !== sha256)
      return `${as} is damaged: its SHA-256 is not the manifest's`;
  }
  return undefined;
}
