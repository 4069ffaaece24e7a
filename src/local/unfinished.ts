import { mkdir } from 'node:fs/promises';
import { claimFolder, type OwnerFolder } from '../worker/hosts/folders/owner-folder.ts';

/** Folders in which the leftovers of killed commands were removed already. */
const swept = new Set<string>();

/** Makes a folder for unfinished results on the same file system as their final place, so that a rename makes each appear whole. */
export async function makeUnfinished(folder: string): Promise<OwnerFolder> {
  await mkdir(folder, { recursive: true });
  const sweeps = !swept.has(folder);
  swept.add(folder);
  return await claimFolder(folder, { prefix: '.filemill-', sweeps });
}
