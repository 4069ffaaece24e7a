import { type ChildProcess, spawn } from 'node:child_process';
import type { Duplex, Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Group } from './cgroup.ts';
import { countDeletedFiles, type DeletedFiles } from './deleted-files.ts';
import {
  getProcFolder,
  listNamespaceFolders,
  listTree,
  measureExactMemory,
  measureMemory,
  readStartTime,
  sendSignal,
} from './process-tree.ts';

export interface Ending {
  code: number | null;
  signal: string | null;
}

export const firstDescriptor = 4;

/** The process to start, as planned by `sandbox.ts`. */
export interface ProcessPlan {
  command: string;
  args: string[];
  env: Record<string, string>;
  cwd: string;
  /** Descriptors passed on after the channel, starting at `firstDescriptor`. */
  descriptors: number[];
  group?: Group | undefined;
  /** True if it has its own pid namespace: then the tree below its init contains all its processes. */
  namespaced: boolean;
  /** The folders that its processes can write to, by the paths they know. */
  writable: readonly string[];
}

/** A host's processes seen from outside: one tree that can be watched and ended as a whole. */
export class SandboxProcesses {
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

  constructor(plan: ProcessPlan) {
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
        // Its last output says why it ended; a process that outlives it must not delay us.
        setTimeout(resolve, 100, { code, signal: name });
      });
      this.#child.on('close', (code, name) => resolve({ code, signal: name }));
      this.#child.on('error', error => {
        this.alive = false;
        resolve({ code: null, signal: error.message });
      });
    });
  }

  /** Returns the root of the tree: the namespace's init, once bubblewrap has created it. */
  #top(): number | undefined {
    if (!this.alive || this.pid === undefined) return undefined;
    if (!this.#namespaced) return this.pid;
    if (this.#root === undefined) {
      const pid = listTree(this.pid)[1];
      const start = pid === undefined ? undefined : readStartTime(pid);
      if (pid !== undefined && start !== undefined) this.#root = { pid, start };
    }
    return this.#root && readStartTime(this.#root.pid) === this.#root.start ? this.#root.pid : undefined;
  }

  processes(): number[] {
    const top = this.#top();
    return top === undefined ? [] : listTree(top);
  }

  /** Lists the `/proc` folders of its processes. */
  #folders(): string[] {
    const top = this.#top();
    if (top === undefined) return [];
    const within = this.#namespaced ? listNamespaceFolders(top) : [];
    return within.length > 0 ? within : listTree(top).map(getProcFolder);
  }

  /** Measures its memory and counts its processes beyond the host itself (and its namespace's init). */
  measureAtRest(): { bytes: number; extras: number } {
    const folders = this.#folders();
    return { bytes: measureMemory(folders), extras: folders.length - (this.#namespaced ? 2 : 1) };
  }

  isOver(bytes: number): boolean {
    if (this.#group) return false;
    const folders = this.#folders();
    return measureMemory(folders) > bytes && measureExactMemory(folders) > bytes;
  }

  /**
   * Makes the kernel limit the memory of all its processes together. Returns false if there is no control
   * group.
   */
  limitMemory(bytes: number): boolean {
    this.#group?.limitMemory(bytes);
    return this.#group !== undefined;
  }

  /** Counts how often the kernel killed one of its processes for lack of memory. */
  countMemoryKills(): number {
    return this.#group?.killed() ?? 0;
  }

  /** Counts deleted files that its processes keep open, until they exceed `most`. */
  async countDeletedFiles(most = { bytes: Infinity, entries: Infinity }): Promise<DeletedFiles> {
    const { hidden, ...seen } = await countDeletedFiles(this.#folders(), this.#writable, most);
    return hidden === undefined || this.#opaque ? seen : { ...seen, hidden };
  }

  async hides(): Promise<boolean> {
    return (await this.countDeletedFiles()).hidden !== undefined;
  }

  /**
   * Checks before any job has run whether this machine lets us inspect its processes. Only then does a
   * process that cannot be inspected count as hiding.
   */
  async checkInspectable(): Promise<boolean> {
    this.#opaque = false;
    this.#opaque = !this.#namespaced || (await this.hides());
    return !this.#opaque;
  }

  /** Kills every process of the tree and resolves when the last one is gone. */
  async kill(): Promise<void> {
    if (this.alive) {
      const pids = this.#namespaced ? [] : this.processes();
      const top = this.#top();
      if (top !== undefined) sendSignal(top, 'SIGKILL');
      for (const pid of pids) sendSignal(pid, 'SIGKILL');
      if (!this.#namespaced && this.pid !== undefined) sendSignal(-this.pid, 'SIGKILL');
      // bubblewrap exits when its namespace is empty, which shows that all are gone.
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
