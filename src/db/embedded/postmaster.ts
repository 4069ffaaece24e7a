import { readdir, readFile, readlink, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '../../settings/limits.ts';

/** The content of a server's `postmaster.pid`. */
export interface Postmaster {
  pid: number;
  socketDir: string;
  ready: boolean;
}

const pidFile = (cluster: string): string => join(cluster, 'postmaster.pid');

/** Reads the cluster's pid file. The server that it names may have ended. */
async function readPidFile(cluster: string): Promise<Postmaster | undefined> {
  const text = await readFile(pidFile(cluster), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const [pid, , , , socketDir = '', , , status = ''] = text.split('\n');
  return { pid: Number(pid), socketDir, ready: status.trim() === 'ready' };
}

/** Checks the command line, because after a crash of the machine another process may have the id in the file. */
export async function isRunning(pid: number, cluster: string): Promise<boolean> {
  const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  const [program = '', ...args] = line.split('\0');
  return program.endsWith('/postgres') && args[args.indexOf('-D') + 1] === cluster;
}

/** Finds the server that runs on this cluster. */
export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const found = await readPidFile(cluster);
  return found && (await isRunning(found.pid, cluster)) ? found : undefined;
}

/** Kills the backends of a killed server, which outlive it for a while. Their working directory is its cluster. */
export async function endOrphans(cluster: string): Promise<void> {
  for (const pid of (await readdir('/proc')).filter(name => /^\d+$/.test(name))) {
    if ((await readlink(`/proc/${pid}/cwd`).catch(() => '')) !== cluster) continue;
    const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
    if (name.trim() === 'postgres') signal(Number(pid), 'SIGKILL');
  }
}

/** Removes the files that a crashed server left behind. None of its processes may be alive. */
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

/**
 * Shuts the server down: open transactions are rolled back, and everything acknowledged is on disk. A server that does
 * not end in time is killed.
 */
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
