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

const kilobytes = (text: string, field: string): number =>
  Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0);

/** Memory the processes answer for: what they made, not the programs and libraries mapped by all alike. */
export function memoryOf(pids: readonly number[]): number {
  let sum = 0;
  for (const pid of pids) {
    const status = read(`/proc/${pid}/status`);
    sum += kilobytes(status, 'RssAnon') + kilobytes(status, 'RssShmem');
  }
  return sum * 1024;
}

/** The same with pages shared after a fork counted once; slower, so asked only before a verdict. */
export function exactMemoryOf(pids: readonly number[]): number {
  let sum = 0;
  for (const pid of pids) {
    const rollup = read(`/proc/${pid}/smaps_rollup`);
    sum +=
      rollup === '' ? memoryOf([pid]) / 1024 : kilobytes(rollup, 'Pss_Anon') + kilobytes(rollup, 'Pss_Shmem');
  }
  return sum * 1024;
}

/** Bytes held by files that are open but no longer named, where a walk over the folder cannot see them. */
export function unnamedBytes(pids: readonly number[]): number {
  const counted = new Set<string>();
  let sum = 0;
  for (const pid of pids)
    for (const fd of list(`/proc/${pid}/fd`)) {
      try {
        if (!readlinkSync(`/proc/${pid}/fd/${fd}`).endsWith(' (deleted)')) continue;
        const stat = statSync(`/proc/${pid}/fd/${fd}`);
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
