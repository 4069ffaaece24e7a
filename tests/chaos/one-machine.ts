import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { findClusterPaths } from '../../src/db/embedded/cluster-paths.ts';
import { findPostmaster } from '../../src/db/embedded/postmaster.ts';
import { openData } from '../../src/open-data.ts';
import { loadConfig } from '../../src/settings/config.ts';
import { openLocalStorage } from '../../src/storage/local/local.ts';
import { mountSmallDisk } from '../faults/support/small-disk.ts';
import { makeDataDir } from '../support/data-dir.ts';
import { signalNow } from './fleet.ts';
import { chooseDatabaseFileBytes, type Fault, type Ground } from './ground.ts';

const diskMegabytes = 800;

/**
 * Everything is in one data folder on a small disk: the embedded database, which the processes supervise, and the
 * files.
 */
export async function openOneMachine(chance: () => number): Promise<Ground> {
  const dataDir = await mkdtemp(join(tmpdir(), 'filemill-chaos-'));
  const clocks = await mkdtemp(join(tmpdir(), 'filemill-clocks-'));
  const mounted = mountSmallDisk(dataDir, diskMegabytes);
  const disk = 'refused' in mounted ? undefined : mounted;
  await makeDataDir(undefined, dataDir);
  const { cluster } = await findClusterPaths(dataDir);
  const fullDisk: Fault = async () => {
    await disk!.fill();
    await sleep(500 + chance() * 2500);
    await disk!.free();
  };
  const databaseFileBytes = chooseDatabaseFileBytes(chance);
  const ground: Ground = {
    layout: 'together',
    env: { DATA_DIR: dataDir, DATABASE_FILE_BYTES: databaseFileBytes },
    clocks,
    maxMinutesWrong: 120,
    faults: {
      'database killed': async () => signalNow((await findPostmaster(cluster))?.pid, 'SIGKILL'),
      ...(disk && { 'disk full': fullDisk }),
    },
    async withDatabase(look) {
      const data = await openData(loadConfig({ DATA_DIR: dataDir }), pino({ level: 'silent' }));
      return look(data.db).finally(() => data.close());
    },
    openStorage: () => openLocalStorage(join(dataDir, 'storage')),
    async close() {
      await disk?.unmount();
      for (const folder of [dataDir, clocks]) await rm(folder, { recursive: true, force: true });
    },
  };
  // The journal alone would fill such a small disk.
  await ground.withDatabase(db => sql`alter system set max_wal_size = '128MB'`.execute(db));
  return ground;
}
