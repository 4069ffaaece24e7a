import type { Connection, ConnectionChange, NewConnection, PublicPaths } from '../api/types.ts';
import type { Api, CallOptions } from '../core/api.ts';

/** Places where the workspace keeps files. Keys need the scopes `connections:read` and `connections:write`. */
export class Connections {
  readonly #api: Api<PublicPaths>;

  constructor(api: Api<PublicPaths>) {
    this.#api = api;
  }

  async list({ signal }: CallOptions = {}): Promise<Connection[]> {
    return (await this.#api.get('/connections', { signal })).connections;
  }

  /** Tests the connection and saves it. Its secrets are never shown. */
  create(body: NewConnection, { signal }: CallOptions = {}): Promise<Connection> {
    return this.#api.post('/connections', { body, signal });
  }

  /** Changes a connection by its id or its name, once it was tested. Secrets that are left out stay, unless the address changes. */
  update(id: string, body: ConnectionChange, { signal }: CallOptions = {}): Promise<Connection> {
    return this.#api.patch('/connections/{id}', { path: { id }, body, signal });
  }

  /** Deletes a connection by its id or its name. Its files stay. */
  delete(id: string, { signal }: CallOptions = {}): Promise<undefined> {
    return this.#api.delete('/connections/{id}', { path: { id }, signal });
  }
}
