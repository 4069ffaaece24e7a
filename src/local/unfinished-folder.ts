import { mkdir } from 'node:fs/promises';
import { claimFolder, type OwnerFolder } from '../worker/hosts/folders/owner-folder.ts';

/** Folders from which the leftovers of killed commands have been removed. */
const swept = new Set<string>();

/**
 * Creates a folder for unfinished results on the file system of their final place, so that a rename makes
 * each appear complete.
 */
export async function makeUnfinished(folder: string): Promise<OwnerFolder> {
  await mkdir(folder, { recursive: true });
  const sweeps = !swept.has(folder);
  swept.add(folder);
  return await claimFolder(folder, { prefix: '.filemill-', sweeps });
}
