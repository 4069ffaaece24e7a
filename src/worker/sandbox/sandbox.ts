import { chmodSync, chownSync, closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { extensionsDir } from '../../folders.ts';
import {
  bubblewrapOptions,
  type Cage,
  cagedCommand,
  inside,
  type Mount,
  namespaceUid,
  type ProcessLimits,
} from './bubblewrap.ts';
import { Cell, type CellPlan, firstDescriptor } from './cell.ts';
import type { Groups } from './cgroup.ts';
import { type Identity, newIdentity, ownUids, type Separation } from './identity.ts';
import { hasFilter, seccompFilter } from './seccomp.ts';

/** Our own code: `src`, or in the package what is compiled of it. */
export const sourceRoot = fileURLToPath(new URL('../..', import.meta.url));
const packageRoot = dirname(sourceRoot);
const isInstalled = basename(dirname(packageRoot)) === 'node_modules';
/**
 * The folder that holds the program and its dependencies: an installed package lies among them, whether side by side or, as
 * pnpm has it, each in a folder of its own below the outermost `node_modules`.
 */
export const programRoot = isInstalled
  ? packageRoot.slice(0, packageRoot.indexOf('/node_modules/'))
  : packageRoot;
/** What of it a host sees. */
const shown = isInstalled ? ['node_modules'] : ['src', 'node_modules', 'package.json'];

export interface SandboxSettings {
  mode: 'on' | 'off';
  separation: Separation;
  limits: ProcessLimits;
  groups: Groups | undefined;
  /** Where job types and engines are found, which may lie elsewhere in the program. */
  sources: readonly string[];
  bubblewrap: string;
  /** What engines read of the system besides `/usr`, asked for at every launch. */
  systemPaths(): readonly string[];
}

/** Compiled modules kept from one host to the next: read by hosts, written only before any job has run. */
export interface ModuleCache {
  folder: string;
  /** The folder Node made in it, and the uid its name ends in. */
  entry?: string;
}

export interface LaunchOptions {
  cache?: ModuleCache | undefined;
  /** The folder of a model, shown read-only. */
  model?: string | undefined;
  /** Gives way to everything else on the machine. */
  yields?: boolean;
  /** Lets it see where its folders lie on the machine: for machines that do not let us hide it. */
  showsMounts?: boolean;
}

export interface Launch {
  cell: Cell;
  isCaged: boolean;
  /** Whose the work folder must be; undefined where the host runs as we do. */
  identity: Identity | undefined;
  work: { outside: string; inside: string };
  /** What it knows as `/tmp`. */
  tmp: string;
  /** Its folder in memory, as it knows it, where it has one. */
  small: string | undefined;
  /** The model's folder as the host sees it. */
  model: string | undefined;
}

export interface Sandbox {
  readonly mode: 'on' | 'off';
  readonly separation: Separation;
  /** A path of the program as a host sees it. */
  programPath(path: string): string;
  /** Starts `script` of the program in a sandbox around `folder`, which is its alone. */
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

/** Node names its cache after the uid it runs under, so each host sees the one cache under its own name. */
function cacheMount(cache: ModuleCache, uid: number): Mount {
  if (cache.entry === undefined) return { from: cache.folder, to: inside.modules, writable: true };
  return {
    from: join(cache.folder, cache.entry),
    to: `${inside.modules}/${cache.entry.replace(/\d+$/, `${uid}`)}`,
    optional: true,
  };
}

/** The program's folders as a host sees them: its own, and the operator's extensions. */
const programFolders = [
  { from: programRoot, to: inside.program },
  ...(extensionsDir === undefined ? [] : [{ from: extensionsDir, to: inside.extensions }]),
];

function programMounts(sources: readonly string[]): Mount[] {
  const mounts = shown.map(name => ({
    from: join(programRoot, name),
    to: `${inside.program}/${name}`,
  }));
  for (const source of sources)
    if (!shown.some(name => relative(programRoot, source).startsWith(`${name}/`)))
      mounts.push({ from: source, to: programPath(source) });
  return [...mounts, ...programFolders.slice(1), { from: process.execPath, to: inside.node }];
}

function programPath(file: string): string {
  for (const { from, to } of programFolders) {
    const within = relative(from, file);
    if (!within.startsWith('..')) return join(to, within);
  }
  throw new Error(`${file} lies outside the program`);
}

/** The weakest claim to the processor that still gets on beside a busy machine. */
const niceness = 10;

/**
 * A command that gives way, with all it starts. The kernel may share the processor between sessions before it looks at a
 * single process's niceness, so the session gives way too; it may ask us to try that again a moment later.
 */
const yielding = (command: string[]): string[] => {
  const lower = `for try in 1 2 3 4 5; do echo ${niceness} > /proc/self/autogroup && break; sleep 0.1; done 2>/dev/null`;
  return ['/bin/sh', '-c', `${lower}; exec nice -n ${niceness} "$0" "$@"`, ...command];
};

/** Wraps a plan so that its first act is to enter the group: nothing it starts can be outside. */
function inGroup(plan: CellPlan): CellPlan {
  if (!plan.group) return plan;
  const enter = 'echo $$ > "$0" && exec "$@"';
  return { ...plan, command: '/bin/sh', args: ['-c', enter, plan.group.procs, plan.command, ...plan.args] };
}

export function createSandbox(settings: SandboxSettings): Sandbox {
  const { separation, limits, groups, sources } = settings;
  const uids = separation === 'own-uid' ? ownUids() : undefined;
  const filter = hasFilter(process.arch) ? seccompFilter(process.arch) : undefined;

  function caged(name: string, folder: string, script: string, options: LaunchOptions = {}): Launch {
    const { cache, model, yields, showsMounts = false } = options;
    const identity = uids && newIdentity(uids);
    const uid = identity?.uid ?? namespaceUid;
    const work = makeFolder(join(folder, 'work'), 0o755);
    const tmp = makeFolder(join(folder, 'tmp'), 0o700, identity);
    if (cache && cache.entry === undefined) makeFolder(cache.folder, 0o755, identity);
    const descriptors: number[] = [];
    /** Hands a file down to bubblewrap; returns the descriptor it finds it at. */
    const handDown = (name: string, content: string | Buffer): number => {
      writeFileSync(join(folder, name), content);
      return firstDescriptor - 1 + descriptors.push(openSync(join(folder, name), 'r'));
    };
    const env = {
      ...{ PATH: path, HOME: '/tmp', TMPDIR: '/tmp', LANG: 'C.UTF-8' },
      ...(extensionsDir !== undefined && { EXTENSIONS_DIR: inside.extensions }),
    };
    const command = [inside.node, programPath(script)];
    const cage: Cage = {
      separation,
      identity: identity ?? { uid, gid: uid },
      mounts: [
        ...programMounts(sources),
        ...settings.systemPaths().map(path => ({ from: path, to: path, optional: true })),
        ...(cache ? [cacheMount(cache, uid)] : []),
        ...(model === undefined ? [] : [{ from: model, to: inside.model }]),
        { from: tmp, to: '/tmp', writable: true },
        { from: tmp, to: '/dev/shm', writable: true },
        { from: work, to: inside.work, writable: true },
      ],
      etc: writeEtc(join(folder, 'etc'), uid),
      env: cache ? { ...env, NODE_COMPILE_CACHE: inside.modules } : env,
      limits: model === undefined ? limits : { ...limits, dataBytes: undefined },
      hidesMounts: !showsMounts,
      ...(filter && { seccompFd: handDown('filter.bpf', filter) }),
    };
    // Handed down, since the command line of bubblewrap can be read inside.
    const argumentsFd = handDown(
      'arguments',
      bubblewrapOptions(cage)
        .map(each => `${each}\0`)
        .join(''),
    );
    const group = groups?.create(name, limits.processes);
    const cell = new Cell(
      inGroup({
        command: settings.bubblewrap,
        args: [
          ...['--args', `${argumentsFd}`, '--'],
          ...cagedCommand(cage, yields ? yielding(command) : command),
        ],
        env: { PATH: path },
        cwd: '/',
        descriptors,
        group,
        namespaced: true,
        writable: [inside.work, '/tmp', '/dev/shm'],
      }),
    );
    for (const fd of descriptors) closeSync(fd);
    return {
      cell,
      isCaged: true,
      identity,
      work: { outside: work, inside: inside.work },
      tmp,
      small: inside.small,
      model: model === undefined ? undefined : inside.model,
    };
  }

  function bare(name: string, folder: string, script: string, options: LaunchOptions = {}): Launch {
    const command = [process.execPath, script];
    const work = makeFolder(join(folder, 'work'), 0o755);
    const tmp = makeFolder(join(folder, 'tmp'), 0o700);
    const limit = (kind: string, value: number) => `--${kind}=${value}:${value}`;
    const args = [
      ...['--pdeathsig', 'KILL', '/usr/bin/prlimit', limit('core', 0), limit('nofile', limits.openFiles)],
      ...[limit('fsize', limits.fileBytes), limit('cpu', limits.cpuSeconds)],
      ...(options.yields ? yielding(command) : command),
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
    const cell = new Cell(inGroup(plan));
    return {
      cell,
      isCaged: false,
      identity: undefined,
      work: { outside: work, inside: work },
      tmp,
      small: undefined,
      model: options.model,
    };
  }

  return settings.mode === 'on'
    ? { mode: 'on', separation, programPath, launch: caged }
    : { mode: 'off', separation, programPath: file => file, launch: bare };
}
