import { lstatSync, readlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { initMountsArgs, makeHidingCommand, mountHidingCapabilities } from './hidden-mounts.ts';
import type { Identity, Separation } from './identity.ts';

/** The paths inside the sandbox. The names are neutral and reveal nothing of the machine's folders. */
export const inside = {
  program: '/filemill',
  node: '/filemill/bin/node',
  modules: '/filemill/cache',
  extensions: '/filemill/extensions',
  model: '/filemill/model',
  work: '/work',
  small: '/small',
} as const;

/** Limits that hold for a host and all its processes as long as it lives. */
export interface ProcessLimits {
  processes: number;
  openFiles: number;
  fileBytes: number;
  cpuSeconds: number;
  /** The memory that one process may map in any job; each job also has a limit of its own. */
  dataBytes: number | undefined;
}

export interface Mount {
  from: string;
  to: string;
  writable?: boolean;
  /** True to skip it if it does not exist. */
  optional?: boolean;
}

export interface SandboxPlan {
  separation: Separation;
  identity: Identity;
  mounts: Mount[];
  /** The files of a generated `/etc`: their names and paths outside. */
  etc: Record<string, string>;
  env: Record<string, string>;
  limits: ProcessLimits;
  /** The descriptor of the seccomp filter, on architectures that have one. */
  seccompFd?: number;
  hidesMounts: boolean;
  /** Bytes of a `/dev/shm` in memory, for processes that share memory with each other. */
  sharedMemoryBytes?: number | undefined;
}

/** The uid shown inside a user namespace; sandboxes with their own uid see their real one. */
export const namespaceUid = 1000;

const systemFolders = ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'];
/** Paths that any program needs. Those of an engine are listed in its `probe.ts`. */
const systemSettings = ['/etc/alternatives', '/etc/ld.so.cache', '/etc/locale.alias'];

/** Mounts `/usr` and what belongs to it. On merged systems, `/bin` and the like are links into it. */
function makeSystemArgs(): string[] {
  const args = ['--ro-bind', '/usr', '/usr'];
  for (const folder of systemFolders) {
    const stat = lstatSync(folder, { throwIfNoEntry: false });
    if (stat?.isSymbolicLink()) args.push('--symlink', readlinkSync(folder), folder);
    else if (stat?.isDirectory()) args.push('--ro-bind', folder, folder);
  }
  args.push('--perms', '0755', '--dir', '/etc', '--perms', '0755', '--dir', '/var');
  for (const path of systemSettings) args.push('--ro-bind-try', path, path);
  return args;
}

function makeSeparationArgs({ separation, hidesMounts }: SandboxPlan): string[] {
  const common = ['--unshare-ipc', '--unshare-pid', '--unshare-net', '--unshare-uts', '--unshare-cgroup'];
  const id = `${namespaceUid}`;
  const user = separation === 'user-namespace' ? ['--unshare-user', '--uid', id, '--gid', id] : [];
  // These are kept only until `setpriv` drops them with all others.
  const capabilities = [
    ...(separation === 'own-uid' ? ['CAP_SETUID', 'CAP_SETGID', 'CAP_SETPCAP'] : []),
    ...(hidesMounts ? mountHidingCapabilities : []),
  ];
  return [...user, ...common, '--cap-drop', 'ALL', ...capabilities.flatMap(name => ['--cap-add', name])];
}

function makeMountArgs({ mounts, etc }: SandboxPlan): string[] {
  const args: string[] = [];
  // bwrap creates missing parents only as root.
  const made = new Set(['/']);
  for (const { to } of mounts) {
    const parents: string[] = [];
    for (let at = dirname(to); !made.has(at); at = dirname(at)) {
      if (mounts.some(mount => mount.to === at)) break;
      parents.unshift(at);
      made.add(at);
    }
    for (const parent of parents) args.push('--perms', '0755', '--dir', parent);
  }
  for (const { from, to, writable, optional } of mounts)
    args.push(`${writable ? '--bind' : '--ro-bind'}${optional ? '-try' : ''}`, from, to);
  for (const [name, from] of Object.entries(etc)) args.push('--ro-bind', from, `/etc/${name}`);
  return args;
}

/** Limits come first and privileges last, so that nothing after `exec` can undo either. */
function makeConfiningCommand({ limits, separation, identity, hidesMounts }: SandboxPlan): string[] {
  const prlimit = [
    '/usr/bin/prlimit',
    `--nproc=${limits.processes}:${limits.processes}`,
    `--nofile=${limits.openFiles}:${limits.openFiles}`,
    `--fsize=${limits.fileBytes}:${limits.fileBytes}`,
    `--cpu=${limits.cpuSeconds}:${limits.cpuSeconds}`,
    ...(limits.dataBytes === undefined ? [] : [`--data=${limits.dataBytes}:${limits.dataBytes}`]),
    '--core=0:0',
    '--msgqueue=0:0',
  ];
  const ownUser = separation === 'own-uid';
  if (!ownUser && !hidesMounts) return prlimit;
  const ids = ownUser ? ['--reuid', `${identity.uid}`, '--regid', `${identity.gid}`, '--clear-groups'] : [];
  const rights = ['--inh-caps=-all', '--ambient-caps=-all', '--bounding-set=-all', '--no-new-privs'];
  return [...prlimit, '/usr/bin/setpriv', ...ids, ...rights, '--'];
}

/** The size of the memory folder for small jobs, which counts towards no process. */
const smallFolderBytes = 16 * 1024 * 1024;

/**
 * Returns the command that bwrap runs: the steps into the sandbox, then `command`. It contains no paths of
 * the machine, since everything inside can read it.
 */
export function makeInnerCommand(plan: SandboxPlan, command: string[]): string[] {
  const confined = [...makeConfiningCommand(plan), ...command];
  return plan.hidesMounts ? makeHidingCommand(confined, inside.work) : confined;
}

/** Returns the options of `bwrap` for the sandbox. */
export function makeBubblewrapOptions(plan: SandboxPlan): string[] {
  return [
    ...makeSeparationArgs(plan),
    ...['--die-with-parent', '--new-session', '--hostname', 'host', '--clearenv'],
    ...Object.entries(plan.env).flatMap(([name, value]) => ['--setenv', name, value]),
    ...makeSystemArgs(),
    ...['--proc', '/proc', '--dev', '/dev'],
    // Memory mapped from /dev/zero counts towards no process; /dev/full reads the same and cannot be mapped.
    ...['--dev-bind', '/dev/full', '/dev/zero'],
    ...makeMountArgs(plan),
    ...['--perms', '0777', '--size', `${smallFolderBytes}`, '--tmpfs', inside.small],
    ...(plan.sharedMemoryBytes === undefined
      ? []
      : ['--perms', '0777', '--size', `${plan.sharedMemoryBytes}`, '--tmpfs', '/dev/shm']),
    ...(plan.hidesMounts ? initMountsArgs : []),
    ...['--remount-ro', '/dev', '--remount-ro', '/', '--chdir', inside.work],
    ...(plan.seccompFd === undefined ? [] : ['--seccomp', `${plan.seccompFd}`]),
  ];
}
