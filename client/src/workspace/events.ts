import type { QueryOf } from '../api/operation.ts';
import type { PublicPaths } from '../api/types.ts';
import type { WorkspacePaths } from '../api/workspace-types.ts';
import type { Api, CallOptions } from '../core/api.ts';
import { Events } from '../resources/events.ts';

/** Events of a workspace, optionally newest first and of one type. */
export class WorkspaceEvents extends Events {
  readonly #api: Api<WorkspacePaths>;

  constructor(shared: Api<PublicPaths>, api: Api<WorkspacePaths>) {
    super(shared);
    this.#api = api;
  }

  override list(query: QueryOf<WorkspacePaths['/events']['get']> = {}, { signal }: CallOptions = {}) {
    return this.#api.get('/events', { query, signal });
  }
}
