import { accessSync, constants, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { readdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { signal, startOf } from './process-tree.ts';

/** A control group around one host: the kernel itself holds its memory to the limit. */
export interface Group {
  /** Written with a pid, puts that process and all it starts into the group. */
  readonly procs: string;
  limitMemory(bytes: number): void;
  /** How many of its processes the kernel has ended for want of memory. */
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
/** Says in its name which process it belongs to. */
const nameOf = (name: string): string => `${prefix}${process.pid}-${startOf(process.pid)}-${name}`;
const write = (path: string, text: string): void => writeFileSync(path, text);

function attempt(action: () => void): boolean {
  try {
    action();
    return true;
  } catch {
    return false;
  }
}

/** Its processes; one that another pid namespace hides shows as 0, which `kill` would take for ourselves. */
const members = (folder: string): number[] =>
  readFileSync(join(folder, 'cgroup.procs'), 'utf8')
    .split('\n')
    .map(Number)
    .filter(pid => pid > 0);

/** The group this process is in, per hierarchy: v2 has the empty controller list. */
export function ownGroup(cgroups: string, controller: string): string | undefined {
  for (const line of cgroups.trim().split('\n')) {
    const [, controllers = '', ...path] = line.split(':');
    if (controllers.split(',').includes(controller)) return path.join(':');
  }
  return undefined;
}

/**
 * Ours to divide: the top of all we can see, or handed to our user. A group that a service manager keeps for us has
 * one writer, and it is not us.
 */
function isOurs(folder: string, group: string): boolean {
  if (!attempt(() => accessSync(folder, constants.W_OK))) return false;
  return group === '/' || (process.getuid?.() !== 0 && statSync(folder).uid === process.getuid?.());
}

function v2Groups(parent: string): Groups | undefined {
  const controllers = attempt(() => readFileSync(join(parent, 'cgroup.controllers')))
    ? readFileSync(join(parent, 'cgroup.controllers'), 'utf8').trim().split(' ')
    : [];
  if (!controllers.includes('memory')) return undefined;
  const enable = () => write(join(parent, 'cgroup.subtree_control'), '+memory');
  // A group that hands out controllers may hold no process of its own.
  const makeRoom = () => {
    const service = join(parent, serviceGroup);
    mkdirSync(service, { recursive: true });
    for (const pid of members(parent)) attempt(() => write(join(service, 'cgroup.procs'), `${pid}`));
  };
  if (!attempt(enable) && !(attempt(makeRoom) && attempt(enable))) return undefined;
  if (controllers.includes('pids')) attempt(() => write(join(parent, 'cgroup.subtree_control'), '+pids'));
  return {
    version: 'v2',
    parent,
    create(name, processes) {
      const folder = join(parent, nameOf(name));
      mkdirSync(folder);
      attempt(() => write(join(folder, 'pids.max'), `${processes}`));
      attempt(() => write(join(folder, 'memory.swap.max'), '0'));
      attempt(() => write(join(folder, 'memory.oom.group'), '1'));
      return group(folder, 'memory.max', 'memory.events');
    },
  };
}

function v1Groups(parent: string): Groups | undefined {
  if (!existsSync(join(parent, 'memory.limit_in_bytes'))) return undefined;
  return {
    version: 'v1',
    parent,
    create(name) {
      const folder = join(parent, nameOf(name));
      mkdirSync(folder);
      return group(folder, 'memory.limit_in_bytes', 'memory.oom_control');
    },
  };
}

function group(folder: string, limitFile: string, eventsFile: string): Group {
  return {
    procs: join(folder, 'cgroup.procs'),
    limitMemory: bytes => void attempt(() => write(join(folder, limitFile), `${bytes}`)),
    killed: () => {
      let events = '';
      attempt(() => {
        events = readFileSync(join(folder, eventsFile), 'utf8');
      });
      return Number(/^oom_kill (\d+)$/m.exec(events)?.[1] ?? 0);
    },
    remove: () => removeGroup(folder),
  };
}

/** A group can go once the last of its processes is reaped. */
async function removeGroup(folder: string): Promise<void> {
  for (let tries = 0; existsSync(folder) && tries < 200; tries++) {
    for (const pid of members(folder)) signal(pid, 'SIGKILL');
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

/** Groups for hosts: under `parent` where the operator names one, else in our own group if it is ours to divide. */
export function findGroups(parent: string | undefined): Groups | undefined {
  if (parent !== undefined) return existsSync(parent) ? (v2Groups(parent) ?? v1Groups(parent)) : undefined;
  const cgroups = readFileSync('/proc/self/cgroup', 'utf8');
  const v2 = ownGroup(cgroups, '');
  if (v2 !== undefined) {
    const folder = join('/sys/fs/cgroup', v2);
    const found = isOurs(folder, v2) ? v2Groups(folder) : undefined;
    if (found) return found;
  }
  const v1 = ownGroup(cgroups, 'memory');
  if (v1 === undefined) return undefined;
  const folder = join('/sys/fs/cgroup/memory', v1);
  return isOurs(folder, v1) ? v1Groups(folder) : undefined;
}

/** Removes the groups of workers that are gone. */
export async function sweepGroups(groups: Groups): Promise<void> {
  for (const name of await readdir(groups.parent)) {
    const [, pid, start] = ownedName.exec(name) ?? [];
    if (pid !== undefined && startOf(Number(pid)) !== start) await removeGroup(join(groups.parent, name));
  }
}
