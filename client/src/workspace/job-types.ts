import type { JobType, PublicPaths } from '../api/types.ts';
import type { WorkspacePaths } from '../api/workspace-types.ts';
import type { Api, CallOptions } from '../core/api.ts';
import { JobTypes } from '../resources/service.ts';

/** Job types, and the options that apply to one conversion. */
export class WorkspaceJobTypes extends JobTypes {
  readonly #api: Api<WorkspacePaths>;

  constructor(shared: Api<PublicPaths>, api: Api<WorkspacePaths>) {
    super(shared);
    this.#api = api;
  }

  get(
    id: string,
    query: { input?: string; outputFormat?: string } = {},
    { signal }: CallOptions = {},
  ): Promise<JobType> {
    return this.#api.get('/job-types/{id}', { path: { id }, query, signal });
  }
}
