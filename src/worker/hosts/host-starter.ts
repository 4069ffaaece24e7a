import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { limits } from '../../settings/limits.ts';
import type { LaunchOptions, ModuleCache, Sandbox } from '../sandbox/sandbox.ts';
import { hasFilter } from '../sandbox/seccomp.ts';
import { removeFolder } from './folders/work-folder.ts';
import { HostProcess, type Ready } from './host-process.ts';
import type { Log } from './log.ts';

// In the package, the program is compiled.
const program = fileURLToPath(import.meta.url).replace(/host-starter(\.[jt]s)$/, 'host$1');

/** A host with its own folder. */
export interface Host {
  readonly id: number;
  readonly process: HostProcess;
  readonly folder: string;
  readonly ready: Ready;
  /** Ends it and removes its folder. */
  retire(): Promise<void>;
}

export interface HostStarter {
  /** Starts a host with `modules` loaded. The process is started before this returns. */
  start(modules: string[], options?: Omit<LaunchOptions, 'cache'>): Promise<Host>;
  /** Loads `modules` into a host that was started without them. */
  load(host: Host, modules: string[]): Promise<Host>;
  /** Compiles `modules` once for all future hosts, at low priority if it `yields`. Rejects when `signal` aborts. */
  compile(modules: string[], cache: ModuleCache, signal: AbortSignal, yields: boolean): Promise<void>;
  useCache(cache: ModuleCache): void;
}

/** Checks what the host reports about its sandbox before it has run anything but our own code. */
const isKeptIn = ({ uid, confined, seccomp }: Ready): boolean =>
  uid !== 0 && confined && (seccomp || !hasFilter(process.arch));

export function createHostStarter(
  sandbox: Sandbox,
  dir: string,
  startSeconds: number,
  log: Log,
): HostStarter {
  let last = 0;
  let cache: ModuleCache | undefined;

  let showsMounts = false;
  let everHidden = false;

  /**
   * Starts a host. A machine may allow a sandbox but not the hiding of its mounts; the first host shows
   * which.
   */
  async function launch(options: LaunchOptions): Promise<Host> {
    try {
      const host = await launchOnce({ ...options, showsMounts });
      everHidden ||= !showsMounts;
      return host;
    } catch (error) {
      if (everHidden || showsMounts || sandbox.mode === 'off') throw error;
      const host = await launchOnce({ ...options, showsMounts: true });
      showsMounts = true;
      log.warn({ error: `${error}` }, 'hosts can see the paths of their folders on this machine');
      return host;
    }
  }

  async function launchOnce(options: LaunchOptions): Promise<Host> {
    const id = ++last;
    const folder = join(dir, `host-${id}`);
    mkdirSync(folder, { mode: 0o700 });
    const host = new HostProcess(sandbox.launch(`${id}`, folder, program, options));
    const retire = async () => {
      await host.kill();
      await removeFolder(folder);
    };
    try {
      const ready = await host.started(startSeconds);
      if (sandbox.mode === 'on' && !isKeptIn(ready))
        throw new Error(`the host is not confined: ${JSON.stringify(ready)}`);
      if (!(await host.launch.processes.checkInspectable()) && sandbox.mode === 'on' && id === 1)
        log.warn(
          {},
          "deleted files that hosts keep open cannot be measured here: only files with names count towards a job's limit",
        );
      return { id, process: host, folder, ready, retire };
    } catch (error) {
      await retire();
      throw error;
    }
  }

  const inside = (modules: string[]) => modules.map(module => sandbox.programPath(module));

  async function load(host: Host, modules: string[]): Promise<Host> {
    const failed = await host.process.load(inside(modules), startSeconds).catch(async error => {
      await host.retire();
      throw error;
    });
    if (failed.length > 0) log.warn({ failed }, 'job types could not be preloaded');
    return host;
  }

  return {
    useCache: found => {
      cache = found;
    },
    start: async (modules, options) => {
      const host = await launch({ ...options, cache });
      log.debug({ host: host.id, pid: host.process.launch.processes.pid }, 'host started');
      return modules.length > 0 ? await load(host, modules) : host;
    },
    load,
    compile: async (modules, empty, signal, yields) => {
      const host = await launch({ cache: empty, yields });
      const giveUp = () => void host.process.kill();
      signal.addEventListener('abort', giveUp);
      try {
        signal.throwIfAborted();
        const failed = await host.process.load(inside(modules), limits.compileSeconds, true);
        if (failed.length > 0) log.warn({ failed }, 'job types could not be loaded');
      } finally {
        signal.removeEventListener('abort', giveUp);
        await host.retire();
      }
    },
  };
}
