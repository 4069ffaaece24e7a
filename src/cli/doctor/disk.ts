import { dirname } from 'node:path';
import { readFreeBytes } from '../../free-space.ts';
import type { Config } from '../../settings/config.ts';
import type { Check } from './check.ts';

const gigabyte = 1e9;
/** A few large jobs at once can fill a disk with less free space than this. */
const enoughBytes = 10 * gigabyte;

/** Finds the free bytes of the disk that has a folder or, if the folder does not exist yet, the one above it. */
async function findFreeBytes(folder: string): Promise<number> {
  try {
    return await readFreeBytes(folder);
  } catch (error) {
    const above = dirname(folder);
    if (above === folder) throw error;
    return findFreeBytes(above);
  }
}

async function checkFolder(subject: string, folder: string): Promise<Check> {
  const free = await findFreeBytes(folder);
  const found = `${(free / gigabyte).toFixed(1)} GB free at ${folder}`;
  if (free >= enoughBytes) return { subject, found };
  return {
    subject,
    found,
    advice: `Less than ${enoughBytes / gigabyte} GB. When it is full, uploads are refused and jobs wait. Shorten the retention of your plans, use a larger disk, or store files in a bucket (STORAGE_URL).`,
  };
}

/** Checks the space for the database, running jobs and stored files. */
export const checkDisks = ({ dataDir, storage }: Pick<Config, 'dataDir' | 'storage'>): Promise<Check[]> =>
  Promise.all([
    checkFolder('Disk of DATA_DIR', dataDir),
    ...(storage && 'folder' in storage ? [checkFolder('Disk of STORAGE_URL', storage.folder)] : []),
  ]);
