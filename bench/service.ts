import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));

export interface BenchService {
  base: string;
  headers: Record<string, string>;
  process: ChildProcess;
  dataDir: string;
  /** Megabytes of all processes of the service, with shared pages counted once. */
  memoryMb(): number;
  /** The number of its processes, without those of the database. */
  processes(): number;
  /**
   * Megabytes of the largest sandbox: a host and its programs. Shared pages count each time, because dividing them
   * would block the process.
   */
  hostMb(): number;
  /**
   * CPU time of the service and all its children, without the database: on a busy machine it is more reliable than wall
   * time.
   */
  processorSeconds(): number;
  /** The same by process. */
  processorByPart(): { main: number; database: number; hosts: number; hostIds: string };
  /**
   * Resolves when the modules of its hosts are compiled, which happens during the first jobs in a fresh data folder.
   */
  settled(): Promise<void>;
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

/** The ids of the child processes of each process. */
function childrenOf(): Map<number, number[]> {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const parent = Number(/^.*\) \S (\d+)/s.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1]);
      children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
    } catch {}
  }
  return children;
}

const familyOf = (root: number, children = childrenOf()): number[] => [
  root,
  ...(children.get(root) ?? []).flatMap(pid => familyOf(pid, children)),
];

function heldMb(pids: Iterable<number>): number {
  let kb = 0;
  for (const pid of pids) {
    try {
      kb += Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
    } catch {}
  }
  return kb / 1024;
}

function residentMb(pids: Iterable<number>): number {
  let kb = 0;
  for (const pid of pids) {
    try {
      kb += Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
    } catch {}
  }
  return kb / 1024;
}

/** The kernel counts in hundredths, including ended children. */
function processorSecondsOf(pids: Iterable<number>, counts = 4): number {
  let hundredths = 0;
  for (const pid of pids) {
    try {
      const facts = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
      hundredths += facts.slice(11, 11 + counts).reduce((sum, fact) => sum + Number(fact), 0);
    } catch {}
  }
  return hundredths / 100;
}

/** The service as `npm start` runs it, on a fresh data folder or an existing one, which shows its key only once. */
export async function startService(kept?: string): Promise<BenchService> {
  const dataDir = kept ?? (await mkdtemp(join(tmpdir(), 'filemill-bench-')));
  const port = await freePort();
  const child = spawn(process.execPath, [cli, 'serve', '--json'], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
      API_PROCESSES: process.env.API_PROCESSES,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  for await (const chunk of child.stdout) {
    text += chunk;
    if (text.trimEnd().endsWith('}')) break;
  }
  const { url, key } = JSON.parse(text) as { url: string; key: string };
  const database = () =>
    Number(readFileSync(join(dataDir, 'database/cluster/postmaster.pid'), 'utf8').split('\n')[0]);
  return {
    base: `${url}/api/public`,
    headers: { authorization: `Bearer ${key}` },
    process: child,
    dataDir,
    memoryMb: () => heldMb(new Set([...familyOf(child.pid!), ...familyOf(database())])),
    processes() {
      const ofDatabase = new Set(familyOf(database()));
      return familyOf(child.pid!).filter(pid => !ofDatabase.has(pid)).length;
    },
    hostMb() {
      const children = childrenOf();
      return Math.max(0, ...(children.get(child.pid!) ?? []).map(pid => residentMb(familyOf(pid, children))));
    },
    processorSeconds: () => processorSecondsOf(familyOf(child.pid!)),
    processorByPart() {
      const ofDatabase = new Set(familyOf(database()));
      const hosts = familyOf(child.pid!).filter(pid => pid !== child.pid && !ofDatabase.has(pid));
      // Only the main process itself: the time of its ended children belongs to the hosts.
      const main = processorSecondsOf([child.pid!], 2);
      return {
        main,
        database: processorSecondsOf(ofDatabase),
        hosts: processorSecondsOf(hosts) + processorSecondsOf([child.pid!]) - main,
        hostIds: hosts.join(' '),
      };
    },
    async settled() {
      const compiled = () =>
        readdirSync(join(dataDir, 'work/modules')).some(name => /^[0-9a-f]+$/.test(name));
      for (let tries = 0; !compiled() && tries < 120; tries++) await sleep(1000);
    },
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      if (kept === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}
