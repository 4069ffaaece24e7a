import { statfs } from 'node:fs/promises';

/** Reads how many bytes may still be written to the disk that has a folder. */
export async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
