import type { PublicPaths, RecipeRun } from '../api/types.ts';
import type { Api, CallOptions } from '../core/api.ts';
import { FilemillError, JobFailedError } from '../core/errors.ts';
import { type PageQuery, walkPages } from '../core/pages.ts';
import { follow } from './follow.ts';

const ended = new Set<string>(['completed', 'failed', 'canceled']);

/** The progress of a run and of its steps. */
export interface RunState {
  id: string;
  status: RecipeRun['status'];
  /** The percentage done. */
  progress: number;
  steps: Pick<RecipeRun['steps'][number], 'index' | 'status' | 'progress'>[];
}

/** Runs: executions of recipes. */
export class Runs {
  readonly #api: Api<PublicPaths>;

  constructor(api: Api<PublicPaths>) {
    this.#api = api;
  }

  /** `wait`: how many seconds to wait for its end, at most 60. */
  get(id: string, { wait, signal }: CallOptions & { wait?: number } = {}): Promise<RecipeRun> {
    return this.#api.get('/recipe-runs/{id}', {
      path: { id },
      query: { wait },
      signal,
      timeoutMs: ((wait ?? 0) + 60) * 1000,
    });
  }

  list(query: { limit?: number; cursor?: string; recipeId?: string } = {}, { signal }: CallOptions = {}) {
    return this.#api.get('/recipe-runs', { query, signal });
  }

  each(options: CallOptions = {}): AsyncGenerator<RecipeRun> {
    return walkPages(
      query => this.list(query, options),
      page => page.runs,
    );
  }

  /** Lists a page of the files of a completed run's result. */
  files(id: string, query: PageQuery = {}, { signal }: CallOptions = {}) {
    return this.#api.get('/recipe-runs/{id}/files', { path: { id }, query, signal });
  }

  /** Yields all files of a completed run's result. */
  eachFile(id: string, options: CallOptions = {}) {
    return walkPages(
      query => this.files(id, query, options),
      page => page.files,
      1000,
    );
  }

  cancel(id: string, { signal }: CallOptions = {}): Promise<RecipeRun> {
    return this.#api.post('/recipe-runs/{id}/cancel', { path: { id }, signal });
  }

  /** Follows a run and its steps until it has ended. */
  async *follow(id: string, { signal }: CallOptions = {}): AsyncGenerator<RunState> {
    const news = follow({
      open: headers => this.#api.stream('/recipe-runs/{id}/events', { path: { id }, signal, headers }),
      poll: async wait => readState(await this.get(id, { wait, signal })),
      hasEnded: status => ended.has(status),
      retry: this.#api.transport.retry,
      signal,
    });
    for await (const { data } of news) yield data as RunState;
  }

  /** Waits until the run has ended, successfully or not. */
  async wait(
    id: string,
    { signal, onState }: CallOptions & { onState?: ((state: RunState) => void) | undefined } = {},
  ): Promise<RecipeRun> {
    for await (const state of this.follow(id, { signal })) onState?.(state);
    return this.get(id, { signal });
  }
}

function readState({ id, status, steps }: RecipeRun): RunState {
  const done = steps.reduce((sum, step) => sum + (step.status === 'completed' ? 100 : step.progress), 0);
  return { id, status, progress: Math.floor(done / steps.length), steps };
}

export function requireRunCompleted(run: RecipeRun): RecipeRun {
  if (run.status === 'completed') return run;
  const step = run.steps.find(({ failure }) => failure);
  if (step?.failure) throw new JobFailedError(step.failure, { run, jobId: step.jobId });
  throw new FilemillError('run_canceled', `The run ${run.id} is ${run.status}.`);
}
