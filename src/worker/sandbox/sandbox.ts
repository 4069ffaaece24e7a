import { chmodSync, chownSync, closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { webSocketPath } from '../../engines/engine.ts';
import { extensionsDir } from '../../job-and-engine-folders.ts';
import {
  inside,
  type Mount,
  makeBubblewrapOptions,
  makeInnerCommand,
  namespaceUid,
  type ProcessLimits,
  type SandboxPlan,
} from './bubblewrap.ts';
import type { Groups } from './cgroup.ts';
import { createIdentity, findOwnUids, type Identity, type Separation } from './identity.ts';
import { listProgramMounts, programPath } from './program-folders.ts';
import { firstDescriptor, type ProcessPlan, SandboxProcesses } from './sandbox-processes.ts';
import { buildSeccompFilter, hasFilter } from './seccomp.ts';

export interface SandboxSettings {
  mode: 'on' | 'off';
  separation: Separation;
  limits: ProcessLimits;
  groups: Groups | undefined;
  /** The folders of job types and engines, which may be elsewhere in the program. */
  sources: readonly string[];
  bubblewrap: string;
  /** The system paths besides `/usr` that engines read, determined at every launch. */
  systemPaths(): readonly string[];
}

/** Compiled modules shared by hosts: read by all, written only before any job has run. */
export interface ModuleCache {
  folder: string;
  /** The folder that Node created in it, and the uid at the end of its name. */
  entry?: string;
}

export interface LaunchOptions {
  cache?: ModuleCache | undefined;
  /** The folder of a model, mounted read-only. */
  model?: string | undefined;
  /** True for the lowest priority on the machine. */
  yields?: boolean;
  /** True to let it see the paths of its folders on the machine, if the machine does not let us hide them. */
  showsMounts?: boolean;
  /** True to let its processes share memory and send each other open files, as those of a browser do. */
  isMultiprocess?: boolean;
  /** The socket of a proxy to the web. Its processes may use their own loopback then. */
  webProxy?: string | undefined;
}

/** Memory that the processes of a browser share. It belongs to no single process, so it is limited apart. */
const sharedMemoryBytes = 512 * 1024 * 1024;

export interface Launch {
  processes: SandboxProcesses;
  isCaged: boolean;
  /** The required owner of the work folder; undefined if the host runs as our user. */
  identity: Identity | undefined;
  work: { outside: string; inside: string };
  /** The folder mounted as `/tmp`. */
  tmp: string;
  /** The path of its memory folder inside, if it has one. */
  small: string | undefined;
  /** The path of the model's folder inside. */
  model: string | undefined;
}

export interface Sandbox {
  readonly mode: 'on' | 'off';
  readonly separation: Separation;
  /** Returns the path of a program file inside a sandbox. */
  programPath(path: string): string;
  /** Starts the program's `script` in a sandbox around `folder`, which no other sandbox uses. */
  launch(name: string, folder: string, script: string, options?: LaunchOptions): Launch;
}

const path = '/usr/bin:/bin';

function writeEtc(folder: string, uid: number): Record<string, string> {
  const files = {
    passwd: `host:x:${uid}:${uid}:host:/tmp:/bin/sh\n`,
    group: `host:x:${uid}:\n`,
    hosts: '127.0.0.1 localhost\n',
    'nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files\n',
  };
  mkdirSync(folder);
  return Object.fromEntries(
    Object.entries(files).map(([name, text]) => {
      writeFileSync(join(folder, name), text);
      chmodSync(join(folder, name), 0o644);
      return [name, join(folder, name)];
    }),
  );
}

function makeFolder(folder: string, mode: number, owner?: Identity): string {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, mode);
  if (owner) chownSync(folder, owner.uid, owner.gid);
  return folder;
}

/** Node names its cache after the uid, so each host sees the same cache under its own name. */
function makeCacheMount(cache: ModuleCache, uid: number): Mount {
  if (cache.entry === undefined) return { from: cache.folder, to: inside.modules, writable: true };
  return {
    from: join(cache.folder, cache.entry),
    to: `${inside.modules}/${cache.entry.replace(/\d+$/, `${uid}`)}`,
    optional: true,
  };
}

/** The lowest priority that still makes progress on a busy machine. */
const niceness = 10;

/**
 * Wraps a command so that it and all it starts have low priority. The kernel may share the processor between
 * sessions before it considers niceness, so the session's priority is lowered too; the kernel may require a
 * retry a moment later.
 */
const makeYieldingCommand = (command: string[]): string[] => {
  const lower = `for try in 1 2 3 4 5; do echo ${niceness} > /proc/self/autogroup && break; sleep 0.1; done 2>/dev/null`;
  return ['/bin/sh', '-c', `${lower}; exec nice -n ${niceness} "$0" "$@"`, ...command];
};

/** Wraps a plan so that it first enters the control group: nothing that it starts can be outside. */
function startInGroup(plan: ProcessPlan): ProcessPlan {
  if (!plan.group) return plan;
  const enter = 'echo $$ > "$0" && exec "$@"';
  return { ...plan, command: '/bin/sh', args: ['-c', enter, plan.group.procs, plan.command, ...plan.args] };
}

