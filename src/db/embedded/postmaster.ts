import { readdir, readFile, readlink, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '../../settings/limits.ts';

/** What a running server says of itself in `postmaster.pid`. */
export interface Postmaster {
  pid: number;
  socketDir: string;
  ready: boolean;
}

const pidFile = (cluster: string): string => join(cluster, 'postmaster.pid');

/** The server named in the cluster's pid file, alive or not. */
async function named(cluster: string): Promise<Postmaster | undefined> {
  const text = await readFile(pidFile(cluster), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const [pid, , , , socketDir = '', , , status = ''] = text.split('\n');
  return { pid: Number(pid), socketDir, ready: status.trim() === 'ready' };
}

/** After a crash of the machine the number in the file may be another process's: only the command line tells. */
export async function isRunning(pid: number, cluster: string): Promise<boolean> {
  const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  const [program = '', ...args] = line.split('\0');
  return program.endsWith('/postgres') && args[args.indexOf('-D') + 1] === cluster;
}

/** The server that runs on this cluster, if one does. */
export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const found = await named(cluster);
  return found && (await isRunning(found.pid, cluster)) ? found : undefined;
}

/** The backends of a killed server outlive it for a while; they are known by standing in its cluster. */
export async function endOrphans(cluster: string): Promise<void> {
  for (const pid of (await readdir('/proc')).filter(name => /^\d+$/.test(name))) {
    if ((await readlink(`/proc/${pid}/cwd`).catch(() => '')) !== cluster) continue;
    const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
    if (name.trim() === 'postgres') signal(Number(pid), 'SIGKILL');
  }
}

/** Clears what a server that did not end in order left behind. Only when no process of it lives. */
export async function clearRemains(cluster: string, socketDir: string): Promise<void> {
  await rm(pidFile(cluster), { force: true });
  for (const name of await readdir(socketDir))
    if (name.startsWith('.s.PGSQL.')) await rm(join(socketDir, name), { force: true });
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended in the meantime.
  }
}

/** Fast shutdown: open transactions are rolled back, everything acknowledged is on disk. Harder when it will not end. */
export async function stopPostmaster(pid: number, cluster: string): Promise<void> {
  for (const [name, seconds] of [
    ['SIGINT', limits.databaseStopSeconds],
    ['SIGQUIT', 5],
    ['SIGKILL', 5],
  ] as const) {
    signal(pid, name);
    for (const until = Date.now() + seconds * 1000; Date.now() < until; await sleep(10))
      if (!(await isRunning(pid, cluster))) return;
  }
}
