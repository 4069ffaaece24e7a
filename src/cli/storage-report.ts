import { loadConfig } from '../config.ts';
import { openStorage } from '../data.ts';
import type { Finding } from '../domain/retention/scrub.ts';
import { withDatabase } from './installation.ts';
import { print, table } from './output.ts';

/** Reads every stored file and tells which are not what they were when they were stored. */
export async function reportStorage(json: boolean | undefined): Promise<void> {
  const { scrubAll } = await import('../domain/retention/scrub.ts');
  const storage = await openStorage(loadConfig(process.env));
  const damaged: Finding[] = [];
  const files = await withDatabase(db => scrubAll(db, storage, finding => damaged.push(finding)));
  const rows = damaged.map(({ artifactId, damage }) => [artifactId, damage]);
  print(json, { files, damaged }, () =>
    damaged.length === 0
      ? `${files} stored files read; none is damaged.`
      : `${files} stored files read; ${damaged.length} damaged:\n${table([['ARTIFACT', 'WHAT IS WRONG'], ...rows])}`,
  );
  if (damaged.length > 0) process.exitCode = 1;
}
