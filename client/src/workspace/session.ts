import type { BodyOf } from '../api/operation.ts';
import type { AccountPaths, OpenInvitation, Session, SignedIn, User } from '../api/workspace-types.ts';
import type { Api, CallOptions } from '../core/api.ts';

type BodyAt<P extends keyof AccountPaths> = AccountPaths[P] extends { post: infer Op } ? BodyOf<Op> : never;

/** Signing in and out. The session is a cookie, which the browser keeps and sends. */
export class SessionResource {
  readonly #api: Api<AccountPaths>;

  constructor(api: Api<AccountPaths>) {
    this.#api = api;
  }

  /** Returns the signed-in user and their workspaces. */
  get({ signal }: CallOptions = {}): Promise<SignedIn> {
    return this.#api.get('/session', { signal });
  }

  signIn(body: BodyAt<'/session'>, { signal }: CallOptions = {}): Promise<SignedIn> {
    return this.#api.post('/session', { body, signal });
  }

  signOut({ signal }: CallOptions = {}): Promise<undefined> {
    return this.#api.delete('/session', { signal });
  }

  /** Creates the first user, with the link printed at first start. */
  welcome(body: BodyAt<'/welcome'>, { signal }: CallOptions = {}): Promise<SignedIn> {
    return this.#api.post('/welcome', { body, signal });
  }

  /** Chooses a new password, with the link of an operator. */
  choosePassword(body: BodyAt<'/password-resets'>, { signal }: CallOptions = {}): Promise<undefined> {
    return this.#api.post('/password-resets', { body, signal });
  }

  /** Returns the workspace and role of an invitation link. */
  showInvitation(token: string, { signal }: CallOptions = {}): Promise<OpenInvitation> {
    return this.#api.post('/invitations/show', { body: { token }, signal, repeatable: true });
  }

  acceptInvitation(body: BodyAt<'/invitations/accept'>, { signal }: CallOptions = {}): Promise<SignedIn> {
    return this.#api.post('/invitations/accept', { body, signal });
  }
}

/** The user's own account and sessions. */
export class Account {
  readonly #api: Api<AccountPaths>;

  constructor(api: Api<AccountPaths>) {
    this.#api = api;
  }

  rename(name: string, { signal }: CallOptions = {}): Promise<User> {
    return this.#api.patch('/account', { body: { name }, signal });
  }

  changePassword(body: BodyAt<'/account/password'>, { signal }: CallOptions = {}): Promise<undefined> {
    return this.#api.post('/account/password', { body, signal });
  }

  async sessions({ signal }: CallOptions = {}): Promise<Session[]> {
    return (await this.#api.get('/sessions', { signal })).sessions;
  }

  revokeSession(id: string, { signal }: CallOptions = {}): Promise<undefined> {
    return this.#api.delete('/sessions/{id}', { path: { id }, signal });
  }

  revokeOtherSessions({ signal }: CallOptions = {}) {
    return this.#api.post('/sessions/revoke-others', { signal, repeatable: true });
  }
}
