import type { JobType, PublicPaths } from '../api/types.ts';
import type { RoomPaths } from '../api/workspace-types.ts';
import type { Api, CallOptions } from '../core/api.ts';
import { JobTypes } from '../resources/service.ts';

/** Job types, and the options that apply to one conversion. */
export class WorkspaceJobTypes extends JobTypes {
  readonly #room: Api<RoomPaths>;

  constructor(shared: Api<PublicPaths>, room: Api<RoomPaths>) {
    super(shared);
    this.#room = room;
  }

  get(
    id: string,
    query: { input?: string; outputFormat?: string } = {},
    { signal }: CallOptions = {},
  ): Promise<JobType> {
    return this.#room.get('/job-types/{id}', { path: { id }, query, signal });
  }
}
