import { accessSync, constants, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { readdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readStartTime, sendSignal } from './process-tree.ts';

/** A control group around one host, with which the kernel enforces its memory limit. */
export interface Group {
  /** Writing a pid to this file moves that process and all it starts into the group. */
  readonly procs: string;
  limitMemory(bytes: number): void;
  /** Counts the processes that the kernel killed for lack of memory. */
  killed(): number;
  remove(): Promise<void>;
}

export interface Groups {
  readonly version: 'v1' | 'v2';
  readonly parent: string;
  create(name: string, processes: number): Group;
}

const prefix = 'filemill-';
const serviceGroup = `${prefix}service`;
const ownedName = /^filemill-(\d+)-(\d+)-/;
/** Names a group after the process that it belongs to. */
const makeGroupName = (name: string): string =>
  `${prefix}${process.pid}-${readStartTime(process.pid)}-${name}`;
const write = (path: string, text: string): void => writeFileSync(path, text);

function succeeds(action: () => void): boolean {
  try {
    action();
    return true;
  } catch {
    return false;
  }
}

/**
 * Lists its processes. A process hidden by another pid namespace shows as 0, which `kill` would take for
 * ourselves.
 */
const listMembers = (folder: string): number[] =>
  readFileSync(join(folder, 'cgroup.procs'), 'utf8')
    .split('\n')
    .map(Number)
    .filter(pid => pid > 0);

/** Returns the group of this process in a hierarchy. Version 2 has the empty list of controllers. */
export function findOwnGroup(cgroups: string, controller: string): string | undefined {
  for (const line of cgroups.trim().split('\n')) {
    const [, controllers = '', ...path] = line.split(':');
    if (controllers.split(',').includes(controller)) return path.join(':');
  }
  return undefined;
}

/**
 * Returns true if we may divide the group: it is the root of all we can see, or it was delegated to our user.
 * A group managed by a service manager has one writer, which is not us.
 */
function isOurs(folder: string, createGroup: string): boolean {
  if (!succeeds(() => accessSync(folder, constants.W_OK))) return false;
  return createGroup === '/' || (process.getuid?.() !== 0 && statSync(folder).uid === process.getuid?.());
}

function createV2Groups(parent: string): Groups | undefined {
  const controllers = succeeds(() => readFileSync(join(parent, 'cgroup.controllers')))
    ? readFileSync(join(parent, 'cgroup.controllers'), 'utf8').trim().split(' ')
    : [];
  if (!controllers.includes('memory')) return undefined;
  const enable = () => write(join(parent, 'cgroup.subtree_control'), '+memory');
  // A group that delegates controllers must not contain processes itself.
  const makeRoom = () => {
    const service = join(parent, serviceGroup);
    mkdirSync(service, { recursive: true });
    for (const pid of listMembers(parent)) succeeds(() => write(join(service, 'cgroup.procs'), `${pid}`));
  };
  if (!succeeds(enable) && !(succeeds(makeRoom) && succeeds(enable))) return undefined;
  if (controllers.includes('pids')) succeeds(() => write(join(parent, 'cgroup.subtree_control'), '+pids'));
  return {
    version: 'v2',
    parent,
    create(name, processes) {
      const folder = join(parent, makeGroupName(name));
      mkdirSync(folder);
      succeeds(() => write(join(folder, 'pids.max'), `${processes}`));
      succeeds(() => write(join(folder, 'memory.swap.max'), '0'));
      succeeds(() => write(join(folder, 'memory.oom.group'), '1'));
      return group(folder, 'memory.max', 'memory.events');
    },
  };
}

function createV1Groups(parent: string): Groups | undefined {
  if (!existsSync(join(parent, 'memory.limit_in_bytes'))) return undefined;
  return {
    version: 'v1',
    parent,
    create(name) {
      const folder = join(parent, makeGroupName(name));
      mkdirSync(folder);
      return group(folder, 'memory.limit_in_bytes', 'memory.oom_control');
    },
  };
}

function group(folder: string, limitFile: string, eventsFile: string): Group {
  return {
    procs: join(folder, 'cgroup.procs'),
    limitMemory: bytes => void succeeds(() => write(join(folder, limitFile), `${bytes}`)),
    killed: () => {
      let events = '';
      succeeds(() => {
        events = readFileSync(join(folder, eventsFile), 'utf8');
      });
      return Number(/^oom_kill (\d+)$/m.exec(events)?.[1] ?? 0);
    },
    remove: () => removeGroup(folder),
  };
}

/** Removes a group, which is possible once its last process has been reaped. */
async function removeGroup(folder: string): Promise<void> {
  for (let tries = 0; existsSync(folder) && tries < 200; tries++) {
    for (const pid of listMembers(folder)) sendSignal(pid, 'SIGKILL');
    if (
      await rmdir(folder).then(
        () => true,
        () => false,
      )
    )
      return;
    await sleep(5);
  }
}

/**
 * Finds the control groups for hosts: below `parent` if the operator sets one, otherwise in our own group if
 * we may divide it.
 */
export function findGroups(parent: string | undefined): Groups | undefined {
  if (parent !== undefined)
    return existsSync(parent) ? (createV2Groups(parent) ?? createV1Groups(parent)) : undefined;
  const cgroups = readFileSync('/proc/self/cgroup', 'utf8');
  const v2 = findOwnGroup(cgroups, '');
  if (v2 !== undefined) {
    const folder = join('/sys/fs/cgroup', v2);
    const found = isOurs(folder, v2) ? createV2Groups(folder) : undefined;
    if (found) return found;
  }
  const v1 = findOwnGroup(cgroups, 'memory');
  if (v1 === undefined) return undefined;
  const folder = join('/sys/fs/cgroup/memory', v1);
  return isOurs(folder, v1) ? createV1Groups(folder) : undefined;
}

/** Removes the groups of workers that no longer run. */
export async function sweepGroups(groups: Groups): Promise<void> {
  for (const name of await readdir(groups.parent)) {
    const [, pid, start] = ownedName.exec(name) ?? [];
    if (pid !== undefined && readStartTime(Number(pid)) !== start)
      await removeGroup(join(groups.parent, name));
  }
}
