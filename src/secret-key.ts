import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns the path of the key in the data folder. */
export const getSecretKeyPath = (dataDir: string): string => join(dataDir, 'secret.key');

/**
 * Loads the key that signs links and encrypts passwords. It is generated once and stored in the data folder.
 */
export async function loadSecretKey(dataDir: string): Promise<string> {
  const path = getSecretKeyPath(dataDir);
  const read = async () => (await readFile(path, 'utf8')).trim();
  try {
    return await read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  // The key is written to a temporary file and linked: the first process to link decides, and nobody reads half a key.
  const aside = `${path}.${process.pid}`;
  await writeFile(aside, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flush: true });
  await link(aside, path).catch(error => {
    if (error.code !== 'EEXIST') throw error;
  });
  await unlink(aside);
  return read();
}
