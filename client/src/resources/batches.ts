import type { Batch, BatchEntry, NewBatch, PublicPaths } from '../api/types.ts';
import type { Api, CallOptions, WriteOptions } from '../core/api.ts';
import { type PageQuery, walkPages } from '../core/pages.ts';
import { follow } from './follow.ts';

/** The progress of a batch. */
export type BatchState = Pick<Batch, 'id' | 'status' | 'progress' | 'counts'>;

const hasEnded = (status: string): boolean => status === 'completed' || status === 'canceled';

/** Batches: one job type or recipe for many stored files. */
export class Batches {
  readonly #api: Api<PublicPaths>;

  constructor(api: Api<PublicPaths>) {
    this.#api = api;
  }

  /** Creates a batch of up to 10,000 inputs. Its jobs start by themselves. */
  create(batch: NewBatch, { signal, idempotencyKey }: WriteOptions = {}): Promise<Batch> {
    return this.#api.post('/batches', { body: batch, signal, idempotencyKey: idempotencyKey ?? true });
  }

  /** `wait`: how many seconds to wait for its end, at most 60. */
  get(id: string, { wait, signal }: CallOptions & { wait?: number } = {}): Promise<Batch> {
    return this.#api.get('/batches/{id}', {
      path: { id },
      query: { wait },
      signal,
      timeoutMs: ((wait ?? 0) + 60) * 1000,
    });
  }

  list(query: PageQuery = {}, { signal }: CallOptions = {}) {
    return this.#api.get('/batches', { query, signal });
  }

  /** Lists the jobs of a batch by page, newest first. */
  jobs(id: string, query: PageQuery = {}, { signal }: CallOptions = {}) {
    return this.#api.get('/batches/{id}/jobs', { path: { id }, query, signal });
  }

  /** Lists what became of each input by page, in the order of the inputs: of all, or of those in one state. */
  manifest(
    id: string,
    query: PageQuery & Pick<Partial<BatchEntry>, 'status'> = {},
    { signal }: CallOptions = {},
  ) {
    return this.#api.get('/batches/{id}/manifest', { path: { id }, query, signal });
  }

  /** Iterates over all inputs with their files. */
  eachInput(id: string, options: CallOptions = {}): AsyncGenerator<BatchEntry> {
    return walkPages(
      query => this.manifest(id, query, options),
      page => page.inputs,
    );
  }

  cancel(id: string, { signal }: CallOptions = {}): Promise<Batch> {
    return this.#api.post('/batches/{id}/cancel', { path: { id }, signal });
  }

  /** Runs the inputs of an ended batch again that failed or were canceled. */
  retry(id: string, { signal }: CallOptions = {}): Promise<Batch> {
    return this.#api.post('/batches/{id}/retry', { path: { id }, signal });
  }

  /** Follows a batch until it has ended. */
  async *follow(id: string, { signal }: CallOptions = {}): AsyncGenerator<BatchState> {
    const news = follow({
      open: headers => this.#api.stream('/batches/{id}/events', { path: { id }, signal, headers }),
      poll: wait => this.get(id, { wait, signal }),
      hasEnded,
      retry: this.#api.transport.retry,
      signal,
    });
    for await (const { data } of news) yield data as BatchState;
  }

  /** Waits until every input has ended, successfully or not. */
  async wait(
    id: string,
    { signal, onState }: CallOptions & { onState?: ((state: BatchState) => void) | undefined } = {},
  ): Promise<Batch> {
    for await (const state of this.follow(id, { signal })) onState?.(state);
    return this.get(id, { signal });
  }
}
