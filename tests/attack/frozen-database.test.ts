import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, openPool } from '../../src/db/database.ts';
import { createKey } from '../../src/domain/keys/keys.ts';
import { Client } from '../support/client.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { startService, type TestService } from '../support/service.ts';

/** A server that takes connections and says nothing: stopped, swapping, or cut off by the network. */
class Freezer {
  readonly #lines = new Set<[Socket, Socket]>();
  #frozen = false;
  readonly #server;

  constructor(to: { host: string; port: number }) {
    const target = to.host.startsWith('/') ? { path: `${to.host}/.s.PGSQL.${to.port}` } : to;
    this.#server = createServer(client => {
      const line: [Socket, Socket] = [client, connect(target)];
      this.#lines.add(line);
      const [from, into] = line;
      from.pipe(into);
      into.pipe(from);
      for (const end of line) {
        end.on('error', () => {});
        end.on('close', () => {
          for (const each of line) each.destroy();
          this.#lines.delete(line);
        });
        if (this.#frozen) end.pause();
      }
      if (this.#frozen) this.#stop(line);
    });
  }

  #stop([client, server]: [Socket, Socket]): void {
    client.unpipe(server);
    server.unpipe(client);
  }

  async listen(): Promise<number> {
    await new Promise<void>(listening => this.#server.listen(0, '127.0.0.1', listening));
    return (this.#server.address() as AddressInfo).port;
  }

  freeze(): void {
    this.#frozen = true;
    for (const line of this.#lines) this.#stop(line);
  }

  thaw(): void {
    this.#frozen = false;
    for (const [client, server] of this.#lines) {
      client.pipe(server);
      server.pipe(client);
    }
  }

  close(): void {
    this.#server.close();
    for (const line of this.#lines) for (const end of line) end.destroy();
  }
}

let database: FreshDatabase;
let freezer: Freezer;
let service: TestService;
beforeAll(async () => {
  database = await freshDatabase();
  freezer = new Freezer(database.connection);
  const url = new URL(database.url);
  const login = url.username + (url.password && `:${url.password}`);
  const port = await freezer.listen();
  const through = `postgresql://${login}@127.0.0.1:${port}${url.pathname}`;
  service = await startService('api', { DATABASE_URL: through });
});
afterAll(async () => {
  freezer.thaw();
  await service.stop();
  freezer.close();
  await database.drop();
});

test('a frozen database is told of with 503 and Retry-After, and service goes on when it thaws', async () => {
  const created = await fetch(`${service.url}/readyz`);
  expect(created.status).toBe(200);
  const pool = openPool(database.connection, { max: 1, onError: () => {} });
  const { key } = await createKey(openDatabase(pool), { plan: 'enterprise' });
  await pool.end();
  const client = new Client(service.url, key);
  expect((await client.get('/jobs')).status).toBe(200);

  freezer.freeze();
  // Asked before anybody has noticed, and after.
  const answers = await Promise.all(Array.from({ length: 20 }, () => client.get('/jobs')));
  for (const { status, headers } of [...answers, await client.get('/jobs')]) {
    expect(status).toBe(503);
    expect(headers.get('retry-after')).toBe('2');
  }
  const ready = await fetch(`${service.url}/readyz`);
  expect(ready.status).toBe(503);
  expect(await ready.json()).toMatchObject({ checks: { database: 'failing' } });
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200);

  freezer.thaw();
  await expect.poll(async () => (await client.get('/jobs')).status).toBe(200);
  await expect.poll(async () => (await fetch(`${service.url}/readyz`)).status).toBe(200);
});
