import type { AccountPaths, Workspace, WorkspacePaths } from '../api/workspace-types.ts';
import type { Api, CallOptions } from '../core/api.ts';
import type { PageQuery } from '../core/pages.ts';

/** The user's workspaces. */
export class Workspaces {
  readonly #api: Api<AccountPaths>;

  constructor(api: Api<AccountPaths>) {
    this.#api = api;
  }

  list(query: PageQuery = {}, { signal }: CallOptions = {}) {
    return this.#api.get('/workspaces', { query, signal });
  }

  /** Creates a workspace. Only operators may. */
  create(name: string, { signal }: CallOptions = {}): Promise<Workspace> {
    return this.#api.post('/workspaces', { body: { name }, signal });
  }
}

/** The workspace itself: its name, plan and limits. */
export class CurrentWorkspace {
  readonly #api: Api<WorkspacePaths>;

  constructor(api: Api<WorkspacePaths>) {
    this.#api = api;
  }

  get({ signal }: CallOptions = {}): Promise<Workspace> {
    return this.#api.get('/', { signal });
  }

  /** Lists who changed its keys, members, connections, name or plan, newest first. For admins and owners. */
  auditLog(query: PageQuery = {}, { signal }: CallOptions = {}) {
    return this.#api.get('/audit-log', { query, signal });
  }

  /** Deletes the workspace with everything in it, for its owners. `name` is its name, as a confirmation. */
  delete(name: string, { signal }: CallOptions = {}): Promise<void> {
    return this.#api.delete('/', { query: { name }, signal });
  }

  rename(name: string, { signal }: CallOptions = {}): Promise<Workspace> {
    return this.#api.patch('/', { body: { name }, signal });
  }
}
