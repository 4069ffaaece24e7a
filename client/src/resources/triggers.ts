import type { NewTrigger, PublicPaths, Trigger, TriggerChange, TriggerEntry } from '../api/types.ts';
import type { Api, CallOptions } from '../core/api.ts';
import { type PageQuery, walkPages } from '../core/pages.ts';

/** Triggers: batches that start by themselves, at times or for new files of a connection. */
export class Triggers {
  readonly #api: Api<PublicPaths>;

  constructor(api: Api<PublicPaths>) {
    this.#api = api;
  }

  async list({ signal }: CallOptions = {}): Promise<Trigger[]> {
    return (await this.#api.get('/triggers', { signal })).triggers;
  }

  create(body: NewTrigger, { signal }: CallOptions = {}): Promise<Trigger> {
    return this.#api.post('/triggers', { body, signal });
  }

  get(id: string, { signal }: CallOptions = {}): Promise<Trigger> {
    return this.#api.get('/triggers/{id}', { path: { id }, signal });
  }

  /** Changes, enables or disables a trigger. Fields that are left out stay as they are. */
  update(id: string, body: TriggerChange, { signal }: CallOptions = {}): Promise<Trigger> {
    return this.#api.patch('/triggers/{id}', { path: { id }, body, signal });
  }

  /** Deletes a trigger with its log. Batches that it has started go on. */
  delete(id: string, { signal }: CallOptions = {}): Promise<undefined> {
    return this.#api.delete('/triggers/{id}', { path: { id }, signal });
  }

  /** Lists what it started and what it skipped by page, newest first. */
  log(id: string, query: PageQuery = {}, { signal }: CallOptions = {}) {
    return this.#api.get('/triggers/{id}/log', { path: { id }, query, signal });
  }

  /** Iterates over the whole log. */
  eachEntry(id: string, options: CallOptions = {}): AsyncGenerator<TriggerEntry> {
    return walkPages(
      query => this.log(id, query, options),
      page => page.entries,
    );
  }
}
