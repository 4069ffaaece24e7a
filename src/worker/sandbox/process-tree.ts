import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function list(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

/** State and start time, the fields of `/proc/<pid>/stat` after the name, which may hold anything. */
function statOf(path: string): { state: string; start: string } | undefined {
  const text = read(path);
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return text === '' ? undefined : { state: fields[0]!, start: fields[19]! };
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
  for (let at = 0; at < pids.length; at++) pids.push(...childrenOf(pids[at]!));
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
const threadsOf = (folder: string): string[] =>
  list(`${folder}/task`).map(thread => `${folder}/task/${thread}`);

function statusOf(folder: string): string {
  const told = (text: string) => text.includes('RssAnon');
  const status = read(`${folder}/status`);
  return told(status)
    ? status
    : (threadsOf(folder)
        .map(each => read(`${each}/status`))
        .find(told) ?? '');
}

/** What is open. All threads of a process have the same: the filter refuses those that would not. */
function openFiles(folder: string): string[] {
  const within = (place: string) => list(`${place}/fd`).map(fd => `${place}/fd/${fd}`);
  const own = within(folder);
  if (own.length > 0) return own;
  return (
    threadsOf(folder)
      .map(within)
      .find(files => files.length > 0) ?? []
  );
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

/** Bytes held by files that are open but no longer named, where a walk over the folder cannot see them. */
export function unnamedBytes(folders: readonly string[]): number {
  const counted = new Set<string>();
  let sum = 0;
  for (const folder of folders)
    for (const open of openFiles(folder)) {
      try {
        if (!readlinkSync(open).endsWith(' (deleted)')) continue;
        const stat = statSync(open);
        const file = `${stat.dev}:${stat.ino}`;
        if (!stat.isFile() || counted.has(file)) continue;
        counted.add(file);
        sum += stat.blocks * 512;
      } catch {}
    }
  return sum;
}

export function signal(pid: number, name: 'SIGKILL'): void {
  try {
    process.kill(pid, name);
  } catch {}
}
