import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { chmod, chown, mkdir, readdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { getOwnIds } from '../own-ids.ts';
import { sourceRoot } from '../sandbox/program-folders.ts';
import type { ModuleCache } from '../sandbox/sandbox.ts';
import { removeFolder } from './folders/work-folder.ts';

/** Folders that a host never loads. */
const apart = new Set(['cli', 'db', 'domain', 'http', 'local', 'queue', 'setup', 'storage', 'testing']);

/**
 * Lists name, size and time of each code file below a folder. It is synchronous, because awaiting hundreds of
 * calls takes five times as long.
 */
function describeCode(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return apart.has(entry.name) ? [] : describeCode(path);
    if (!/\.[jt]s$/.test(entry.name) || entry.name.endsWith('.test.ts')) return [];
    const { size, mtimeMs } = statSync(path);
    return `${path} ${size} ${mtimeMs}`;
  });
}

/** Returns a hash that changes with the code that a host loads. */
function computeStamp(): string {
  const root = sourceRoot.replace(/\/$/, '');
  return createHash('sha256')
    .update([process.version, process.arch, ...describeCode(root).sort()].join('\n'))
    .digest('hex')
    .slice(0, 16);
}

async function findExisting(folder: string): Promise<ModuleCache | undefined> {
  const [entry] = await readdir(folder).catch(() => []);
  return entry === undefined ? undefined : { folder, entry };
}

/**
 * Node strips types and compiles again in every process, which is most of the cost of starting a host. One
 * host that never gets a job does it once and writes the cache. All others may only read it, so none can
 * inject code into another.
 */
export interface ModuleCaches {
  find(): Promise<ModuleCache | undefined>;
  /** Fills an empty cache with `compile`, then makes it the current one. */
  build(compile: (empty: ModuleCache) => Promise<void>): Promise<ModuleCache | undefined>;
}

export async function openModuleCaches(dir: string): Promise<ModuleCaches> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const stamp = computeStamp();
  const folder = join(dir, stamp);

  return {
    find: () => findExisting(folder),
    build: async compile => {
      const making = `${folder}.${randomBytes(4).toString('hex')}`;
      try {
        await compile({ folder: making });
        await publishCache(making);
        // Another worker may have been faster; its cache is as good.
        await rename(making, folder).catch(() => {});
      } finally {
        await removeFolder(making);
      }
      for (const name of await readdir(dir))
        if (!name.startsWith(stamp)) await removeFolder(join(dir, name)).catch(() => {});
      return await findExisting(folder);
    },
  };
}

/** Takes ownership of the cache and makes it readable for everyone. */
async function publishCache(folder: string): Promise<void> {
  const { uid, gid } = getOwnIds();
  for (const path of ['', ...(await readdir(folder, { recursive: true }))]) {
    const full = join(folder, path);
    await chown(full, uid, gid);
    await chmod(full, (await stat(full)).isDirectory() ? 0o755 : 0o644);
  }
}
