import type { Job, PublicPaths } from '../api/types.ts';
import type { JobHistory, RoomPaths, WorkspaceJob, WorkspaceJobQuery } from '../api/workspace-types.ts';
import type { Api, CallOptions } from '../core/api.ts';
import { walkPages } from '../core/pages.ts';
import { Jobs } from '../resources/jobs.ts';

/** Jobs from all sources: created with keys, by recipes, or in the workspace. */
export class WorkspaceJobs extends Jobs {
  readonly #room: Api<RoomPaths>;

  constructor(shared: Api<PublicPaths>, room: Api<RoomPaths>) {
    super(shared);
    this.#room = room;
  }

  override list(query: WorkspaceJobQuery = {}, { signal }: CallOptions = {}) {
    return this.#room.get('/jobs', { query, signal });
  }

  /** Returns the history of a job, with workers, events and deliveries. */
  history(id: string, { signal }: CallOptions = {}): Promise<JobHistory> {
    return this.#room.get('/jobs/{id}/history', { path: { id }, signal });
  }

  /** Creates and starts a new job with the same files, and with the given or the earlier options. */
  runAgain(id: string, options?: Record<string, unknown>, { signal }: CallOptions = {}): Promise<Job> {
    const body = options ? { options } : {};
    return this.#room.post('/jobs/{id}/run-again', { path: { id }, body, signal });
  }

  override each(query: WorkspaceJobQuery = {}, options: CallOptions = {}): AsyncGenerator<WorkspaceJob> {
    return walkPages(
      cursor => this.list({ limit: 100, ...query, ...(cursor !== undefined && { cursor }) }, options),
      page => page.jobs,
    );
  }
}
