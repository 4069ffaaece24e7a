import { constants, existsSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Finding } from '../domain/files/integrity/scrub.ts';
import { openStorage } from '../open-data.ts';
import { type Config, loadConfig } from '../settings/config.ts';
import { withDatabase } from './installation.ts';
import { formatTable, print } from './output.ts';

export interface StorageReport {
  /** The folder, or the bucket and its endpoint. */
  place: string;
  /** The reason why nothing can be stored there, and what to check. The service creates a missing folder. */
  problem?: string;
}

/** Reports where files are stored, and whether a store can be written to. */
export async function probeStorage(config: Config): Promise<StorageReport> {
  const { storage, dataDir, transfers } = config;
  if (!storage || 'folder' in storage) return probeFolder(storage?.folder ?? join(dataDir, 'storage'));
  const { bucket, endpoint, region } = storage.s3;
  const place = `the bucket ${bucket} at ${endpoint ?? `AWS in ${region}`}, transfers ${transfers}`;
  try {
    await (await openStorage(config)).check();
    return { place };
  } catch (error) {
    const problem = `${(error as Error).message}. Check STORAGE_URL, that the bucket exists, and that the credentials (AWS_ACCESS_KEY_ID and others) may write to it.`;
    return { place, problem };
  }
}

async function probeFolder(folder: string): Promise<StorageReport> {
  try {
    if (existsSync(folder)) await access(folder, constants.W_OK | constants.X_OK);
    return { place: folder };
  } catch {
    const problem =
      'This user may not write to the folder. Run this command as the user of the service, or make that user its owner (chown).';
    return { place: folder, problem };
  }
}

/** Reads every stored file and reports the damaged ones. */
export async function reportStorage(json: boolean | undefined): Promise<void> {
  const { scrubAll } = await import('../domain/files/integrity/scrub.ts');
  const { withRows } = await import('../domain/files/small-files/read.ts');
  const config = loadConfig(process.env);
  const storage = await openStorage(config);
  const damaged: Finding[] = [];
  const files = await withDatabase(db =>
    scrubAll(db, withRows(storage, db, config.databaseFileBytes), finding => damaged.push(finding)),
  );
  const rows = damaged.map(({ artifactId, damage }) => [artifactId, damage]);
  print(json, { files, damaged }, () =>
    damaged.length === 0
      ? `${files} stored files read; none is damaged.`
      : `${files} stored files read; ${damaged.length} damaged:\n${formatTable([['ARTIFACT', 'PROBLEM'], ...rows])}`,
  );
  if (damaged.length > 0) process.exitCode = 1;
}
