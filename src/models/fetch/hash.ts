import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

async function hashFile(path: string, algorithm: string, encoding: 'hex' | 'base64'): Promise<string> {
  const hash = createHash(algorithm);
  await pipeline(createReadStream(path), hash);
  return hash.digest(encoding);
}

export const computeSha256 = (path: string): Promise<string> => hashFile(path, 'sha256', 'hex');

/** Formats the hash like npm: the algorithm and the hash in Base64. */
export const computeIntegrity = async (path: string): Promise<string> =>
  `sha512-${await hashFile(path, 'sha512', 'base64')}`;
