import { JobFailure } from '../../contract/failure.ts';
import type { FolderSize } from './folders/work-folder.ts';
import type { Host } from './host-starter.ts';
import type { Log } from './log.ts';
import { watchFolder } from './watch.ts';

export interface PoolSettings {
  name: string;
  /** Hosts that run at once. One more is allowed for a workspace that has no running job. */
  most: number;
  /** A host is replaced after this many jobs, */
  jobs: number;
  /** this many seconds of work, */
  seconds: number;
  /** or when it holds this much memory while idle. */
  restBytes: number;
  idleSeconds: number;
  /**
   * Idle hosts beyond `most` stay warm for their workspaces while they use no more memory than this in total.
   */
  warmBytes: number;
  /** Keeps an unassigned host ready at all times, not only while the pool is in use. */
  alwaysReady: boolean;
  /** Keeps an unassigned host ready for the next workspace while the pool is in use. */
  keepsSpare: boolean;
}

/** Receives the reason why a host of a pool was ended. */
export type OnRetired = (pool: string, why: string) => void;

export interface Member {
  readonly host: Host;
  workspaceId: string;
  jobs: number;
  seconds: number;
  idleTimer?: NodeJS.Timeout;
  /** Checks that it writes next to nothing while it has no job. */
  idleWatch?: { stop(): void };
}

/** The limit for profiles and caches that an engine keeps between jobs. */
const idleRoom: FolderSize = { bytes: 256 * 1024 * 1024, entries: 20_000 };

/**
 * The delay before a new spare is started, so that it does not compete with the job that took the last one.
 */
const spareDelayMs = 15_000;

const makeClosingFailure = () => new JobFailure('engine_error', 'the worker is closing');

/**
 * Hosts of one kind. Each serves one workspace and is ended before another workspace could see anything it
 * left.
 */
export class Pool {
  readonly #settings: PoolSettings;
  readonly #start: (modules: string[]) => Promise<Host>;
  readonly #log: Log;
  readonly #onRetired: OnRetired | undefined;
  readonly #busy = new Set<Member>();
  /** The least recently used is first. */
  #idle: Member[] = [];
  readonly #clearing = new Map<Member, Promise<void>>();
  #spare: Promise<Host> | undefined;
  #spareTimer: NodeJS.Timeout | undefined;
  #waiting: { workspaceId: string; wake(): void }[] = [];
  /** The workspaces of the jobs that have a host or will get one. */
  readonly #slots: string[] = [];
  #recent: string[] = [];
  #closed = false;
  #onQuiet: (() => void) | undefined;
  readonly #retiring = new Set<Promise<void>>();

  constructor(
    settings: PoolSettings,
    start: (modules: string[]) => Promise<Host>,
    log: Log,
    onRetired?: OnRetired,
  ) {
    this.#settings = settings;
    this.#start = start;
    this.#log = log;
    this.#onRetired = onRetired;
  }

