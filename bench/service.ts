import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));

export interface BenchService {
  base: string;
  headers: Record<string, string>;
  process: ChildProcess;
  /** Megabytes of all processes of the service, shared pages counted once. */
  memoryMb(): number;
  stop(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

function familyOf(root: number): number[] {
  const table = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(line => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line)!)
    .map(([, pid, ppid, args]) => ({ pid: Number(pid), ppid: Number(ppid), args: args! }));
  const below = (pid: number): number[] => [
    pid,
    ...table.filter(each => each.ppid === pid).flatMap(each => below(each.pid)),
  ];
  return below(root);
}

/** The service as `npm start` runs it, on a fresh data folder. */
export async function startService(): Promise<BenchService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'filemill-bench-'));
  const port = await freePort();
  const child = spawn(process.execPath, [cli, 'serve', '--json'], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  for await (const chunk of child.stdout!) {
    text += chunk;
    if (text.trimEnd().endsWith('}')) break;
  }
  const { url, key } = JSON.parse(text) as { url: string; key: string };
  return {
    base: `${url}/api/public`,
    headers: { authorization: `Bearer ${key}` },
    process: child,
    memoryMb() {
      const own = familyOf(child.pid!);
      const database = Number(
        execFileSync('head', ['-1', join(dataDir, 'database/cluster/postmaster.pid')], { encoding: 'utf8' }),
      );
      const all = new Set([...own, ...familyOf(database)]);
      let kb = 0;
      for (const pid of all) {
        try {
          kb += Number(
            /^Pss:\s+(\d+)/m.exec(
              execFileSync('cat', [`/proc/${pid}/smaps_rollup`], { encoding: 'utf8' }),
            )?.[1] ?? 0,
          );
        } catch {}
      }
      return kb / 1024;
    },
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
