import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { freshDatabase } from '../../tests/support/database.ts';
import { openDatabase, openPool } from '../db/database.ts';
import { limits } from '../settings/limits.ts';
import { openLocalStorage } from '../storage/local/local.ts';
import { startMaintenance } from './maintenance.ts';

test('maintenance leaves half of the connections free, however many tasks need a lock', async () => {
  const database = await freshDatabase();
  const dir = await mkdtemp(join(tmpdir(), 'filemill-maintenance-'));
  const pool = openPool(database.connection, { max: limits.poolConnections / 2, onError: () => {} });
  const warnings: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) });
  const maintenance = startMaintenance(
    openDatabase(pool),
    await openLocalStorage(dir),
    { jobTypes: new Map(), secrets: {} as never, listFiles: async () => [], requireReachable: () => {} },
    log,
  );
  // Every task has run once when it has stopped. With too few connections, tasks would wait for one another.
  await maintenance.stop();
  expect(warnings).toEqual([]);
  await pool.end();
  await database.drop();
  await rm(dir, { recursive: true });
});
