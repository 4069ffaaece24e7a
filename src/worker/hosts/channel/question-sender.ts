import { JobFailure } from '../../../contract/failure.ts';
import type { InferCall, RunContext, Timestamp } from '../../../jobs/run.ts';
import { isAlwaysAllowed } from '../../../settings/content-size.ts';
import type { Reply } from './messages.ts';

interface PendingQuestion {
  call: Pick<InferCall, 'progress' | 'partial'>;
  resolve(value: Record<string, unknown>): void;
  reject(error: JobFailure): void;
}

/** Sends the questions of a running job from its host to the worker, and receives the answers. */
export class QuestionSender {
  readonly #say: (message: unknown) => void;
  readonly #asked = new Map<number, PendingQuestion>();
  #last = 0;

  constructor(say: (message: unknown) => void) {
    this.#say = say;
  }

  #ask(job: number, question: object, call: PendingQuestion['call'] = {}): Promise<Record<string, unknown>> {
    const ask = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#asked.set(ask, { call, resolve, reject });
      this.#say({ job, ask, ...question });
    });
  }

  /** Returns the parts of a job's context that need the worker. */
  makeContext(job: number): Pick<RunContext<unknown>, 'infer' | 'charge' | 'measure' | 'timestamp'> {
    return {
      infer: ({ engine, model, input, output, params = {}, ...call }) =>
        this.#ask(
          job,
          { infer: { engine, model, input, ...(output !== undefined && { output }), params } },
          call,
        ),
      measure: async size => {
        if (!isAlwaysAllowed(size)) await this.#ask(job, { measure: size });
      },
      charge: async units => void (await this.#ask(job, { charge: units })),
      timestamp: async digest => (await this.#ask(job, { timestamp: digest })) as unknown as Timestamp,
    };
  }

  receive(reply: Reply): void {
    const asked = this.#asked.get(reply.ask);
    if (!asked) return;
    if (reply.fraction !== undefined) asked.call.progress?.(reply.fraction);
    if ('partial' in reply) asked.call.partial?.(reply.partial);
    if (!reply.value && !reply.failure) return;
    this.#asked.delete(reply.ask);
    if (reply.failure) asked.reject(new JobFailure(reply.failure.id, reply.failure.detail));
    else asked.resolve(reply.value!);
  }
}
