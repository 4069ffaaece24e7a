import type { BodyOf } from '../api/operation.ts';
import type { CreatedKey, NewKey, WorkspacePaths } from '../api/workspace-types.ts';
import type { Api, CallOptions } from '../core/api.ts';
import type { PageQuery } from '../core/pages.ts';

/** API keys of a workspace. */
export class Keys {
  readonly #api: Api<WorkspacePaths>;

  constructor(api: Api<WorkspacePaths>) {
    this.#api = api;
  }

  list(query: PageQuery = {}, { signal }: CallOptions = {}) {
    return this.#api.get('/keys', { query, signal });
  }

  /** The response contains the key, only this once. */
  create(body: NewKey, { signal }: CallOptions = {}): Promise<CreatedKey> {
    return this.#api.post('/keys', { body, signal });
  }

  /** Creates a key that replaces another, which keeps working for a while. */
  rotate(
    id: string,
    body: BodyOf<WorkspacePaths['/keys/{id}/rotate']['post']> = {},
    { signal }: CallOptions = {},
  ): Promise<CreatedKey> {
    return this.#api.post('/keys/{id}/rotate', { path: { id }, body, signal });
  }

  /** Undoes a revocation of the last ten minutes. */
  restore(id: string, { signal }: CallOptions = {}): Promise<undefined> {
    return this.#api.post('/keys/{id}/restore', { path: { id }, signal });
  }

  revoke(id: string, { signal }: CallOptions = {}): Promise<undefined> {
    return this.#api.post('/keys/{id}/revoke', { path: { id }, signal, repeatable: true });
  }
}
