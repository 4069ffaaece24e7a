import { join } from 'node:path';
import { JobFailure } from '../../contract/failure.ts';
import type { InferParams } from '../../engines/model.ts';
import { limits } from '../../settings/limits.ts';
import { Breach } from '../hosts/breach.ts';
import { createWorkFolder, emptyFolder, handOver, removeFolder } from '../hosts/folders/work-folder.ts';
import type { InferListener } from '../hosts/host-process.ts';
import type { Host, HostStarter } from '../hosts/host-starter.ts';
import type { Log } from '../hosts/log.ts';
import type { OnRetired } from '../hosts/pool.ts';
import { watchJob } from '../hosts/watch.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { CallScheduler } from './call-scheduler.ts';
import { ModelMemory } from './memory.ts';
import type { FindModel, WorkerModel } from './model.ts';
import { copyRaw, type Place } from './raw-file.ts';

export interface ModelHostsSettings {
  find: FindModel;
  /** The `infer.ts` of each engine that has one. */
  modules: Map<string, string>;
  starter: HostStarter;
  sandbox: Sandbox;
  log: Log;
  memoryMb: number;
  cores: number;
  idleSeconds: number;
  /** Seconds of work after which a host is replaced. */
  hostSeconds: number;
  onRetired?: OnRetired | undefined;
}

/** A model call of a job, with paths as the worker sees them. */
export interface InferRequest {
  /** The job, by which calls are scheduled fairly: the same for all its calls. */
  job: object;
  engine: string;
  model: string;
  input: Place;
  output: (Place & { owner: Host['process']['launch']['identity'] }) | undefined;
  params: InferParams;
}

interface Member {
  model: WorkerModel;
  host: Host;
  seconds: number;
  idleTimer?: NodeJS.Timeout;
}

/** The factor by which a model may exceed its stated memory before its host is ended. */
const memoryTolerance = 1.5;
const roomToWrite = { bytes: 2 * limits.inferBytes + 64 * 1024 * 1024, entries: 1000 };

/**
 * The hosts of models: one for each model, loaded on demand and shared by all workspaces, since they never
 * see a caller's file, only numbers that another host made from it. They have the lowest priority.
 */
export class ModelHosts {
  readonly #settings: ModelHostsSettings;
  readonly #memory: ModelMemory;
  readonly #scheduler: CallScheduler;
  readonly #threads: number;
  /** The least recently used is first. */
  readonly #members = new Map<string, Member>();
  readonly #retiring = new Set<Promise<void>>();
  #lastCall = 0;

  constructor(settings: ModelHostsSettings) {
    this.#settings = settings;
    this.#memory = new ModelMemory(settings.memoryMb);
    const atOnce = Math.max(1, Math.floor(settings.cores / limits.inferCores));
    this.#scheduler = new CallScheduler(atOnce);
    this.#threads = Math.max(1, Math.floor(settings.cores / atOnce));
  }

