import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { chmod, chown, mkdir, readdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { getOwnIds } from '../own-ids.ts';
import { type ModuleCache, sourceRoot } from '../sandbox/sandbox.ts';
import { removeFolder } from './folders/work-folder.ts';

/** What a host never loads. */
const apart = new Set(['cli', 'db', 'domain', 'http', 'local', 'queue', 'setup', 'storage', 'testing']);

/** Name, size and time of each file of code below a folder. Hundreds are looked at one by one: waiting for each costs five times as much. */
function describeCode(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return apart.has(entry.name) ? [] : describeCode(path);
    if (!/\.[jt]s$/.test(entry.name) || entry.name.endsWith('.test.ts')) return [];
    const { size, mtimeMs } = statSync(path);
    return `${path} ${size} ${mtimeMs}`;
  });
}

/** Changes when the code a host loads does. */
function stampOf(): string {
  const root = sourceRoot.replace(/\/$/, '');
  return createHash('sha256')
    .update([process.version, process.arch, ...describeCode(root).sort()].join('\n'))
    .digest('hex')
    .slice(0, 16);
}

async function existing(folder: string): Promise<ModuleCache | undefined> {
  const [entry] = await readdir(folder).catch(() => []);
  return entry === undefined ? undefined : { folder, entry };
}

/**
 * Node strips types and compiles anew in every process, most of what starting a host costs. A host that never sees a
 * job does it once and writes it down; all others may only read it, so none can put words in another's mouth.
 */
export interface ModuleCaches {
  find(): Promise<ModuleCache | undefined>;
  /** Has `compile` fill an empty cache, then makes it the one to find. */
  build(compile: (empty: ModuleCache) => Promise<void>): Promise<ModuleCache | undefined>;
}

export async function openModuleCaches(dir: string): Promise<ModuleCaches> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const stamp = stampOf();
  const folder = join(dir, stamp);

  return {
    find: () => existing(folder),
    build: async compile => {
      const making = `${folder}.${randomBytes(4).toString('hex')}`;
      try {
        await compile({ folder: making });
        await settle(making);
        // Another worker may have been quicker; its cache is as good.
        await rename(making, folder).catch(() => {});
      } finally {
        await removeFolder(making);
      }
      for (const name of await readdir(dir))
        if (!name.startsWith(stamp)) await removeFolder(join(dir, name)).catch(() => {});
      return await existing(folder);
    },
  };
}

/** Takes the cache away from whoever wrote it, and opens it to every reader. */
async function settle(folder: string): Promise<void> {
  const { uid, gid } = getOwnIds();
  for (const path of ['', ...(await readdir(folder, { recursive: true }))]) {
    const full = join(folder, path);
    await chown(full, uid, gid);
    await chmod(full, (await stat(full)).isDirectory() ? 0o755 : 0o644);
  }
}
