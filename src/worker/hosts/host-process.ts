import { endedBadly, JobFailure } from '../../contract/failure.ts';
import type { Ending } from '../sandbox/cell.ts';
import type { Launch } from '../sandbox/sandbox.ts';
import { type Channel, openChannel } from './channel.ts';
import type { FromHost, RunTask } from './messages.ts';
import { Breach } from './outputs.ts';
import { Printed } from './printed.ts';

export type Ready = Extract<FromHost, { ready: unknown }>['ready'];
export type Answer = Extract<FromHost, { result: unknown } | { failure: unknown }>;

/** The reason is spoken to the operator; V8 dies of its own heap limit before any watchdog of ours. */
const heapExhausted = /JavaScript heap out of memory/;

/** One host as the worker holds it: told what to do, heard, and ended. */
export class HostProcess {
  readonly launch: Launch;
  readonly printed: Printed;
  /** Not to be given another job. */
  spent = false;
  /** Memory it held after its last job. */
  restBytes = 0;
  readonly #channel: Channel;
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
    const detail = endedBadly('the host', code, signal, this.printed.text);
    return new JobFailure(heapExhausted.test(this.printed.text) ? 'limit_exceeded' : 'engine_error', detail);
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

  run(task: RunTask, onProgress: (percent: number) => void): Promise<Answer> {
    this.printed.reset();
    this.#channel.reset();
    let shown = 0;
    const answer = this.#await(message => {
      if (!('job' in message) || message.job !== task.job) return undefined;
      if (!('progress' in message)) return message;
      if (message.progress > shown) {
        shown = message.progress;
        onProgress(shown);
      }
      return undefined;
    });
    this.#channel.send({ run: task });
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
