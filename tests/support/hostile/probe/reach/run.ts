import { execFileSync } from 'node:child_process';
import { lookup } from 'node:dns/promises';
import {
  closeSync,
  existsSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type HostileRun, onlyInSandbox, report } from '../../probe-context.ts';

interface Reach {
  read?: string[];
  write?: string[];
  port?: number;
  shell?: string[];
}

const attempt = (action: () => unknown): string => {
  try {
    return `ok ${action()}`.slice(0, 400);
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
};

const connected = (port: number): Promise<string> =>
  new Promise(resolve => {
    try {
      const socket = connect(port, '127.0.0.1', () => resolve('connected'));
      socket.on('error', error => resolve((error as { code?: string }).code ?? 'error'));
      socket.setTimeout(2000, () => resolve('timeout'));
    } catch (error) {
      resolve(String(error));
    }
  });

/** Lists every folder of the sandbox in which this process can create a file. */
function writableFolders(from: string): string[] {
  const found: string[] = [];
  const open = [from];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at === '/proc' || at === '/sys' || at.includes('node_modules') || at.startsWith('/usr/')) continue;
    const file = join(at, `filemill-probe-${process.pid}`);
    const made = attempt(() => {
      writeFileSync(file, '', { flag: 'wx' });
      unlinkSync(file);
    });
    if (made.startsWith('ok')) found.push(at);
    try {
      for (const name of readdirSync(at)) {
        const path = join(at, name);
        if (lstatSync(path).isDirectory()) open.push(path);
      }
    } catch {}
  }
  return found;
}

/** Reads what the kernel reports about every process and thread here: command line and mounts. */
function readProc(): string {
  const processes = readdirSync('/proc').filter(name => /^\d+$|^self$|^thread-self$/.test(name));
  const folders = processes.flatMap(name => {
    const own = `/proc/${name}`;
    const threads = existsSync(`${own}/task`) ? readdirSync(`${own}/task`) : [];
    return [own, ...threads.map(thread => `${own}/task/${thread}`)];
  });
  const names = ['cmdline', 'environ', 'mountinfo', 'mounts', 'mountstats', 'cgroup', 'maps', 'cpuset'];
  const read = (path: string): string => {
    try {
      return readFileSync(path, 'utf8');
    } catch {
      return '';
    }
  };
  return folders.flatMap(folder => names.map(name => read(`${folder}/${name}`))).join('\n');
}

/** Reports what can be read, written, reached and seen from inside a job. */
export const run: HostileRun<Reach> = async ({ options, dir }) => {
  onlyInSandbox();
  const status = readFileSync('/proc/self/status', 'utf8');
  return report(dir, {
    env: { ...process.env },
    uid: process.getuid?.(),
    groups: process.getgroups?.(),
    noNewPrivs: /NoNewPrivs:\s+(\d)/.exec(status)?.[1],
    seccomp: /Seccomp:\s+(\d)/.exec(status)?.[1],
    capabilities: /CapEff:\s+(\w+)/.exec(status)?.[1],
    bounding: /CapBnd:\s+(\w+)/.exec(status)?.[1],
    told: readProc(),
    limits: readFileSync('/proc/self/limits', 'utf8'),
    processes: readdirSync('/proc').filter(name => /^\d+$/.test(name)),
    root: readdirSync('/').sort(),
    etc: readdirSync('/etc').sort(),
    hosts: readdirSync('/work'),
    passwd: readFileSync('/etc/passwd', 'utf8'),
    descriptors: readdirSync('/proc/self/fd').filter(
      fd => existsSync(`/proc/self/fd/${fd}`) && statSync(`/proc/self/fd/${fd}`).isFile(),
    ),
    writable: writableFolders('/'),
    read: (options.read ?? []).map(path =>
      attempt(() => (statSync(path).isDirectory() ? readdirSync(path) : readFileSync(path))),
    ),
    write: (options.write ?? []).map(path => attempt(() => closeSync(openSync(path, 'a')))),
    interfaces: attempt(() => readFileSync('/proc/net/dev', 'utf8')),
    network: options.port === undefined ? '' : await connected(options.port),
    dns: await lookup('example.com').then(
      () => 'resolved',
      error => error.code,
    ),
    shell: (options.shell ?? []).map(command =>
      attempt(() => execFileSync('/bin/sh', ['-c', `${command} 2>&1; echo "exit $?"`], { encoding: 'utf8' })),
    ),
  });
};
