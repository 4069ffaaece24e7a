import { createHash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The layout of a backup's folder. It changes when an older program could no longer read it. */
const format = 1;

/** A file of the backup, by its path in it. */
export interface BackedUpFile {
  path: string;
  bytes: number;
  sha256: string;
}

export interface BackedUpTable extends BackedUpFile {
  name: string;
  columns: string[];
  rows: number;
}

/** The table of contents, `backup.json`. It is written last, so a backup that was broken off has none. */
export interface Manifest {
  format: number;
  /** The version of the program that made it. */
  version: string;
  createdAt: string;
  /** The migrations that had been applied to the database. */
  migrations: string[];
  tables: BackedUpTable[];
  sequences: { name: string; value: number; isCalled: boolean }[];
  /** The stored files, which are listed in a separate file. A backup of the database alone has none. */
  files?: { list: BackedUpFile; count: number; bytes: number };
  /** Tells whether a key is the one that secrets in the database are sealed with. */
  secretKeyFingerprint: string;
  /** The secret key, where it lay in the data folder. One given as SECRET_KEY is not in the backup. */
  secretKey?: BackedUpFile;
}

/** A backup that cannot be made or restored, for a reason the operator can do something about. */
export class BackupError extends Error {}

export const fingerprintKey = (secretKey: string): string =>
  createHash('sha256').update(`filemill backup ${secretKey}`).digest('hex').slice(0, 32);

const manifestFile = (folder: string): string => join(folder, 'backup.json');

const computeChecksum = (manifest: object): string =>
  createHash('sha256').update(JSON.stringify(manifest)).digest('hex');

export async function writeManifest(folder: string, contents: Omit<Manifest, 'format'>): Promise<void> {
  const manifest = { format, ...contents };
  const aside = `${manifestFile(folder)}.unfinished`;
  const text = JSON.stringify({ ...manifest, checksum: computeChecksum(manifest) }, null, 2);
  await writeFile(aside, `${text}\n`, { mode: 0o600, flush: true });
  await rename(aside, manifestFile(folder));
}

/** Reads the table of contents. Throws a `BackupError` where this is not a whole backup that this program can read. */
export async function readManifest(folder: string): Promise<Manifest> {
  let text: string;
  try {
    text = await readFile(manifestFile(folder), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new BackupError(
      `${folder} is not a backup, or not a whole one: it has no backup.json, which is written last.`,
    );
  }
  let read: Manifest & { checksum?: string };
  try {
    read = JSON.parse(text);
  } catch {
    throw new BackupError(`The backup ${folder} is damaged: backup.json is not JSON.`);
  }
  const { checksum, ...manifest } = read;
  if (manifest.format > format)
    throw new BackupError(
      `The backup ${folder} was made by a newer version of Filemill (${manifest.version}): restore it with that version or a later one.`,
    );
  if (checksum !== computeChecksum(manifest))
    throw new BackupError(`The backup ${folder} is damaged: backup.json was changed.`);
  return manifest;
}
