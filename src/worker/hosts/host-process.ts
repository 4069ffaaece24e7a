import { describeEnding, JobFailure } from '../../contract/failure.ts';
import type { Work } from '../../settings/work.ts';
import type { Ending } from '../sandbox/cell.ts';
import { dataBytes, saysOutOfMemory } from '../sandbox/data-limit.ts';
import type { Launch } from '../sandbox/sandbox.ts';
import { Breach } from './breach.ts';
import { type Channel, openChannel } from './channel/channel.ts';
import type { FromHost, InferMessage, Question, RunTask, ToHost, Told } from './channel/messages.ts';
import { Printed } from './channel/printed.ts';

export type Ready = Extract<FromHost, { ready: unknown }>['ready'];
export type Answer = Extract<FromHost, { result: unknown } | { failure: unknown }>;
export type Inferred = Extract<FromHost, { facts: unknown } | { failure: unknown }>;

/** Who hears a host while it runs a job. */
export interface JobListener {
  onProgress(percent: number): void;
  onQuestion(question: Question): void;
  /** It begins these pieces of work. */
  onWork(work: Work): void;
  onPartial(value: unknown): void;
}

/** Who hears a model host while it computes. */
export interface InferListener {
  onFraction(fraction: number): void;
  onPartial(value: unknown): void;
}

/** One host as the worker holds it: told what to do, heard, and ended. */
export class HostProcess {
  readonly launch: Launch;
  readonly printed: Printed;
  /** Not to be given another job. */
  spent = false;
  /** Memory it held after its last job. */
  restBytes = 0;
  readonly #channel: Channel;
  #memoryBytes: number | undefined;
  #expects: ((message: FromHost) => void) | undefined;
  #failed: ((error: Error) => void) | undefined;

  constructor(launch: Launch) {
    this.launch = launch;
    const { cell } = launch;
    this.printed = new Printed(cell.printed, () =>
      this.end(new JobFailure('limit_exceeded', 'the host printed without end')),
    );
    this.#channel = openChannel(
      cell.channel,
      message => this.#expects?.(message),
      what => this.end(new Breach(what)),
    );
    void cell.ended.then(ending => this.#failed?.(this.#death(ending)));
  }

  get usable(): boolean {
    return this.launch.cell.alive && !this.spent;
  }

  #death({ code, signal }: Ending): JobFailure {
    const detail = describeEnding('the host', code, signal, this.printed.text);
    // V8 dies of its own heap limit before any watchdog of ours, and a library that is refused memory may abort.
    return new JobFailure(saysOutOfMemory(this.printed.text) ? 'limit_exceeded' : 'engine_error', detail);
  }

  /** Waits for the message that `pick` takes; rejects when the host ends or is ended first. */
  #await<Value>(pick: (message: FromHost) => Value | undefined): Promise<Value> {
    return new Promise<Value>((resolve, reject) => {
      if (!this.launch.cell.alive) {
        void this.launch.cell.ended.then(ending => reject(this.#death(ending)));
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

  /** Has modules loaded ahead of any job; says which could not be. With `keep`, what was compiled is written down. */
  load(modules: string[], seconds: number, keep = false): Promise<string[]> {
    const loaded = this.#await(message => ('loaded' in message ? message.loaded : undefined));
    this.#channel.send({ load: { modules, keep } });
    return this.#within(seconds, 'loading job types', loaded);
  }

  run(task: RunTask, listener: JobListener): Promise<Answer> {
    let shown = 0;
    return this.#ask<Answer>({ run: task }, task.job, message => {
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

  infer(task: InferMessage, listener: InferListener): Promise<Inferred> {
    return this.#ask<Inferred>({ infer: task }, task.job, message => {
      if ('facts' in message || 'failure' in message) return message;
      if ('fraction' in message) listener.onFraction(message.fraction);
      else if ('partial' in message) listener.onPartial(message.partial);
      return undefined;
    });
  }

  /** Has the kernel hold it to so much: all of it where there is a control group, else each of its processes. */
  limitMemory(bytes: number): void {
    if (this.launch.cell.limitMemory(bytes) || bytes === this.#memoryBytes) return;
    this.#memoryBytes = bytes;
    this.#channel.send({ limit: { dataBytes: dataBytes(bytes), isAlone: this.launch.isCaged } });
  }

  /** Says what the worker makes of a question the running job has asked. */
  tell(told: Told): void {
    this.#channel.send({ told });
  }

  /** Sends a task and hears what is said of that task until `pick` takes it for the answer. */
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

  /** Ends it with all it started; whoever waits for an answer gets `error`. */
  end(error?: Error): void {
    if (error) this.#failed?.(error);
    void this.kill();
  }

  async kill(): Promise<void> {
    this.spent = true;
    await this.launch.cell.kill();
  }
}
