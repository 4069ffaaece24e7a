import type { Job, PublicPaths } from '../api/types.ts';
import type { JobHistory, WorkspaceJob, WorkspaceJobQuery, WorkspacePaths } from '../api/workspace-types.ts';
import type { Api, CallOptions } from '../core/api.ts';
import { walkPages } from '../core/pages.ts';
import { Jobs } from '../resources/jobs.ts';

/** Jobs from all sources: created with keys, by recipes, or in the workspace. */
export class WorkspaceJobs extends Jobs {
  readonly #api: Api<WorkspacePaths>;

  constructor(shared: Api<PublicPaths>, api: Api<WorkspacePaths>) {
    super(shared);
    this.#api = api;
  }

  override list(query: WorkspaceJobQuery = {}, { signal }: CallOptions = {}) {
    return this.#api.get('/jobs', { query, signal });
  }

  /** Returns the history of a job, with workers, events and deliveries. */
  history(id: string, { signal }: CallOptions = {}): Promise<JobHistory> {
    return this.#api.get('/jobs/{id}/history', { path: { id }, signal });
  }

  /** Creates and starts a new job with the same files, and with the given or the earlier options. */
  runAgain(id: string, options?: Record<string, unknown>, { signal }: CallOptions = {}): Promise<Job> {
    const body = options ? { options } : {};
    return this.#api.post('/jobs/{id}/run-again', { path: { id }, body, signal });
  }

  override each(query: WorkspaceJobQuery = {}, options: CallOptions = {}): AsyncGenerator<WorkspaceJob> {
    return walkPages(
      page => this.list({ ...query, ...page }, options),
      page => page.jobs,
      query.limit,
    );
  }
}
