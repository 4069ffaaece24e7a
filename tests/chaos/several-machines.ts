import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { openData, openStorage } from '../../src/open-data.ts';
import { loadConfig } from '../../src/settings/config.ts';
import { type OwnServer, startServer } from '../faults/support/server.ts';
import { mountSmallDisk } from '../faults/support/small-disk.ts';
import { makeDataDir } from '../support/data-dir.ts';
import { type FaultyProxy, startFaultyProxy } from '../support/servers/faulty-proxy.ts';
import { proxiedDatabase } from '../support/servers/proxied-database.ts';
import { startSwift } from '../support/swift/swift.ts';
import { chooseDatabaseFileBytes, type Ground } from './ground.ts';

/** A separate database server and an S3 store, each reached over a network that fails. */
export async function openSeveralMachines(chance: () => number): Promise<Ground> {
  const dataDir = await mkdtemp(join(tmpdir(), 'filemill-chaos-'));
  const clocks = await mkdtemp(join(tmpdir(), 'filemill-clocks-'));
  const mounted = mountSmallDisk(dataDir, 200);
  const disk = 'refused' in mounted ? undefined : mounted;
  await makeDataDir(undefined, dataDir);
  const first = await startServer();
  let server: OwnServer = first;
  const retired: OwnServer[] = [];
  const { url, proxy } = await proxiedDatabase(first);
  const swift = await startSwift();
  const store = await startFaultyProxy(swift.endpoint);
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    STORAGE_URL: await swift.bucket('chaos', store.url),
    TRANSFERS: chance() < 0.5 ? 'direct' : 'proxy',
    DATABASE_FILE_BYTES: chooseDatabaseFileBytes(chance),
    AWS_ACCESS_KEY_ID: process.env.AWS_ACCESS_KEY_ID!,
    AWS_SECRET_ACCESS_KEY: process.env.AWS_SECRET_ACCESS_KEY!,
  };
  console.log(`chaos: TRANSFERS=${env.TRANSFERS}`);
  const aWhile = (): Promise<void> => sleep(500 + chance() * 2500);
  const storeFails = (fault: FaultyProxy['fault']) => async () => {
    store.fault = fault;
    await aWhile();
    store.fault = undefined;
  };

  return {
    layout: 'apart',
    env,
    clocks,
    maxMinutesWrong: 4,
    faults: {
      'database restarted': () => server.crash(),
      'database cut off': () => proxy.cut(),
      async 'database answers lost'() {
        proxy.judge = (_, bytes) => {
          const roll = chance();
          if (roll < 0.05) return 'cut';
          return roll < 0.07 ? Math.floor(chance() * bytes) : undefined;
        };
        await aWhile();
        proxy.judge = undefined;
      },
      async 'database frozen'() {
        proxy.freeze();
        await sleep(3000 + chance() * 2000);
        proxy.thaw();
      },
      'database vanished': () => proxy.strand(),
      async 'database locked'() {
        const holder = new pg.Client(server.connection);
        holder.on('error', () => {});
        await holder.connect();
        await holder.query('begin; lock table jobs in access exclusive mode');
        await aWhile();
        await holder.end();
      },
      async 'database moved'() {
        await server.ask('alter system set default_transaction_read_only = on');
        const next = await server.copy();
        await next.ask('alter system reset default_transaction_read_only');
        await next.ask('select pg_reload_conf()');
        await aWhile();
        proxy.lead(next.connection);
        if (server !== first) retired.push(server);
        server = next;
      },
      'store errors': storeFails(() => ({ status: 500 })),
      'store away': storeFails(() => 'refuse'),
      'store flaky': storeFails(() => {
        const roll = chance();
        if (roll < 0.2) return { cutAfter: Math.floor(chance() * 300) };
        if (roll < 0.4) return { delayMs: 300 + chance() * 2000 };
        return roll < 0.6 ? { status: 503 } : undefined;
      }),
      ...(disk && {
        async 'disk full'() {
          await disk.fill();
          await aWhile();
          await disk.free();
        },
      }),
    },
    async withDatabase(look) {
      const { host, port, user, database } = server.connection;
      const straight = `postgresql://${user}@${encodeURIComponent(host)}:${port}/${database}`;
      const data = await openData(loadConfig({ DATABASE_URL: straight }), pino({ level: 'silent' }));
      return look(data.db).finally(() => data.close());
    },
    openStorage: () => openStorage(loadConfig(env)),
    async close() {
      proxy.close();
      store.stop();
      await swift.stop();
      for (const each of new Set([...retired, server, first])) await each.drop();
      await disk?.unmount();
      for (const folder of [dataDir, clocks]) await rm(folder, { recursive: true, force: true });
    },
  };
}
