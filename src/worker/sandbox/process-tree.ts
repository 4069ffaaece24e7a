import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Returns what `look` finds in `/proc`, `nothing` if the process has ended, or undefined if we lack
 * permission.
 */
function lookUp<Found>(look: () => Found, nothing: Found): Found | undefined {
  try {
    return look();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'EACCES' || code === 'EPERM' ? undefined : nothing;
  }
}

export const readProc = (path: string): string | undefined => lookUp(() => readFileSync(path, 'utf8'), '');
export const listProc = (path: string): string[] | undefined => lookUp(() => readdirSync(path), []);
const read = (path: string): string => readProc(path) ?? '';
const list = (path: string): string[] => listProc(path) ?? [];

/**
 * Reads state and start time, the fields of `/proc/<pid>/stat` after the name, which may contain anything.
 */
function readStat(path: string): { state: string; start: string } | undefined {
  const text = read(path);
  const { 0: state, 19: start } = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return state && start ? { state, start } : undefined;
}

/** Returns the start time, which identifies a process together with its pid, since pids are reused. */
export const readStartTime = (pid: number): string | undefined => readStat(`/proc/${pid}/stat`)?.start;

function listChildren(pid: number): number[] {
  return list(`/proc/${pid}/task`).flatMap(thread =>
    read(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  );
}

/**
 * Lists `root` and all its descendants. In a pid namespace, orphans are adopted by its init, so none is
 * missed.
 */
export function listTree(root: number): number[] {
  const pids = [root];
  // The list grows while it is iterated, so descendants are included.
  for (const pid of pids) pids.push(...listChildren(pid));
  return pids;
}

/**
 * Lists the `/proc` folders of the processes in a pid namespace, as its init's own `/proc` shows them. This
 * is fast, whereas walking a tree reads many files per thread. Nothing inside may mount over it. Empty if we
 * lack permission.
 */
export const listNamespaceFolders = (init: number): string[] =>
  list(`/proc/${init}/root/proc`)
    .filter(name => /^\d/.test(name))
    .map(pid => `/proc/${init}/root/proc/${pid}`);

export const getProcFolder = (pid: number): string => `/proc/${pid}`;

const readKilobytes = (text: string, field: string): number =>
  Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0);

/**
 * Lists the folders of a process's threads: the process's own folder is empty once its first thread has ended
 * while others live on.
 */
export const listThreads = (folder: string): string[] =>
  list(`${folder}/task`).map(thread => `${dirname(folder)}/${thread}`);

const hasMemoryFields = (status: string): boolean => status.includes('RssAnon');

/** Returns true while it has memory of its own, and with it everything else. */
export const isAlive = (folder: string): boolean => hasMemoryFields(read(`${folder}/status`));

function readStatus(folder: string): string {
  const status = read(`${folder}/status`);
  return hasMemoryFields(status)
    ? status
    : (listThreads(folder)
        .map(each => read(`${each}/status`))
        .find(hasMemoryFields) ?? '');
}

/** Sums the memory of processes without shared programs and libraries. */
export function measureMemory(folders: readonly string[]): number {
  let sum = 0;
  for (const folder of folders) {
    const status = readStatus(folder);
    sum += readKilobytes(status, 'RssAnon') + readKilobytes(status, 'RssShmem');
  }
  return sum * 1024;
}

/**
 * Measures the same but counts pages shared after a fork once. It is slower, so it is used only before a
 * decision.
 */
export function measureExactMemory(folders: readonly string[]): number {
  let sum = 0;
  for (const folder of folders) {
    const rollup = read(`${folder}/smaps_rollup`);
    sum +=
      rollup === ''
        ? measureMemory([folder]) / 1024
        : readKilobytes(rollup, 'Pss_Anon') + readKilobytes(rollup, 'Pss_Shmem');
  }
  return sum * 1024;
}

export function sendSignal(pid: number, name: 'SIGKILL'): void {
  try {
    process.kill(pid, name);
  } catch {}
}