  /**
   * Returns a host for `workspaceId`, a warm one if possible. Waits while the maximum runs. Hosts started for
   * it and after it preload `modules`, since one job is often like the last.
   */
  async acquire(workspaceId: string, modules: string[], signal: AbortSignal): Promise<Member> {
    await this.#slot(workspaceId, signal);
    try {
      if (this.#closed) throw makeClosingFailure();
      this.#recent = modules;
      const member = (await this.#warm(workspaceId)) ?? (await this.#assign(workspaceId));
      clearTimeout(member.idleTimer);
      member.idleWatch?.stop();
      if (this.#closed) {
        this.#retire(member.host, 'closing');
        throw makeClosingFailure();
      }
      this.#busy.add(member);
      return member;
    } catch (error) {
      this.#freeSlot(workspaceId);
      throw error;
    }
  }

  release(member: Member): void {
    this.#busy.delete(member);
    const worn = this.#wornBy(member);
    if (worn === undefined && !this.#closed) {
      this.#idle.push(member);
      member.idleTimer = setTimeout(() => this.#dismiss(member, 'idle'), this.#settings.idleSeconds * 1000);
      member.idleTimer.unref();
      const { launch } = member.host.process;
      member.idleWatch = watchFolder(launch.processes, member.host.folder, idleRoom, ({ detail }) => {
        this.#log.error({ host: member.host.id, problem: detail }, 'a host wrote files while it had no job');
        this.#dismiss(member, 'writing');
      });
    } else this.#retire(member.host, worn ?? 'closing');
    this.#freeSlot(member.workspaceId);
    this.#readySpare();
  }

  /** Releases a host as soon as it is `cleared`. */
  releaseWhen(member: Member, cleared: Promise<void>): void {
    const done = cleared.finally(() => {
      this.#clearing.delete(member);
      this.release(member);
    });
    this.#clearing.set(member, done);
  }

  /** Starts an unassigned host and resolves when it could take a job. */
  async ready(): Promise<void> {
    this.#readySpare();
    await this.#spare;
  }

  /** Replaces the spare host by one that uses the compiled modules. */
  renewSpare(): void {
    const old = this.#spare;
    this.#spare = undefined;
    old?.then(host => this.#retire(host, 'renewed')).catch(() => {});
    this.#readySpare();
  }

  /** Replaces every host: idle ones immediately, the others after their job. */
  renew(): void {
    for (const member of [...this.#idle]) this.#dismiss(member, 'renewed');
    for (const member of this.#busy) member.host.process.spent = true;
    for (const member of this.#clearing.keys()) member.host.process.spent = true;
    if (this.#spare) this.renewSpare();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#spareTimer);
    for (const member of [...this.#idle]) this.#dismiss(member, 'closing');
    for (const member of this.#busy) member.host.process.end(makeClosingFailure());
    // Wait until the last job has finished with its folder.
    if (this.#slots.length > 0) await new Promise<void>(resolve => (this.#onQuiet = resolve));
    const spare = await this.#spare?.catch(() => undefined);
    if (spare) this.#retire(spare, 'closing');
    while (this.#retiring.size > 0) await Promise.all(this.#retiring);
  }

  /** Returns an idle host of the workspace, or one that will soon be idle. */
  async #warm(workspaceId: string): Promise<Member | undefined> {
    const find = () => this.#idle.findLastIndex(each => each.workspaceId === workspaceId);
    if (find() < 0)
      for (const [member, cleared] of this.#clearing) if (member.workspaceId === workspaceId) await cleared;
    return find() < 0 ? undefined : this.#idle.splice(find(), 1)[0];
  }

  async #assign(workspaceId: string): Promise<Member> {
    for (let [oldest] = this.#idle; oldest && !this.#hasRoomForAnother(); [oldest] = this.#idle)
      this.#dismiss(oldest, 'another workspace');
    const spare = this.#spare;
    this.#spare = undefined;
    this.#spareTimer ??= setTimeout(() => this.#readySpare(), spareDelayMs).unref();
    const ready = await spare?.catch(() => undefined);
    const host = ready?.process.usable ? ready : await this.#start(this.#recent);
    if (ready && ready !== host) this.#retire(ready, 'died');
    const member: Member = { host, workspaceId, jobs: 0, seconds: 0 };
    void host.process.launch.processes.ended.then(() => this.#dismiss(member, 'died'));
    return member;
  }

  #hasRoomForAnother(): boolean {
    if (this.#busy.size + this.#idle.length < this.#settings.most) return true;
    const held = this.#idle.reduce((sum, { host }) => sum + host.process.restBytes, 0);
    return held < this.#settings.warmBytes;
  }

  #wornBy({ host, jobs, seconds }: Member): string | undefined {
    if (!host.process.usable) return 'spent';
    if (jobs >= this.#settings.jobs) return 'jobs';
    if (seconds >= this.#settings.seconds) return 'time';
    return host.process.restBytes > this.#settings.restBytes ? 'memory' : undefined;
  }

  /** Ends an idle host; one that is working is ended by its job. */
  #dismiss(member: Member, why: string): void {
    if (!this.#idle.includes(member)) return;
    this.#idle = this.#idle.filter(each => each !== member);
    clearTimeout(member.idleTimer);
    member.idleWatch?.stop();
    this.#retire(member.host, why);
    if (this.#idle.length + this.#busy.size === 0 && !this.#settings.alwaysReady) this.#dropSpare();
  }

  #retire(host: Host, why: string): void {
    this.#log.debug({ pool: this.#settings.name, host: host.id, why }, 'host retired');
    this.#onRetired?.(this.#settings.name, why);
    const gone = host
      .retire()
      .catch(error => this.#log.error({ err: error, host: host.id }, 'a host could not be removed'))
      .finally(() => this.#retiring.delete(gone));
    this.#retiring.add(gone);
  }

  #readySpare(): void {
    clearTimeout(this.#spareTimer);
    this.#spareTimer = undefined;
    if (this.#closed || this.#spare || !this.#settings.keepsSpare) return;
    const spare = this.#start(this.#recent);
    this.#spare = spare;
    const forget = () => {
      if (this.#spare === spare) this.#spare = undefined;
    };
    spare.then(host => host.process.launch.processes.ended.then(forget)).catch(forget);
  }

  #dropSpare(): void {
    clearTimeout(this.#spareTimer);
    this.#spareTimer = undefined;
    const spare = this.#spare;
    this.#spare = undefined;
    spare?.then(host => this.#retire(host, 'idle')).catch(() => {});
  }

  #mayRun(workspaceId: string): boolean {
    const { length } = this.#slots;
    const { most } = this.#settings;
    return length < most || (length === most && !this.#slots.includes(workspaceId));
  }

  async #slot(workspaceId: string, signal: AbortSignal): Promise<void> {
    if (this.#mayRun(workspaceId)) {
      this.#slots.push(workspaceId);
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const wake = () => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const waiter = { workspaceId, wake };
      const giveUp = () => {
        this.#waiting = this.#waiting.filter(each => each !== waiter);
        reject(signal.reason);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      this.#waiting.push(waiter);
    });
  }

  /** Passes a slot directly to the longest-waiting job that may have it. */
  #freeSlot(workspaceId: string): void {
    this.#slots.splice(this.#slots.indexOf(workspaceId), 1);
    const next = this.#waiting.find(waiter => this.#mayRun(waiter.workspaceId));
    if (next) {
      this.#waiting = this.#waiting.filter(each => each !== next);
      this.#slots.push(next.workspaceId);
      next.wake();
    }
    if (this.#slots.length === 0) this.#onQuiet?.();
  }
}
