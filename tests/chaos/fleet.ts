import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

type Victim = 'host' | 'worker' | 'api' | 'database' | 'everything';

export interface Fleet {
  url: string;
  /** Kills -9, at once. What was killed is started again by itself, as an operator's supervisor would. */
  kill(victim: Victim): void;
  kills: Record<Victim, number>;
  /** Ends everything gently. */
  stop(): Promise<void>;
}

/** One below those the kernel hands out by itself: nobody who asks for any port is given it before it is used. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 15_000 + Math.floor(Math.random() * 15_000);
    const server = createServer();
    const free = await new Promise<boolean>(resolve => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    await new Promise(resolve => server.close(resolve));
    if (free) return port;
  }
}

/** All descendants of a process, deepest last. */
function descendants(pid: number): number[] {
  const table = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(line => line.trim().split(/\s+/).map(Number) as [number, number]);
  const below = (parent: number): number[] =>
    table.filter(([, ppid]) => ppid === parent).flatMap(([child]) => [child, ...below(child)]);
  return below(pid);
}

function killNow(pid: number | undefined): void {
  try {
    if (pid) process.kill(pid, 'SIGKILL');
  } catch {}
}

/** The API and two workers: each a process, or the API and the first of them in one, which takes jobs on as they are made. */
export type Layout = 'apart' | 'together';

/** An API, two workers and the embedded database on one data folder, every process restarted whenever it ends. */
export async function startFleet(dataDir: string, chance: () => number, layout: Layout): Promise<Fleet> {
  const port = await freePort();
  const members = new Map<string, ChildProcess>();
  const kills = { host: 0, worker: 0, api: 0, database: 0, everything: 0 };
  let stopping = false;

  function launch(name: string, role: string): void {
    const child = spawn(process.execPath, [cli, 'serve', '--json'], {
      env: {
        PATH: process.env.PATH,
        ROLE: role,
        DATA_DIR: dataDir,
        PORT: String(port),
        WORKER_CONCURRENCY: '2',
        LOG_LEVEL: process.env.TEST_LOG ?? 'fatal',
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    members.set(name, child);
    child.on('exit', async () => {
      if (stopping) return;
      await sleep(200);
      if (!stopping) launch(name, role);
    });
  }
  const front = layout === 'together' ? 'worker-1' : 'api';
  launch('worker-1', layout === 'together' ? 'all' : 'worker');
  launch('worker-2', 'worker');
  if (layout === 'apart') launch(front, 'api');

  const postmaster = (): number | undefined => {
    try {
      return Number(readFileSync(join(dataDir, 'database/cluster/postmaster.pid'), 'utf8').split('\n', 1)[0]);
    } catch {
      return undefined;
    }
  };
  const anyWorker = () => members.get(chance() < 0.5 ? 'worker-1' : 'worker-2');

  return {
    url: `http://127.0.0.1:${port}`,
    kills,
    kill(victim) {
      kills[victim] += 1;
      if (victim === 'host') {
        const hosts = descendants(anyWorker()?.pid ?? -1);
        killNow(hosts[Math.floor(chance() * hosts.length)]);
      }
      if (victim === 'worker') killNow(anyWorker()?.pid);
      if (victim === 'api') killNow(members.get(front)?.pid);
      if (victim === 'database') killNow(postmaster());
      if (victim === 'everything') {
        for (const child of members.values()) killNow(child.pid);
        killNow(postmaster());
      }
    },
    async stop() {
      stopping = true;
      const gone = [...members.values()].map(child =>
        (child.exitCode ?? child.signalCode) !== null
          ? undefined
          : new Promise(resolve => child.once('exit', resolve)),
      );
      for (const child of members.values()) child.kill('SIGTERM');
      await Promise.all(gone);
    },
  };
}
