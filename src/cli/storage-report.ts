import { join } from 'node:path';
import { openStorage } from '../data.ts';
import type { Finding } from '../domain/files/integrity/scrub.ts';
import { type Config, loadConfig } from '../settings/config.ts';
import { withDatabase } from './installation.ts';
import { formatTable, print } from './output.ts';

export interface StorageReport {
  /** A folder, or a bucket and where it is. */
  place: string;
  /** Why nothing can be stored there. A folder is made by the service, so it is not tried here. */
  problem?: string;
}

/** Reports where files are kept, and for a store whether a file can be written. */
export async function probeStorage(config: Config): Promise<StorageReport> {
  const { storage, dataDir, transfers } = config;
  if (!storage || 'folder' in storage) return { place: storage?.folder ?? join(dataDir, 'storage') };
  const { bucket, endpoint, region } = storage.s3;
  const place = `the bucket ${bucket} at ${endpoint ?? `AWS in ${region}`}, transfers ${transfers}`;
  try {
    await (await openStorage(config)).check();
    return { place };
  } catch (error) {
    return { place, problem: (error as Error).message };
  }
}

/** Reads every stored file and tells which are not what they were when they were stored. */
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
      : `${files} stored files read; ${damaged.length} damaged:\n${formatTable([['ARTIFACT', 'WHAT IS WRONG'], ...rows])}`,
  );
  if (damaged.length > 0) process.exitCode = 1;
}