export function createSandbox(settings: SandboxSettings): Sandbox {
  const { separation, limits, groups, sources } = settings;
  const uids = separation === 'own-uid' ? findOwnUids() : undefined;
  const makeFilter = (rights: Parameters<typeof buildSeccompFilter>[1]) =>
    hasFilter(process.arch) ? buildSeccompFilter(process.arch, rights) : undefined;
  const filters = {
    single: makeFilter({}),
    multi: makeFilter({ passesFiles: true }),
    web: makeFilter({ passesFiles: true, usesLoopback: true }),
  };

  function launchConfined(name: string, folder: string, script: string, options: LaunchOptions = {}): Launch {
    const { cache, model, yields, showsMounts = false, isMultiprocess = false, webProxy } = options;
    const filter = filters[webProxy !== undefined ? 'web' : isMultiprocess ? 'multi' : 'single'];
    const identity = uids && createIdentity(uids);
    const uid = identity?.uid ?? namespaceUid;
    const work = makeFolder(join(folder, 'work'), 0o755);
    const tmp = makeFolder(join(folder, 'tmp'), 0o700, identity);
    if (cache && cache.entry === undefined) makeFolder(cache.folder, 0o755, identity);
    const descriptors: number[] = [];
    /** Passes a file to bubblewrap and returns its descriptor. */
    const handDown = (name: string, content: string | Buffer): number => {
      writeFileSync(join(folder, name), content);
      return firstDescriptor - 1 + descriptors.push(openSync(join(folder, name), 'r'));
    };
    const env = {
      ...{ PATH: path, HOME: '/tmp', TMPDIR: '/tmp', LANG: 'C.UTF-8' },
      ...(extensionsDir !== undefined && { EXTENSIONS_DIR: inside.extensions }),
    };
    const command = [inside.node, programPath(script)];
    const sandboxPlan: SandboxPlan = {
      separation,
      identity: identity ?? { uid, gid: uid },
      mounts: [
        ...listProgramMounts(sources),
        ...settings.systemPaths().map(path => ({ from: path, to: path, optional: true })),
        ...(cache ? [makeCacheMount(cache, uid)] : []),
        ...(model === undefined ? [] : [{ from: model, to: inside.model }]),
        ...(webProxy === undefined ? [] : [{ from: webProxy, to: webSocketPath }]),
        { from: tmp, to: '/tmp', writable: true },
        ...(isMultiprocess ? [] : [{ from: tmp, to: '/dev/shm', writable: true }]),
        { from: work, to: inside.work, writable: true },
      ],
      etc: writeEtc(join(folder, 'etc'), uid),
      env: cache ? { ...env, NODE_COMPILE_CACHE: inside.modules } : env,
      limits: model === undefined ? limits : { ...limits, dataBytes: undefined },
      hidesMounts: !showsMounts,
      sharedMemoryBytes: isMultiprocess ? sharedMemoryBytes : undefined,
      ...(filter && { seccompFd: handDown('filter.bpf', filter) }),
    };
    // Passed as a file, since bubblewrap's command line can be read inside.
    const argumentsFd = handDown(
      'arguments',
      makeBubblewrapOptions(sandboxPlan)
        .map(each => `${each}\0`)
        .join(''),
    );
    const group = groups?.create(name, limits.processes);
    const processes = new SandboxProcesses(
      startInGroup({
        command: settings.bubblewrap,
        args: [
          ...['--args', `${argumentsFd}`, '--'],
          ...makeInnerCommand(sandboxPlan, yields ? makeYieldingCommand(command) : command),
        ],
        env: { PATH: path },
        cwd: '/',
        descriptors,
        group,
        namespaced: true,
        // A `/dev/shm` in memory is limited by its own size.
        writable: [inside.work, '/tmp', ...(isMultiprocess ? [] : ['/dev/shm'])],
      }),
    );
    for (const fd of descriptors) closeSync(fd);
    return {
      processes,
      isCaged: true,
      identity,
      work: { outside: work, inside: inside.work },
      tmp,
      small: inside.small,
      model: model === undefined ? undefined : inside.model,
    };
  }

  function launchUnconfined(
    name: string,
    folder: string,
    script: string,
    options: LaunchOptions = {},
  ): Launch {
    const command = [process.execPath, script];
    const work = makeFolder(join(folder, 'work'), 0o755);
    const tmp = makeFolder(join(folder, 'tmp'), 0o700);
    const limit = (kind: string, value: number) => `--${kind}=${value}:${value}`;
    const args = [
      ...['--pdeathsig', 'KILL', '/usr/bin/prlimit', limit('core', 0), limit('nofile', limits.openFiles)],
      ...[limit('fsize', limits.fileBytes), limit('cpu', limits.cpuSeconds)],
      ...(options.yields ? makeYieldingCommand(command) : command),
    ];
    const env = {
      ...{ PATH: path, HOME: tmp, TMPDIR: tmp, LANG: 'C.UTF-8' },
      ...(extensionsDir !== undefined && { EXTENSIONS_DIR: extensionsDir }),
    };
    const group = groups?.create(name, limits.processes);
    const plan = {
      command: '/usr/bin/setpriv',
      args,
      env,
      cwd: work,
      descriptors: [],
      group,
      namespaced: false,
      writable: [folder],
    };
    const processes = new SandboxProcesses(startInGroup(plan));
    return {
      processes,
      isCaged: false,
      identity: undefined,
      work: { outside: work, inside: work },
      tmp,
      small: undefined,
      model: options.model,
    };
  }

  return settings.mode === 'on'
    ? { mode: 'on', separation, programPath, launch: launchConfined }
    : { mode: 'off', separation, programPath: file => file, launch: launchUnconfined };
}
