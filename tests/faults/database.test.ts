import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../src/db/database.ts';
import { openLocalStorage } from '../../src/storage/local/local.ts';
import { printedChance } from '../support/chance.ts';
import { RetryingClient } from '../support/retrying-client.ts';
import { type ProxiedDatabase, proxiedDatabase } from '../support/servers/proxied-database.ts';
import { startService, type TestService } from '../support/service.ts';
import { kinds, runKind, type StartedJob } from './support/kinds.ts';
import { shortenLeases } from './support/limits.ts';
import { expectAllEnd, expectNothingOrphaned, expectOnce } from './support/once.ts';
import { type OwnServer, startServer } from './support/server.ts';

/** The database server fails in every possible way while jobs are created and run. */
let first: OwnServer;
let server: OwnServer;
let database: ProxiedDatabase;
let service: TestService;
let client: RetryingClient;
let workspaceId: string;
let chance: () => number;
let made = 0;
const startedJobs: StartedJob[] = [];

beforeAll(async () => {
  chance = printedChance('database faults');
  shortenLeases();
  first = await startServer();
  server = first;
  database = await proxiedDatabase(first);
  service = await startService('all', {}, undefined, database);
  const { key, ...own } = await service.client();
  workspaceId = own.workspaceId;
  client = new RetryingClient(service.url, key!);
  client.giveUpAt = Date.now() + 90_000;
});
afterAll(async () => {
  database?.proxy.thaw();
  await service?.stop();
  if (server !== first) await server.drop();
});

/** Creates jobs one after the other while `fault` happens in between. */
async function during(fault: () => Promise<void>): Promise<void> {
  const lanes = Array.from({ length: 3 }, async () => {
    for (let i = 0; i < 2; i++) startedJobs.push(await runKind(client, made++, kinds.slice(0, 2)));
  });
  await new Promise(resolve => setTimeout(resolve, chance() * 300));
  await fault();
  await Promise.all(lanes);
}

const ready = () => expect.poll(async () => (await fetch(`${service.url}/readyz`)).status).toBe(200);
const databaseFails = () =>
  expect
    .poll(async () => (await fetch(`${service.url}/readyz`)).json())
    .toMatchObject({ checks: { database: 'failing' } });

/** Lists the listening connections of a server: none from before the fault is usable. */
const listeners = async (at: OwnServer): Promise<number[]> =>
  (await at.ask("select pid from pg_stat_activity where application_name = 'filemill listener'")).rows.map(
    ({ pid }) => pid,
  );
const reconnects = (before: number[]) =>
  expect.poll(async () => (await listeners(server)).filter(pid => !before.includes(pid)).length).toBe(1);

test('the service recovers from a database server crash', async () => {
  const before = await listeners(server);
  await during(() => server.crash());
  await ready();
  await reconnects(before);
});

test('the service recovers from connections that silently drop all traffic', async () => {
  const before = await listeners(server);
  await during(async () => database.proxy.strand());
  await reconnects(before);
  await ready();
});

test('the service recovers after the database server has no connections left', async () => {
  const taken: pg.Client[] = [];
  await during(async () => {
    // Other clients have taken the connections.
    database.proxy.lead({ host: '127.0.0.1', port: 1 });
    database.proxy.cut();
    for (;;) {
      const one = new pg.Client(server.connection);
      one.on('error', () => {});
      try {
        await one.connect();
        taken.push(one);
      } catch {
        break;
      }
    }
    database.proxy.lead(server.connection);
    await databaseFails();
    await Promise.all(taken.map(each => each.end()));
  });
  await ready();
});

test('the service recovers after all connections of its pool were blocked', async () => {
  const holder = new pg.Client(server.connection);
  await holder.connect();
  await during(async () => {
    await holder.query('begin; lock table jobs in access exclusive mode');
    const asked = Array.from({ length: 20 }, () =>
      fetch(`${client.base}/jobs`, { headers: { authorization: `Bearer ${client.key}` } }),
    );
    await databaseFails();
    await holder.query('commit');
    for (const answer of await Promise.all(asked)) expect([200, 503]).toContain(answer.status);
  });
  await holder.end();
  await ready();
});

test('the service follows a failover to another server after the old one became read-only', async () => {
  const old = server;
  await during(async () => {
    await old.ask('alter system set default_transaction_read_only = on');
    const next = await old.copy();
    // The old server still answers: it is a standby now, and its connections stay open when the address moves.
    await databaseFails();
    await next.ask('alter system reset default_transaction_read_only');
    await next.ask('select pg_reload_conf()');
    database.proxy.lead(next.connection);
    server = next;
  });
  await ready();
  await reconnects([]);
  await expect.poll(() => listeners(old)).toEqual([]);
});

test('all jobs have ended once, with complete results, and were counted once', async () => {
  const ended = await expectAllEnd(client, startedJobs);
  expect(ended.filter(job => job.status === 'completed').length).toBe(startedJobs.length);
  const db = openDatabase(new pg.Pool({ ...server.connection, max: 2 }));
  await expectOnce(db, workspaceId, ended);
  await expectNothingOrphaned(db, await openLocalStorage(join(service.dataDir, 'storage')));
  await db.destroy();
});
