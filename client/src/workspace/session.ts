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

  /** Who is signed in, and the workspaces they belong to. */
  get({ signal }: CallOptions = {}): Promise<SignedIn> {
    return this.#api.get('/session', { signal });
  }

  signIn(body: BodyAt<'/session'>, { signal }: CallOptions = {}): Promise<SignedIn> {
    return this.#api.post('/session', { body, signal });
  }

  signOut({ signal }: CallOptions = {}): Promise<undefined> {
    return this.#api.delete('/session', { signal });
  }

  /** Makes the first user, by the link that the first start prints. */
  welcome(body: BodyAt<'/welcome'>, { signal }: CallOptions = {}): Promise<SignedIn> {
    return this.#api.post('/welcome', { body, signal });
  }

  /** Chooses a new password, by the link an operator made. */
  choosePassword(body: BodyAt<'/password-resets'>, { signal }: CallOptions = {}): Promise<undefined> {
    return this.#api.post('/password-resets', { body, signal });
  }

  /** What an invitation's link leads to. */
  showInvitation(token: string, { signal }: CallOptions = {}): Promise<OpenInvitation> {
    return this.#api.post('/invitations/show', { body: { token }, signal, repeatable: true });
  }

  acceptInvitation(body: BodyAt<'/invitations/accept'>, { signal }: CallOptions = {}): Promise<SignedIn> {
    return this.#api.post('/invitations/accept', { body, signal });
  }
}

/** One's own account, and where one is signed in. */
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
