import type { PublicPaths, RecipeRun } from '../api/types.ts';
import { pause } from '../core/abort.ts';
import type { Api, CallOptions } from '../core/api.ts';
import { FilemillError, JobFailedError } from '../core/errors.ts';
import { eachOf } from '../core/pages.ts';

const ended = new Set<string>(['completed', 'failed', 'canceled']);
const pollMs = 1000;

/** Runs: executions of recipes. */
export class Runs {
  readonly #api: Api<PublicPaths>;

  constructor(api: Api<PublicPaths>) {
    this.#api = api;
  }

  get(id: string, { signal }: CallOptions = {}): Promise<RecipeRun> {
    return this.#api.get('/recipe-runs/{id}', { path: { id }, signal });
  }

  list(query: { limit?: number; cursor?: string } = {}, { signal }: CallOptions = {}) {
    return this.#api.get('/recipe-runs', { query, signal });
  }

  each(options: CallOptions = {}): AsyncGenerator<RecipeRun> {
    return eachOf(
      cursor => this.list({ limit: 100, ...(cursor !== undefined && { cursor }) }, options),
      page => page.runs,
    );
  }

  cancel(id: string, { signal }: CallOptions = {}): Promise<RecipeRun> {
    return this.#api.post('/recipe-runs/{id}/cancel', { path: { id }, signal });
  }

  /** Waits until the run has ended, however it ended. */
  async wait(
    id: string,
    { signal, onState }: CallOptions & { onState?: ((run: RecipeRun) => void) | undefined } = {},
  ): Promise<RecipeRun> {
    for (;;) {
      const run = await this.get(id, { signal });
      onState?.(run);
      if (ended.has(run.status)) return run;
      await pause(pollMs, signal);
    }
  }
}

export function requireRunCompleted(run: RecipeRun): RecipeRun {
  if (run.status === 'completed') return run;
  const step = run.steps.find(({ failure }) => failure);
  if (step?.failure) throw new JobFailedError(step.failure, { run, jobId: step.jobId });
  throw new FilemillError('run_canceled', `The run ${run.id} is ${run.status}.`);
}
