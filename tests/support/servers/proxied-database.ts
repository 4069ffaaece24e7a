import type { FreshDatabase } from '../database.ts';
import { TcpProxy } from './tcp-proxy.ts';

/** A database that a service reaches only through a network that can fail. `connection` is the direct way. */
export interface ProxiedDatabase extends FreshDatabase {
  proxy: TcpProxy;
}

export async function proxiedDatabase(database: FreshDatabase): Promise<ProxiedDatabase> {
  const proxy = new TcpProxy(database.connection);
  const port = await proxy.listen();
  const { username, password, pathname } = new URL(database.url);
  const login = username + (password && `:${password}`);
  return {
    connection: database.connection,
    url: `postgresql://${login}@127.0.0.1:${port}${pathname}`,
    proxy,
    async drop() {
      proxy.close();
      await database.drop();
    },
  };
}
