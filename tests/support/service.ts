import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { type Database, openDatabase, openPool } from '../../src/db/database.ts';
import { registerWorker } from '../../src/domain/installation/engines.ts';
import { createKey, type NewKey } from '../../src/domain/people/keys/keys.ts';
import { loadEngines } from '../../src/engines/probes.ts';
import { start } from '../../src/main.ts';
import { builtInModels } from '../../src/models/manifest.ts';
import { describeModels } from '../../src/models/watch.ts';
import { loadConfig } from '../../src/settings/config.ts';
import { Client } from './client.ts';
import { makeDataDir } from './data-dir.ts';
import { type FreshDatabase, freshDatabase } from './database.ts';

export interface TestService {
  url: string;
  db: Database;
  dataDir: string;
  databaseUrl: string;
  /** Creates a client with a new key, by default in a new workspace. */
  client(key?: NewKey): Promise<Client & { workspaceId: string; keyId: string }>;
  stop(): Promise<void>;
}

let remembered: Promise<void> | undefined;

/** Probes each engine once in a test process: the services of its files would each start the same twenty programs. */
async function rememberProbes(): Promise<void> {
  const known = new Map<unknown, Promise<unknown>>();
  const once =
    <T>(call: () => Promise<T>) =>
    (): Promise<T> => {
      if (!known.has(call)) known.set(call, call());
      return known.get(call) as Promise<T>;
    };
  for (const engine of await loadEngines()) {
    engine.probe = once(engine.probe);
    if (engine.facts) engine.facts = once(engine.facts);
  }
}

/**
 * Starts the real service on a separate folder and database, or the given one. `api`: no worker runs, so jobs stay
 * queued.
 */
export async function startService(
  role: 'all' | 'api' = 'api',
  env: Record<string, string> = {},
  jobsDir?: string,
  given?: FreshDatabase,
): Promise<TestService> {
  remembered ??= rememberProbes();
  await remembered;
  const database = given ?? (await freshDatabase());
  const dataDir =
    role === 'all' ? await makeDataDir(jobsDir) : await mkdtemp(join(tmpdir(), 'filemill-api-'));
  const log = pino({ level: process.env.TEST_LOG ?? 'silent' });
  const config = loadConfig({ PORT: '0', DATA_DIR: dataDir, DATABASE_URL: database.url, ROLE: role, ...env });
  const service = await start(config, log, jobsDir);
  const pool = openPool(database.connection, { max: 5, onError: () => {} });
  const db = openDatabase(pool);
  // Pretends that a worker has every engine and model, so that jobs can be created without one.
  if (role === 'api') {
    const { engines, facts } = describeModels(builtInModels.map(entry => ({ entry, dir: '' })));
    for (const { id } of await loadEngines()) engines[id] = 'test';
    await registerWorker(db, 'test', { engines, facts });
  }
  return {
    url: service.url!,
    db,
    dataDir,
    databaseUrl: database.url,
    async client(request = {}) {
      const { key, keyId, workspaceId } = await createKey(db, { plan: 'enterprise', ...request });
      return Object.assign(new Client(service.url!, key), { workspaceId, keyId });
    },
    async stop() {
      await service.stop();
      await pool.end();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
