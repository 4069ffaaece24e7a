import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { openData } from '../../src/data.ts';
import type { Database } from '../../src/db/database.ts';
import { createKey } from '../../src/domain/keys/keys.ts';
import { sweep } from '../../src/domain/retention/sweep.ts';
import { openLocalStorage } from '../../src/storage/local/local.ts';
import { printedChance } from '../support/chance.ts';
import { makeDataDir } from '../support/data-dir.ts';
import { type Fleet, type Layout, startFleet } from './fleet.ts';
import { Patient } from './patient.ts';

export interface Installation {
  dataDir: string;
  fleet: Fleet;
  client: Patient;
  workspaceId: string;
  /** Numbers from 0 to 1 that follow from the printed seed. */
  chance: () => number;
  /** Kills something every second or so, in turn. */
  wreak(seconds: number): Promise<void>;
  /** Ends all processes and looks at what they left behind. */
  inspect(look: (db: Database) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

const silent = pino({ level: 'silent' });
const victims = ['host', 'host', 'host', 'worker', 'worker', 'api', 'api', 'database', 'everything'] as const;

/** A fleet of its own on a fresh data folder, with a key that has no limits. */
export async function openInstallation(layout: Layout): Promise<Installation> {
  const dataDir = await makeDataDir();
  const open = () => openData(loadConfig({ DATA_DIR: dataDir }), silent);
  const data = await open();
  const { key, workspaceId } = await createKey(data.db, { plan: 'enterprise' });
  await data.close();
  const chance = printedChance('chaos');
  const fleet = await startFleet(dataDir, chance, layout);
  const client = new Patient(fleet.url, key);
  client.giveUpAt = Date.now() + 300_000;
  return {
    dataDir,
    fleet,
    client,
    workspaceId,
    chance,
    async wreak(seconds) {
      const until = Date.now() + seconds * 1000;
      for (let i = 0; Date.now() < until; i++) {
        await sleep(300 + chance() * 1700);
        fleet.kill(victims[i % victims.length]!);
      }
    },
    async inspect(look) {
      await fleet.stop();
      const left = await open();
      try {
        await look(left.db);
        await expectNothingOrphaned(left.db, dataDir);
      } finally {
        await left.close();
      }
      expect(execFileSync('ps', ['-eo', 'args='], { encoding: 'utf8' })).not.toContain(dataDir);
    },
    async close() {
      await fleet.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Once the sweeper has been by, storage holds exactly what rows name. */
async function expectNothingOrphaned(db: Database, dataDir: string): Promise<void> {
  const storage = await openLocalStorage(join(dataDir, 'storage'));
  await sweep(db, storage, { batch: 100, orphanMinutes: -1, now: Date.now() });
  const stored: string[] = [];
  for await (const { key } of storage.list()) stored.push(key);
  for await (const { key } of storage.partial.list()) stored.push(key);
  const named = await sql<{ storage_key: string }>`select storage_key from artifacts`.execute(db);
  expect(stored.sort()).toEqual(named.rows.map(row => row.storage_key).sort());
}
