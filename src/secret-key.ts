import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where the data folder keeps the key. */
export const secretKeyFile = (dataDir: string): string => join(dataDir, 'secret.key');

/** The key that signs links and seals passwords: made once, kept in the data folder, the same after every start. */
export async function loadSecretKey(dataDir: string): Promise<string> {
  const path = secretKeyFile(dataDir);
  const read = async () => (await readFile(path, 'utf8')).trim();
  try {
    return await read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  // Written aside and linked: whoever links first decides, and nobody reads half a key.
  const aside = `${path}.${process.pid}`;
  await writeFile(aside, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flush: true });
  await link(aside, path).catch(error => {
    if (error.code !== 'EEXIST') throw error;
  });
  await unlink(aside);
  return read();
}
