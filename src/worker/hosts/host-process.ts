import { describeEnding, JobFailure } from '../../contract/failure.ts';
import type { Work } from '../../settings/work.ts';
import { computeDataLimit, saysOutOfMemory } from '../sandbox/data-limit.ts';
import type { Launch } from '../sandbox/sandbox.ts';
import type { Ending } from '../sandbox/sandbox-processes.ts';
import { Breach } from './breach.ts';
import { type Channel, openChannel } from './channel/channel.ts';
import type { FromHost, InferMessage, Question, Reply, RunTask, ToHost } from './channel/messages.ts';
import { Printed } from './channel/printed.ts';

export type Ready = Extract<FromHost, { ready: unknown }>['ready'];
export type JobAnswer = Extract<FromHost, { result: unknown } | { failure: unknown }>;
export type InferAnswer = Extract<FromHost, { facts: unknown } | { failure: unknown }>;

/** Callbacks for a job's questions, progress and partial text. */
export interface JobListener {
  onProgress(percent: number): void;
  onQuestion(question: Question): void;
  /** It begins these pieces of work. */
  onWork(work: Work): void;
  onPartial(value: unknown): void;
}

/** Callbacks for a model call's progress and partial text. */
export interface InferListener {
  onFraction(fraction: number): void;
  onPartial(value: unknown): void;
}

/** A running host: receives tasks, reports results and can be ended. */
export class HostProcess {
  readonly launch: Launch;
  readonly printed: Printed;
  /** True if it must not get another job. */
  spent = false;
  /** Memory in use after its last job. */
  restBytes = 0;
  readonly #channel: Channel;
  #memoryBytes: number | undefined;
  #expects: ((message: FromHost) => void) | undefined;
  #failed: ((error: Error) => void) | undefined;

  constructor(launch: Launch) {
    this.launch = launch;
    const { processes } = launch;
    this.printed = new Printed(processes.printed, () =>
      this.end(new JobFailure('limit_exceeded', 'the host printed too much')),
    );
    this.#channel = openChannel(
      processes.channel,
      message => this.#expects?.(message),
      what => this.end(new Breach(what)),
    );
    void processes.ended.then(ending => this.#failed?.(this.#death(ending)));
  }

  get usable(): boolean {
    return this.launch.processes.alive && !this.spent;
  }

  #death({ code, signal }: Ending): JobFailure {
    const detail = describeEnding('the host', code, signal, this.printed.text);
    // V8 aborts at its own heap limit before our watchdog acts, and a library that is refused memory may
    // abort too.
    return new JobFailure(saysOutOfMemory(this.printed.text) ? 'limit_exceeded' : 'engine_error', detail);
  }

  /** Waits for the message that `pick` accepts. Rejects if the host ends first. */
  #await<Value>(pick: (message: FromHost) => Value | undefined): Promise<Value> {
    return new Promise<Value>((resolve, reject) => {
      if (!this.launch.processes.alive) {
        void this.launch.processes.ended.then(ending => reject(this.#death(ending)));
        return;
      }
      this.#failed = reject;
      this.#expects = message => {
        const value = pick(message);
        if (value !== undefined) resolve(value);
      };
    }).finally(() => {
      this.#failed = undefined;
      this.#expects = undefined;
    });
  }

  async #within<Value>(seconds: number, what: string, action: Promise<Value>): Promise<Value> {
    const timer = setTimeout(
      () =>
        this.end(
          new JobFailure('engine_error', `${what} took longer than ${seconds} s\n${this.printed.text}`),
        ),
      seconds * 1000,
    );
    return await action.finally(() => clearTimeout(timer));
  }

  started(seconds: number): Promise<Ready> {
    const ready = this.#await(message => ('ready' in message ? message.ready : undefined));
    return this.#within(seconds, 'starting a host', ready);
  }

  /**
   * Loads modules before any job and returns those that failed. With `keep`, the compiled code is written to
   * the cache.
   */
  load(modules: string[], seconds: number, keep = false): Promise<string[]> {
    const loaded = this.#await(message => ('loaded' in message ? message.loaded : undefined));
    this.#channel.send({ load: { modules, keep } });
    return this.#within(seconds, 'loading job types', loaded);
  }

  run(task: RunTask, listener: JobListener): Promise<JobAnswer> {
    let shown = 0;
    return this.#ask<JobAnswer>({ run: task }, task.job, message => {
      if ('result' in message || 'failure' in message) return message;
      if ('ask' in message) listener.onQuestion(message);
      else if ('work' in message) listener.onWork(message.work);
      else if ('partial' in message) listener.onPartial(message.partial);
      else if ('progress' in message && message.progress > shown) {
        shown = message.progress;
        listener.onProgress(shown);
      }
      return undefined;
    });
  }

  infer(task: InferMessage, listener: InferListener): Promise<InferAnswer> {
    return this.#ask<InferAnswer>({ infer: task }, task.job, message => {
      if ('facts' in message || 'failure' in message) return message;
      if ('fraction' in message) listener.onFraction(message.fraction);
      else if ('partial' in message) listener.onPartial(message.partial);
      return undefined;
    });
  }

  /** Makes the kernel limit its memory: in total if there is a control group, otherwise per process. */
  limitMemory(bytes: number): void {
    if (this.launch.processes.limitMemory(bytes) || bytes === this.#memoryBytes) return;
    this.#memoryBytes = bytes;
    this.#channel.send({ limit: { dataBytes: computeDataLimit(bytes), isAlone: this.launch.isCaged } });
  }

  /** Sends the reply to a question of the running job. */
  reply(reply: Reply): void {
    this.#channel.send({ reply });
  }

  /** Sends a task and passes on its messages until `pick` accepts one as the answer. */
  #ask<Value>(
    task: ToHost,
    job: number,
    pick: (message: Extract<FromHost, { job: number }>) => Value | undefined,
  ): Promise<Value> {
    this.printed.reset();
    this.#channel.reset();
    const answer = this.#await(message =>
      'job' in message && message.job === job ? pick(message) : undefined,
    );
    this.#channel.send(task);
    return answer;
  }

  /** Ends it with all processes it started. Pending calls reject with `error`. */
  end(error?: Error): void {
    if (error) this.#failed?.(error);
    void this.kill();
  }

  async kill(): Promise<void> {
    this.spent = true;
    await this.launch.processes.kill();
  }
}
