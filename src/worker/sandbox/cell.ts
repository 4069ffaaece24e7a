import { type ChildProcess, spawn } from 'node:child_process';
import type { Duplex, Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Group } from './cgroup.ts';
import { exactMemoryOf, folderOf, foldersWithin, memoryOf, signal, startOf, treeOf } from './process-tree.ts';
import { type Unnamed, unnamedFiles } from './unnamed-files.ts';

export interface Ending {
  code: number | null;
  signal: string | null;
}

export const firstDescriptor = 4;

/** What to start, worked out by `sandbox.ts`. */
export interface CellPlan {
  command: string;
  args: string[];
  env: Record<string, string>;
  cwd: string;
  /** Descriptors handed down after the channel, from `firstDescriptor` on. */
  descriptors: number[];
  group?: Group | undefined;
  /** A pid namespace of its own: the tree below its init is everything there is. */
  namespaced: boolean;
  /** Where its processes can write, by the paths they know. */
  writable: readonly string[];
}

/** A host's processes, from outside: one tree that can be watched, stopped and ended as a whole. */
export class Cell {
  readonly channel: Duplex;
  readonly printed: Readable[];
  readonly ended: Promise<Ending>;
  readonly pid: number | undefined;
  alive = true;
  readonly #child: ChildProcess;
  readonly #group: Group | undefined;
  readonly #namespaced: boolean;
  readonly #writable: readonly string[];
  #opaque = true;
  #root: { pid: number; start: string } | undefined;

  constructor(plan: CellPlan) {
    this.#group = plan.group;
    this.#namespaced = plan.namespaced;
    this.#writable = plan.writable;
    this.#child = spawn(plan.command, plan.args, {
      stdio: ['ignore', 'pipe', 'pipe', 'pipe', ...plan.descriptors],
      env: plan.env,
      cwd: plan.cwd,
      detached: !plan.namespaced,
    });
    this.pid = this.#child.pid;
    this.channel = this.#child.stdio[3] as Duplex;
    this.printed = [this.#child.stdout!, this.#child.stderr!];
    this.ended = new Promise(resolve => {
      this.#child.on('exit', (code, name) => {
        this.alive = false;
        // What it printed last says why; a process that outlives it must not keep us waiting for it.
        setTimeout(resolve, 100, { code, signal: name });
      });
      this.#child.on('close', (code, name) => resolve({ code, signal: name }));
      this.#child.on('error', error => {
        this.alive = false;
        resolve({ code: null, signal: error.message });
      });
    });
  }

  /** The top of the tree: the namespace's init, once bubblewrap has made it. */
  #top(): number | undefined {
    if (!this.alive || this.pid === undefined) return undefined;
    if (!this.#namespaced) return this.pid;
    if (this.#root === undefined) {
      const pid = treeOf(this.pid)[1];
      const start = pid === undefined ? undefined : startOf(pid);
      if (pid !== undefined && start !== undefined) this.#root = { pid, start };
    }
    return this.#root && startOf(this.#root.pid) === this.#root.start ? this.#root.pid : undefined;
  }

  processes(): number[] {
    const top = this.#top();
    return top === undefined ? [] : treeOf(top);
  }

  /** The folders that tell of its processes. */
  #folders(): string[] {
    const top = this.#top();
    if (top === undefined) return [];
    const within = this.#namespaced ? foldersWithin(top) : [];
    return within.length > 0 ? within : treeOf(top).map(folderOf);
  }

  /** What it holds, and how many processes beyond the host itself (and its namespace's init). */
  atRest(): { bytes: number; extras: number } {
    const folders = this.#folders();
    return { bytes: memoryOf(folders), extras: folders.length - (this.#namespaced ? 2 : 1) };
  }

  isOver(bytes: number): boolean {
    if (this.#group) return false;
    const folders = this.#folders();
    return memoryOf(folders) > bytes && exactMemoryOf(folders) > bytes;
  }

  /** Has the kernel hold all its processes together to so much; false where there is no group to do it by. */
  limitMemory(bytes: number): boolean {
    this.#group?.limitMemory(bytes);
    return this.#group !== undefined;
  }

  /** How often the kernel has ended one of its processes for want of memory. */
  memoryKills(): number {
    return this.#group?.killed() ?? 0;
  }

  /** Files its processes hold that no folder names, counted until they are more than `most`. */
  async unnamed(most = { bytes: Infinity, entries: Infinity }): Promise<Unnamed> {
    const { hidden, ...seen } = await unnamedFiles(this.#folders(), this.#writable, most);
    return hidden === undefined || this.#opaque ? seen : { ...seen, hidden };
  }

  async hides(): Promise<boolean> {
    return (await this.unnamed()).hidden !== undefined;
  }

  /**
   * Finds out, before any job has run, whether this machine lets us look into it at all: only then a process that we cannot
   * look into hides itself.
   */
  async lookInto(): Promise<boolean> {
    this.#opaque = false;
    this.#opaque = !this.#namespaced || (await this.hides());
    return !this.#opaque;
  }

  /** Ends every process of the tree; resolves once the last is gone. */
  async kill(): Promise<void> {
    if (this.alive) {
      const pids = this.#namespaced ? [] : this.processes();
      const top = this.#top();
      if (top !== undefined) signal(top, 'SIGKILL');
      for (const pid of pids) signal(pid, 'SIGKILL');
      if (!this.#namespaced && this.pid !== undefined) signal(-this.pid, 'SIGKILL');
      // bubblewrap ends by itself when its namespace is empty, which is what says that all are gone.
      const gone = await Promise.race([
        this.ended.then(() => true),
        sleep(top === undefined ? 0 : 1000, false, { ref: false }),
      ]);
      if (!gone) this.#child.kill('SIGKILL');
    }
    await this.ended;
    this.channel.destroy();
    await this.#group?.remove();
  }
}
