import { join } from 'node:path';
import { JobFailure } from '../../contract/failure.ts';
import { timestampServer } from '../../jobs/job-type.ts';
import type { Timestamp } from '../../jobs/run.ts';
import { limits } from '../../settings/limits.ts';
import type { Work } from '../../settings/work.ts';
import { Breach } from '../hosts/breach.ts';
import type { Question } from '../hosts/channel/messages.ts';
import type { Deadline } from '../hosts/deadline.ts';
import { translatePath } from '../hosts/folders/work-folder.ts';
import type { HostProcess } from '../hosts/host-process.ts';
import type { HostRequest } from '../hosts/request.ts';
import type { ModelHosts } from '../models/model-hosts.ts';
import type { Timestamps } from '../timestamps/timestamps.ts';

type InferQuestion = Extract<Question, { infer: unknown }>;

/** The services of the worker that a running job may ask. */
export interface JobServices {
  models: ModelHosts;
  /** Left out if the operator names no timestamp server. */
  timestamps?: Timestamps | undefined;
}

type AskingJob = Pick<
  HostRequest<unknown>,
  'models' | 'engines' | 'charge' | 'measure' | 'chargedWork' | 'signal'
> & {
  allow(work: Work): void;
};

const makeEndedFailure = (): JobFailure => new JobFailure('engine_error', 'its job ended');

/** Answers the questions of a running job: to run its models, to charge for its work, whether its plan allows it, and to confirm a time. */
export class JobQuestions {
  readonly #host: HostProcess;
  readonly #request: AskingJob;
  readonly #deadline: Pick<Deadline, 'exclude'>;
  readonly #services: JobServices;
  /** Aborts the calls of its models; most jobs have none. */
  #ended: AbortController | undefined;
  #isOver = false;
  #isStamped = false;
  #open = 0;

  constructor(
    host: HostProcess,
    request: AskingJob,
    services: JobServices,
    deadline: Pick<Deadline, 'exclude'>,
  ) {
    this.#host = host;
    this.#request = request;
    this.#services = services;
    this.#deadline = deadline;
  }

  /** Answers as soon as possible. An invalid question ends the host. */
  async answer(question: Question): Promise<void> {
    const { job, ask } = question;
    this.#open += 1;
    try {
      if (this.#open > limits.inferCalls)
        throw new Breach(`the job asked more than ${limits.inferCalls} questions at once`);
      // Waiting for the model's other jobs does not count, and each call has a limit of its own.
      const value = await this.#deadline.exclude(() => this.#find(question));
      this.#host.reply({ job, ask, value });
    } catch (error) {
      if (error instanceof Breach) return this.#host.end(error);
      const { id, detail } =
        error instanceof JobFailure ? error : new JobFailure('engine_error', String(error));
      this.#host.reply({ job, ask, failure: { id, detail } });
    } finally {
      this.#open -= 1;
    }
  }

  async #find(question: Question): Promise<Record<string, unknown>> {
    if ('infer' in question) return await this.#infer(question);
    if ('charge' in question) return await this.#pay(question.charge);
    if ('timestamp' in question) return { ...(await this.#stamp(question.timestamp)) };
    await this.#request.measure(question.measure);
    return {};
  }

  async #pay(units: number): Promise<Record<string, unknown>> {
    const { charge, chargedWork, allow } = this.#request;
    await charge(units);
    allow(chargedWork === 'pixel' ? { megapixel: units / 1e6 } : { mediaSecond: units });
    return {};
  }

  #stamp(digest: string): Promise<Timestamp> {
    const { timestamps } = this.#services;
    if (!timestamps || !this.#request.engines.includes(timestampServer))
      throw new Breach('the job asked for a timestamp, which it did not declare');
    if (this.#isStamped) throw new Breach('the job asked for a second timestamp');
    this.#isStamped = true;
    return timestamps.ask(digest, this.#request.signal);
  }

  async #infer({ job, ask, infer }: InferQuestion): Promise<Record<string, unknown>> {
    const { engine, model, input, output, params } = infer;
    if (this.#isOver) throw makeEndedFailure();
    if (!this.#request.models.includes(model))
      throw new Breach(`the job called the model ${model}, which it did not declare`);
    const { work, identity } = this.#host.launch;
    const folder = join(work.outside, `${job}`);
    const place = (path: string) => ({ folder, path: translatePath(path, work.inside, work.outside) });
    this.#ended ??= new AbortController();
    return await this.#services.models.infer(
      {
        job: this,
        engine,
        model,
        input: place(input),
        output: output === undefined ? undefined : { ...place(output), owner: identity },
        params,
      },
      {
        onFraction: fraction => this.#host.reply({ job, ask, fraction }),
        onPartial: partial => this.#host.reply({ job, ask, partial }),
      },
      AbortSignal.any([this.#request.signal, this.#ended.signal]),
    );
  }

  /** The job has ended, so the results of its models are no longer needed. */
  end(): void {
    this.#isOver = true;
    this.#ended?.abort(makeEndedFailure());
  }
}
