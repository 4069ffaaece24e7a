import type { QueryOf } from '../api/operation.ts';
import type { PublicPaths } from '../api/types.ts';
import type { RoomPaths } from '../api/workspace-types.ts';
import type { Api, CallOptions } from '../core/api.ts';
import { Events } from '../resources/events.ts';

/** Events of a workspace, optionally newest first and of one type. */
export class WorkspaceEvents extends Events {
  readonly #room: Api<RoomPaths>;

  constructor(shared: Api<PublicPaths>, room: Api<RoomPaths>) {
    super(shared);
    this.#room = room;
  }

  override list(query: QueryOf<RoomPaths['/events']['get']> = {}, { signal }: CallOptions = {}) {
    return this.#room.get('/events', { query, signal });
  }
}
