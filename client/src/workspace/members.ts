import type {
  CreatedInvitation,
  Member,
  NewInvitation,
  Role,
  WorkspacePaths,
} from '../api/workspace-types.ts';
import type { Api, CallOptions } from '../core/api.ts';
import type { PageQuery } from '../core/pages.ts';

/** The members of a workspace. */
export class Members {
  readonly #api: Api<WorkspacePaths>;

  constructor(api: Api<WorkspacePaths>) {
    this.#api = api;
  }

  list(query: PageQuery = {}, { signal }: CallOptions = {}) {
    return this.#api.get('/members', { query, signal });
  }

  changeRole(userId: string, role: Role, { signal }: CallOptions = {}): Promise<Member> {
    return this.#api.patch('/members/{userId}', { path: { userId }, body: { role }, signal });
  }

  remove(userId: string, { signal }: CallOptions = {}): Promise<undefined> {
    return this.#api.delete('/members/{userId}', { path: { userId }, signal });
  }
}

/** Links that make a person a member. */
export class Invitations {
  readonly #api: Api<WorkspacePaths>;

  constructor(api: Api<WorkspacePaths>) {
    this.#api = api;
  }

  list(query: PageQuery = {}, { signal }: CallOptions = {}) {
    return this.#api.get('/invitations', { query, signal });
  }

  /** The response contains the link, only this once. */
  create(body: NewInvitation, { signal }: CallOptions = {}): Promise<CreatedInvitation> {
    return this.#api.post('/invitations', { body, signal });
  }

  revoke(id: string, { signal }: CallOptions = {}): Promise<undefined> {
    return this.#api.delete('/invitations/{id}', { path: { id }, signal });
  }
}
