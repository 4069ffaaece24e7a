import { randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readStartTime } from '../../sandbox/process-tree.ts';
import { removeFolder } from './work-folder.ts';

/** The owner of a worker's folder: one process on one machine since its last boot. */
interface Owner {
  boot: string;
  namespace: string;
  pid: number;
  start: string;
}

export interface OwnerFolder {
  path: string;
  close(): Promise<void>;
}

const ownerFile = 'owner.json';
const touchSeconds = 60;
/**
 * Seconds without changes after which the folder of an unreachable owner (on another machine or container) is
 * removed.
 */
const givenUpSeconds = 15 * 60;

const identifyMachine = (): Pick<Owner, 'boot' | 'namespace'> => ({
  boot: readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(),
  namespace: readlinkSync('/proc/self/ns/pid'),
});

/**
 * Returns undefined if the folder has no valid owner file: its owner was killed while writing it, or the disk
 * was full.
 */
async function readOwner(folder: string): Promise<Owner | undefined> {
  try {
    return JSON.parse(await readFile(join(folder, ownerFile), 'utf8')) as Owner;
  } catch {
    return undefined;
  }
}

async function isGone(folder: string): Promise<boolean> {
  const owner = await readOwner(folder);
  const { boot, namespace } = identifyMachine();
  if (owner && owner.boot === boot && owner.namespace === namespace)
    return readStartTime(owner.pid) !== owner.start;
  const touched = await stat(folder).catch(() => undefined);
  return touched !== undefined && Date.now() - touched.mtimeMs > givenUpSeconds * 1000;
}

/** Removes the folders of processes that were killed. */
async function sweep(dir: string, prefix: string, own: string): Promise<void> {
  for (const name of await readdir(dir))
    if (name.startsWith(prefix) && name !== own && (await isGone(join(dir, name))))
      await removeFolder(join(dir, name)).catch(() => {});
}

export interface ClaimSettings {
  prefix: string;
  /** True to remove the folders of other, dead processes. */
  sweeps: boolean;
}

/** Creates a folder for this process in `dir`, which several processes may share. */
export async function claimFolder(
  dir: string,
  { prefix, sweeps }: ClaimSettings = { prefix: 'worker-', sweeps: true },
): Promise<OwnerFolder> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const name = `${prefix}${process.pid}-${randomBytes(4).toString('hex')}`;
  const path = join(dir, name);
  await mkdir(path, { mode: 0o700 });
  const owner: Owner = { ...identifyMachine(), pid: process.pid, start: readStartTime(process.pid)! };
  try {
    await writeFile(join(path, ownerFile), JSON.stringify(owner));
  } catch (error) {
    await removeFolder(path);
    throw error;
  }
  if (sweeps) await sweep(dir, prefix, name);
  const timer = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => {});
    if (sweeps) sweep(dir, prefix, name).catch(() => {});
  }, touchSeconds * 1000).unref();
  return {
    path,
    close: async () => {
      clearInterval(timer);
      await removeFolder(path);
    },
  };
}