  #find(name: string): WorkerModel {
    const model = this.#settings.find(name);
    if (!model) throw new JobFailure('engine_error', `the model ${name} is not installed`);
    return model;
  }

  /** Returns true if a job that needs this model could start now. */
  hasRoomFor(name: string): boolean {
    const model = this.#settings.find(name);
    return model !== undefined && this.#memory.hasRoomFor([model]);
  }

  /** Waits until the models fit into memory together. Resolves with a function that releases them. */
  async hold(names: readonly string[], signal: AbortSignal): Promise<() => void> {
    const release = await this.#memory.hold(
      names.map(name => this.#find(name)),
      signal,
    );
    const idle = [...this.#members.values()].filter(({ model }) => !this.#memory.holds(model.name));
    const surplus = new Set(this.#memory.findSurplus(idle.map(({ model }) => model)).map(({ name }) => name));
    for (const member of idle)
      if (surplus.has(member.model.name)) this.#retire(member, 'its memory is needed');
    // A host that is ending uses memory until it is gone.
    await Promise.all(this.#retiring);
    return release;
  }

  /** Runs one call of a model that the job holds. */
  async infer(
    request: InferRequest,
    listener: InferListener,
    signal: AbortSignal,
  ): Promise<Record<string, unknown>> {
    const model = this.#find(request.model);
    const module = this.#settings.modules.get(request.engine);
    if (model.engine !== request.engine || module === undefined)
      throw new Breach(`the engine ${request.engine} does not run the model ${request.model}`);
    const endTurn = await this.#scheduler.take(request.job, signal);
    try {
      const member = await this.#member(model, module);
      const began = performance.now();
      try {
        return await this.#compute(member, module, request, listener, signal);
      } finally {
        member.seconds += (performance.now() - began) / 1000;
        this.#rest(member);
      }
    } finally {
      endTurn();
    }
  }

  async #member(model: WorkerModel, module: string): Promise<Member> {
    const known = this.#members.get(model.name);
    if (known?.host.process.usable) {
      clearTimeout(known.idleTimer);
      this.#members.delete(model.name);
      this.#members.set(model.name, known);
      return known;
    }
    if (known) this.#retire(known, 'died');
    const host = await this.#settings.starter.start([module], { model: model.dir, yields: true });
    const member: Member = { model, host, seconds: 0 };
    this.#members.set(model.name, member);
    return member;
  }

  /**
   * Copies the input into a folder, runs the model, and returns its facts and the output if requested. The
   * folder is removed.
   */
  async #compute(
    { host, model }: Member,
    module: string,
    request: InferRequest,
    listener: InferListener,
    signal: AbortSignal,
  ): Promise<Record<string, unknown>> {
    const { work, identity, processes, tmp, model: modelDir } = host.process.launch;
    const job = ++this.#lastCall;
    const folder = join(work.outside, `${job}`);
    const inside = `${work.inside}/${job}`;
    createWorkFolder(folder);
    if (identity) handOver(folder, identity);
    const memoryBytes = model.memoryMb * memoryTolerance * 1024 ** 2;
    host.process.limitMemory(memoryBytes);
    const kills = processes.countMemoryKills();
    const watched = {
      processes,
      folder: host.folder,
      startSeconds: limits.inferSeconds,
      seconds: limits.inferSeconds,
      memoryBytes,
      most: roomToWrite,
    };
    const watching = watchJob({ ...watched, signal }, error => host.process.end(error));
    try {
      await copyRaw(request.input, { folder, path: join(folder, 'input') }, identity, limits.inferBytes);
      signal.throwIfAborted();
      const answer = await host.process.infer(
        {
          job,
          module: this.#settings.sandbox.programPath(module),
          modelDir: modelDir!,
          input: `${inside}/input`,
          ...(request.output && { output: `${inside}/output` }),
          params: request.params,
          settings: model.settings,
          threads: this.#threads,
        },
        listener,
      );
      if ('failure' in answer) throw new JobFailure(answer.failure.id, answer.failure.detail);
      if (request.output) {
        const made = { folder, path: join(folder, 'output') };
        await copyRaw(made, request.output, request.output.owner, limits.inferBytes);
      }
      return answer.facts;
    } catch (error) {
      // After a fault the host may be in any state, so the next call gets a new one.
      host.process.spent = true;
      if (error instanceof JobFailure && processes.countMemoryKills() > kills)
        throw new JobFailure('limit_exceeded', `the model used more than ${memoryBytes} bytes of memory`);
      throw error;
    } finally {
      watching.stop();
      await Promise.all([removeFolder(folder), emptyFolder(tmp)]).catch(() => {
        host.process.spent = true;
      });
    }
  }

  /** Checks a host between calls. */
  #rest(member: Member): void {
    if (!member.host.process.usable) this.#retire(member, 'spent');
    else if (member.seconds >= this.#settings.hostSeconds) this.#retire(member, 'time');
    else {
      member.idleTimer = setTimeout(() => this.#retire(member, 'idle'), this.#settings.idleSeconds * 1000);
      member.idleTimer.unref();
    }
  }

  #retire(member: Member, why: string): void {
    const { log, onRetired } = this.#settings;
    clearTimeout(member.idleTimer);
    if (this.#members.get(member.model.name) === member) this.#members.delete(member.model.name);
    log.debug({ model: member.model.name, host: member.host.id, why }, 'model host retired');
    onRetired?.('model', why);
    const gone = member.host
      .retire()
      .catch(error => log.error({ err: error, host: member.host.id }, 'a host could not be removed'))
      .finally(() => this.#retiring.delete(gone));
    this.#retiring.add(gone);
  }

  /** This is called after every job has ended. */
  async close(): Promise<void> {
    for (const member of this.#members.values()) this.#retire(member, 'closing');
    while (this.#retiring.size > 0) await Promise.all(this.#retiring);
  }
}
