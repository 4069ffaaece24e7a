import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Filled } from '../../lists.ts';
import { CommandError } from '../exit-codes.ts';
import type { InputFile } from './backend.ts';

const connectionScheme = 'connection:';

/** Tells whether a word names a file of a connection, such as connection:archive/reports/a.csv. */
const isConnectionFile = (word: string): boolean => /^connection:[^/]+\/.+$/.test(word);

/** Writes the word for a file of a connection. */
export const writeConnectionFile = (connection: string, key: string): string =>
  `${connectionScheme}${connection}/${key}`;

/** Returns the connection and the key that a word names, or undefined. */
export function readConnectionFile(word: string): { connection: string; key: string } | undefined {
  if (!isConnectionFile(word)) return undefined;
  const [connection = '', ...key] = word.slice(connectionScheme.length).split('/');
  return { connection, key: key.join('/') };
}

/** Tells whether a word is the URL of a file on the web, or names a file of a connection. */
export const isAddress = (word: string): boolean =>
  (/^https?:\/\/\S+$/i.test(word) && URL.canParse(word)) || isConnectionFile(word);

/** Returns the last part of a URL's path, by which the file is known until it is fetched. */
export const nameByAddress = (url: string): string => {
  const file = readConnectionFile(url);
  if (file) return basename(file.key);
  const last = basename(new URL(url).pathname);
  try {
    return basename(decodeURIComponent(last)) || 'file';
  } catch {
    return last || 'file';
  }
};

async function save(file: InputFile, dir: string): Promise<InputFile> {
  if (!isAddress(file.path)) return file;
  if (readConnectionFile(file.path))
    throw new CommandError('Connections belong to a server. Sign in to one with `filemill login URL`.');
  const { host } = new URL(file.path);
  const response = await fetch(file.path).catch(() => {
    throw new CommandError(`${host} cannot be reached.`);
  });
  if (!response.ok || !response.body) throw new CommandError(`${host} answered ${response.status}.`);
  const path = join(await mkdtemp(join(dir, 'file-')), file.filename);
  await writeFile(path, response.body, { mode: 0o600 });
  return { ...file, path };
}

/** Downloads the files that were given by their URL, because a machine without a service has no one else to do it. */
export async function saveAddresses(
  files: Filled<InputFile>,
): Promise<{ files: Filled<InputFile>; clear(): Promise<void> }> {
  if (!files.some(({ path }) => isAddress(path))) return { files, clear: async () => {} };
  const dir = await mkdtemp(join(tmpdir(), 'filemill-fetched-'));
  const clear = () => rm(dir, { recursive: true, force: true });
  try {
    const [first, ...others] = files;
    const saved: Filled<InputFile> = [await save(first, dir)];
    for (const file of others) saved.push(await save(file, dir));
    return { files: saved, clear };
  } catch (error) {
    await clear();
    throw error;
  }
}
