import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
const preload = new URL('preload.ts', import.meta.url).href;

/**
 * The API and two workers: separate processes, or the API and the first worker in one, which claims jobs as they are
 * created.
 */
export type Layout = 'apart' | 'together';

/** Processes that are restarted whenever they end, as by a supervisor. */
export interface Fleet {
  url: string;
  killApi(): void;
  killWorker(): void;
  /** Kills a random process of a sandbox, as the kernel does when memory runs out. */
  killHost(): void;
  killAll(): void;
  /** Pauses a worker for this long, as on a machine that swaps. */
  pauseWorker(ms: number): Promise<void>;
  /** Sets one member's clock wrong by this many milliseconds for a while. */
  setClock(wrongByMs: number, forMs: number): Promise<void>;
  /** Stops everything gracefully. */
  stop(): Promise<void>;
}

/** A port below the ephemeral range, so that no other process gets it first. */
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

/** Lists all descendants of a process, deepest last. */
export function descendants(pid: number): number[] {
  const table = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(line => line.trim().split(/\s+/).map(Number) as [number, number]);
  const below = (parent: number): number[] =>
    table.filter(([, ppid]) => ppid === parent).flatMap(([child]) => [child, ...below(child)]);
  return below(pid);
}

export function signalNow(pid: number | undefined, signal: NodeJS.Signals): void {
  try {
    if (pid) process.kill(pid, signal);
  } catch {
    // The process has already ended.
  }
}

/** `clocks`: a folder with the offsets of their clocks. */
export async function startFleet(
  env: Record<string, string>,
  clocks: string,
  chance: () => number,
  layout: Layout,
): Promise<Fleet> {
  const port = await freePort();
  const members = new Map<string, ChildProcess>();
  let stopping = false;

  function launch(name: string, role: string): void {
    const child = spawn(process.execPath, ['--import', preload, cli, 'serve', '--json'], {
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        LOG_LEVEL: process.env.TEST_LOG ?? 'fatal',
        WORKER_CONCURRENCY: '2',
        MODELS: 'none',
        ...env,
        ROLE: role,
        PORT: String(port),
        CHAOS_CLOCK: join(clocks, name),
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

  const pidOf = (name: string): number | undefined => members.get(name)?.pid;
  const anyWorker = (): string => (chance() < 0.5 ? 'worker-1' : 'worker-2');

  return {
    url: `http://127.0.0.1:${port}`,
    killApi: () => signalNow(pidOf(front), 'SIGKILL'),
    killWorker: () => signalNow(pidOf(anyWorker()), 'SIGKILL'),
    killHost() {
      const hosts = descendants(pidOf(anyWorker()) ?? -1);
      signalNow(hosts[Math.floor(chance() * hosts.length)], 'SIGKILL');
    },
    killAll() {
      for (const { pid } of members.values()) signalNow(pid, 'SIGKILL');
    },
    async pauseWorker(ms) {
      const pid = pidOf('worker-2');
      signalNow(pid, 'SIGSTOP');
      await sleep(ms);
      signalNow(pid, 'SIGCONT');
    },
    async setClock(wrongByMs, forMs) {
      const names = [...members.keys()];
      const path = join(clocks, names[Math.floor(chance() * names.length)]!);
      writeFileSync(path, String(Math.round(wrongByMs)));
      await sleep(forMs);
      writeFileSync(path, '0');
    },
    async stop() {
      stopping = true;
      const gone = [...members.values()].map(child =>
        (child.exitCode ?? child.signalCode) !== null
          ? undefined
          : new Promise(resolve => child.once('exit', resolve)),
      );
      for (const child of members.values()) {
        child.kill('SIGCONT');
        child.kill('SIGTERM');
      }
      await Promise.all(gone);
    },
  };
}
