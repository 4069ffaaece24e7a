import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { type Connection, type Database, openDatabase, openPool } from './db/database.ts';
import { startEmbedded } from './db/embedded/embedded.ts';
import { explained, makeConnection, requireSessions } from './db/external-server.ts';
import { migrate } from './db/migrate.ts';
import { loadPlans } from './domain/people/plans/plans.ts';
import type { Config } from './settings/config.ts';
import { limits } from './settings/limits.ts';
import { openLocalStorage } from './storage/local/local.ts';
import type { Storage } from './storage/storage.ts';

/** Opens the storage for files. */
export async function openStorage({ storage, dataDir, transfers }: Config): Promise<Storage> {
  if (!storage || 'folder' in storage) return openLocalStorage(storage?.folder ?? join(dataDir, 'storage'));
  // The SDK is large, so it is loaded on demand.
  const { openS3Storage } = await import('./storage/s3/s3.ts');
  return openS3Storage(storage.s3, transfers);
}

type Closer = () => Promise<unknown>;

export interface OpenedDatabase {
  connection: Connection;
  db: Database;
  applied: string[];
  /** Breaks every connection to a server that no longer responds. */
  cut(): void;
  close: Closer;
}

/**
 * Opens the database, embedded or external, without migrating it. The embedded one is started if it does not
 * run.
 */
export async function openServer(
  config: Config,
  log: FastifyBaseLogger,
): Promise<{ connection: Connection; close: Closer }> {
  if (config.databaseUrl) return { connection: makeConnection(config.databaseUrl), close: async () => {} };
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const embedded = await startEmbedded({ dir: config.dataDir, log });
  return { connection: embedded.connection, close: () => embedded.stop() };
}

/** Opens the database, embedded or external, migrates it and loads the plans. */
export async function openData(
  config: Config,
  log: FastifyBaseLogger,
  trace?: () => string | undefined,
): Promise<OpenedDatabase> {
  const server = await openServer(config, log);
  const { connection } = server;
  const closers: Closer[] = [server.close];
  const pool = openPool(connection, {
    max: limits.poolConnections,
    onError: error => log.warn({ err: error }, 'a database connection broke'),
    trace,
  });
  closers.push(() => pool.end());
  const close = async () => {
    for (const closer of closers.reverse()) await closer();
  };
  try {
    if (config.databaseUrl) await requireSessions(pool);
    const applied = await migrate(pool);
    const db = openDatabase(pool);
    const unlisted = await loadPlans(db, config.plansFile);
    if (unlisted.length > 0)
      log.warn(
        { plans: unlisted },
        'PLANS_FILE does not list plans that workspaces are on. They keep their last limits until you move those workspaces to a listed plan.',
      );
    return { connection, db, applied, cut: () => pool.cut(), close };
  } catch (error) {
    await close();
    throw config.databaseUrl ? explained(error, connection) : error;
  }
}
