import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FileLock } from '../../src/db/embedded/lock.ts';
import { openModuleCaches } from '../../src/worker/hosts/module-cache.ts';
import { createHosts } from '../../src/worker/running/hosts.ts';
import { SandboxUnusable } from '../../src/worker/sandbox/unusable.ts';

const compiled = fileURLToPath(new URL('../../node_modules/.cache/filemill-tests', import.meta.url));
const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** A `DATA_DIR` whose hosts find their compiled modules in `shared`. */
async function makeDirWith(shared: string, at?: string): Promise<string> {
  const dir = at ?? (await mkdtemp(join(tmpdir(), 'filemill-data-')));
  await mkdir(join(dir, 'work'), { mode: 0o700 });
  await symlink(shared, join(dir, 'work/modules'));
  return dir;
}

async function compileOnce(shared: string, jobsDir: string | undefined): Promise<void> {
  const lock = await FileLock.open(`${shared}.lock`);
  try {
    await lock.take('exclusive');
    if (await (await openModuleCaches(shared)).find()) return;
    const dir = await makeDirWith(shared);
    const how = { sandbox: 'on', spares: 'none', cacheModules: 'awaited', log: silent } as const;
    const hosts = await createHosts({ dir: join(dir, 'work'), ...how, ...(jobsDir && { jobsDir }) });
    await hosts.compiled;
    await hosts.close();
    await rm(dir, { recursive: true, force: true });
  } catch (error) {
    // Without a sandbox nothing is compiled ahead.
    if (!(error instanceof SandboxUnusable)) throw error;
  } finally {
    await lock.release();
  }
}

/**
 * Creates an empty `DATA_DIR` that needs no warm-up: the modules of hosts are compiled once for all tests, instead of
 * by each service. In a new folder, or in the empty one at `at`.
 */
export async function makeDataDir(jobsDir?: string, at?: string): Promise<string> {
  const of = createHash('sha256')
    .update(jobsDir ?? '')
    .digest('hex')
    .slice(0, 8);
  const shared = join(compiled, of);
  await mkdir(shared, { recursive: true, mode: 0o700 });
  await compileOnce(shared, jobsDir);
  return await makeDirWith(shared, at);
}
