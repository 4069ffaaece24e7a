import type { JobEventRecord, PublicPaths } from '../api/types.ts';
import type { Api, CallOptions } from '../core/api.ts';
import { walkPages } from '../core/pages.ts';

/** Events, for callers who missed a webhook. */
export class Events {
  readonly #api: Api<PublicPaths>;

  constructor(api: Api<PublicPaths>) {
    this.#api = api;
  }

  list(query: { after?: string; limit?: number } = {}, { signal }: CallOptions = {}) {
    return this.#api.get('/events', { query, signal });
  }

  /** Iterates over all events after the given one, oldest first. */
  each(after?: string, options: CallOptions = {}): AsyncGenerator<JobEventRecord> {
    return walkPages(
      ({ limit = 100, cursor = after }) =>
        this.list({ limit, ...(cursor !== undefined && { after: cursor }) }, options),
      page => page.events,
    );
  }
}
