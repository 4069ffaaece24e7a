import { lstatSync, readlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { hidingMounts, initMountsArgs, mountHidingCapabilities } from './hidden-mounts.ts';
import type { Identity, Separation } from './identity.ts';

/** Where things stand inside. Neutral names: nothing tells where the machine keeps them. */
export const inside = {
  program: '/filemill',
  node: '/filemill/bin/node',
  modules: '/filemill/cache',
  extensions: '/filemill/extensions',
  model: '/filemill/model',
  work: '/work',
  small: '/small',
} as const;

/** What no job can change while its host lives, whatever process it starts. */
export interface ProcessLimits {
  processes: number;
  openFiles: number;
  fileBytes: number;
  cpuSeconds: number;
  /** What one process may map for itself, whatever its job may have: a job's own limit is set with the job. */
  dataBytes: number | undefined;
}

export interface Mount {
  from: string;
  to: string;
  writable?: boolean;
  /** Left out where it is not there. */
  optional?: boolean;
}

export interface Cage {
  separation: Separation;
  identity: Identity;
  mounts: Mount[];
  /** Files of a made-up `/etc`: name and where it lies outside. */
  etc: Record<string, string>;
  env: Record<string, string>;
  limits: ProcessLimits;
  /** The descriptor the filter is read from, where the architecture has one. */
  seccompFd?: number;
  hidesMounts: boolean;
}

/** The uid a user namespace shows inside; own-uid sandboxes see their real one. */
export const namespaceUid = 1000;

const systemFolders = ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'];
/** What any program needs; what an engine needs beyond it stands in its `probe.ts`. */
const systemSettings = ['/etc/alternatives', '/etc/ld.so.cache', '/etc/locale.alias'];

/** `/usr` and what belongs to it; on merged systems `/bin` and its like are links into it. */
function systemArgs(): string[] {
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

function separationArgs({ separation, hidesMounts }: Cage): string[] {
  const common = ['--unshare-ipc', '--unshare-pid', '--unshare-net', '--unshare-uts', '--unshare-cgroup'];
  const id = `${namespaceUid}`;
  const user = separation === 'user-namespace' ? ['--unshare-user', '--uid', id, '--gid', id] : [];
  // Kept only until `setpriv` has given them up with everything else.
  const capabilities = [
    ...(separation === 'own-uid' ? ['CAP_SETUID', 'CAP_SETGID', 'CAP_SETPCAP'] : []),
    ...(hidesMounts ? mountHidingCapabilities : []),
  ];
  return [...user, ...common, '--cap-drop', 'ALL', ...capabilities.flatMap(name => ['--cap-add', name])];
}

function mountArgs({ mounts, etc }: Cage): string[] {
  const args: string[] = [];
  // bwrap makes missing parents for root alone.
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

/** Limits first and rights last, so that nothing after `exec` can take either back. */
function confine({ limits, separation, identity, hidesMounts }: Cage): string[] {
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

/** All that a host can keep in memory for small jobs, which no process answers for. */
const smallFolderBytes = 16 * 1024 * 1024;

/** What `bwrap` runs: the way into the cage, and `command` at its end. It names nothing of the machine, for all inside can read it. */
export function cagedCommand(cage: Cage, command: string[]): string[] {
  const confined = [...confine(cage), ...command];
  return cage.hidesMounts ? hidingMounts(confined, inside.work) : confined;
}

/** The options of `bwrap` that make the cage. */
export function bubblewrapOptions(cage: Cage): string[] {
  return [
    ...separationArgs(cage),
    ...['--die-with-parent', '--new-session', '--hostname', 'host', '--clearenv'],
    ...Object.entries(cage.env).flatMap(([name, value]) => ['--setenv', name, value]),
    ...systemArgs(),
    ...['--proc', '/proc', '--dev', '/dev'],
    // A mapping of /dev/zero is memory no process answers for; /dev/full reads the same and cannot be mapped.
    ...['--dev-bind', '/dev/full', '/dev/zero'],
    ...mountArgs(cage),
    ...['--perms', '0777', '--size', `${smallFolderBytes}`, '--tmpfs', inside.small],
    ...(cage.hidesMounts ? initMountsArgs : []),
    ...['--remount-ro', '/dev', '--remount-ro', '/', '--chdir', inside.work],
    ...(cage.seccompFd === undefined ? [] : ['--seccomp', `${cage.seccompFd}`]),
  ];
}
