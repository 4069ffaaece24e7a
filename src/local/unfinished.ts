import { mkdir } from 'node:fs/promises';
import { claimFolder, type OwnerFolder } from '../worker/hosts/owner-folder.ts';

/** Folders that were looked through already for what a killed command has left. */
const swept = new Set<string>();

/** A folder for results that are not whole yet, beside where they will lie: a rename then makes each appear at once. */
export async function makeUnfinished(folder: string): Promise<OwnerFolder> {
  await mkdir(folder, { recursive: true });
  const sweeps = !swept.has(folder);
  swept.add(folder);
  return await claimFolder(folder, { prefix: '.filemill-', sweeps });
}
