import type { QueryOf } from '../api/operation.ts';
import type { PublicPaths, Usage } from '../api/types.ts';
import type { Ledger, UsageBreakdown, UsageHistory, WorkspacePaths } from '../api/workspace-types.ts';
import type { Api, CallOptions } from '../core/api.ts';
import { UsageResource } from '../resources/service.ts';

/** The usage of the plan: now, by day or month, and all AI credit entries. */
export class WorkspaceUsage {
  readonly #api: Api<WorkspacePaths>;
  readonly #now: UsageResource;

  constructor(api: Api<WorkspacePaths>, shared: Api<PublicPaths>) {
    this.#api = api;
    this.#now = new UsageResource(shared);
  }

  get(options: CallOptions = {}): Promise<Usage> {
    return this.#now.get(options);
  }

  history(
    query: QueryOf<WorkspacePaths['/usage/history']['get']> = {},
    { signal }: CallOptions = {},
  ): Promise<UsageHistory> {
    return this.#api.get('/usage/history', { query, signal });
  }

  /** Recent jobs by type, key or source. */
  breakdown(
    query: QueryOf<WorkspacePaths['/usage/breakdown']['get']> = {},
    { signal }: CallOptions = {},
  ): Promise<UsageBreakdown> {
    return this.#api.get('/usage/breakdown', { query, signal });
  }

  ledger(
    query: QueryOf<WorkspacePaths['/ledger']['get']> = {},
    { signal }: CallOptions = {},
  ): Promise<Ledger> {
    return this.#api.get('/ledger', { query, signal });
  }
}
