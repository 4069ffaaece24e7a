import { JobFailure } from '../../../contract/failure.ts';
import type { InferCall, RunContext } from '../../../jobs/run.ts';
import type { Told } from './messages.ts';

interface Asked {
  call: Pick<InferCall, 'progress' | 'partial'>;
  resolve(value: Record<string, unknown>): void;
  reject(error: JobFailure): void;
}

/** Inside a host: what a running job asks of the worker, and the answers. */
export class Asking {
  readonly #say: (message: unknown) => void;
  readonly #asked = new Map<number, Asked>();
  #last = 0;

  constructor(say: (message: unknown) => void) {
    this.#say = say;
  }

  #ask(job: number, question: object, call: Asked['call'] = {}): Promise<Record<string, unknown>> {
    const ask = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#asked.set(ask, { call, resolve, reject });
      this.#say({ job, ask, ...question });
    });
  }

  /** What a job's context offers by asking. */
  of(job: number): Pick<RunContext<unknown>, 'infer' | 'charge'> {
    return {
      infer: ({ engine, model, input, output, params = {}, ...call }) =>
        this.#ask(
          job,
          { infer: { engine, model, input, ...(output !== undefined && { output }), params } },
          call,
        ),
      charge: async units => void (await this.#ask(job, { charge: units })),
    };
  }

  hear(told: Told): void {
    const asked = this.#asked.get(told.ask);
    if (!asked) return;
    if (told.fraction !== undefined) asked.call.progress?.(told.fraction);
    if ('partial' in told) asked.call.partial?.(told.partial);
    if (!told.value && !told.failure) return;
    this.#asked.delete(told.ask);
    if (told.failure) asked.reject(new JobFailure(told.failure.id, told.failure.detail));
    else asked.resolve(told.value!);
  }
}
