import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** What `look` finds in `/proc`: `nothing` once the process has ended, undefined where we may not look. */
function seen<Found>(look: () => Found, nothing: Found): Found | undefined {
  try {
    return look();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'EACCES' || code === 'EPERM' ? undefined : nothing;
  }
}

export const see = (path: string): string | undefined => seen(() => readFileSync(path, 'utf8'), '');
export const seeNames = (path: string): string[] | undefined => seen(() => readdirSync(path), []);
const read = (path: string): string => see(path) ?? '';
const list = (path: string): string[] => seeNames(path) ?? [];

/** State and start time, the fields of `/proc/<pid>/stat` after the name, which may hold anything. */
function statOf(path: string): { state: string; start: string } | undefined {
  const text = read(path);
  const { 0: state, 19: start } = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return state && start ? { state, start } : undefined;
}

/** With the pid, names one process for ever: a pid alone may be given again. */
export const startOf = (pid: number): string | undefined => statOf(`/proc/${pid}/stat`)?.start;

function childrenOf(pid: number): number[] {
  return list(`/proc/${pid}/task`).flatMap(thread =>
    read(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  );
}

/** `root` and everything below it. In a pid namespace orphans fall to its init, so none is missed there. */
export function treeOf(root: number): number[] {
  const pids = [root];
  // What is found is gone through as well: a list is walked to its end, wherever that is by then.
  for (const pid of pids) pids.push(...childrenOf(pid));
  return pids;
}

/**
 * The processes of a pid namespace as its init's own `/proc` lists them: folders to read. Quick, where a tree is many files
 * to read for every thread. Nothing inside may mount another over it. Empty where we may not look.
 */
export const foldersWithin = (init: number): string[] =>
  list(`/proc/${init}/root/proc`)
    .filter(name => /^\d/.test(name))
    .map(pid => `/proc/${init}/root/proc/${pid}`);

export const folderOf = (pid: number): string => `/proc/${pid}`;

const kilobytes = (text: string, field: string): number =>
  Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0);

/** The folders of a process's threads: its own tells nothing any more once the first of them has ended, and the rest live on. */
export const threadsOf = (folder: string): string[] =>
  list(`${folder}/task`).map(thread => `${dirname(folder)}/${thread}`);

const told = (status: string): boolean => status.includes('RssAnon');

/** Has memory of its own still, and with it everything else. */
export const isAlive = (folder: string): boolean => told(read(`${folder}/status`));

function statusOf(folder: string): string {
  const status = read(`${folder}/status`);
  return told(status)
    ? status
    : (threadsOf(folder)
        .map(each => read(`${each}/status`))
        .find(told) ?? '');
}

/** Memory the processes answer for: what they made, not the programs and libraries mapped by all alike. */
export function memoryOf(folders: readonly string[]): number {
  let sum = 0;
  for (const folder of folders) {
    const status = statusOf(folder);
    sum += kilobytes(status, 'RssAnon') + kilobytes(status, 'RssShmem');
  }
  return sum * 1024;
}

/** The same with pages shared after a fork counted once; slower, so asked only before a verdict. */
export function exactMemoryOf(folders: readonly string[]): number {
  let sum = 0;
  for (const folder of folders) {
    const rollup = read(`${folder}/smaps_rollup`);
    sum +=
      rollup === ''
        ? memoryOf([folder]) / 1024
        : kilobytes(rollup, 'Pss_Anon') + kilobytes(rollup, 'Pss_Shmem');
  }
  return sum * 1024;
}

export function signal(pid: number, name: 'SIGKILL'): void {
  try {
    process.kill(pid, name);
  } catch {}
}
