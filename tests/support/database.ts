import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { findClusterPaths } from '../../src/db/embedded/cluster-paths.ts';
import { type Embedded, startEmbedded } from '../../src/db/embedded/embedded.ts';
import { findPostmaster, stopPostmaster } from '../../src/db/embedded/postmaster.ts';
import { migrate } from '../../src/db/migrate.ts';
import { limits } from '../../src/settings/limits.ts';
import { findTemporaryFolder } from './temporary-folder.ts';

const variable = 'FILEMILL_TEST_DATABASE_DIR';
/** An external server to test on, with a role that may create databases. */
const given = process.env.FILEMILL_TEST_DATABASE_URL;
const log = { info: () => {}, warn: (text: string) => console.warn(text) };

/**
 * Vitest's global set-up: one folder for all temporary files and one server, which the first test that needs a database
 * starts.
 */
export default async function setup(): Promise<() => Promise<void>> {
  // The name is short because the paths of sockets in it must be.
  const dir = await mkdtemp(join(findTemporaryFolder(), 'fm-'));
  // Other users, such as the database's, need its folders.
  await chmod(dir, 0o1777);
  process.env[variable] = dir;
  process.env.TMPDIR = dir;
  return async () => {
    if (given) await drop(await findServer(dir), templateOf(dir));
    // A process that still holds it, such as a test's process that is about to end, no longer needs it.
    const { cluster } = await findClusterPaths(dir);
    const server = await findPostmaster(cluster);
    if (server) await stopPostmaster(server.pid, cluster);
    // A process that is about to end may still remove its own files there.
    await rm(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  };
}

/** One template per run: on a permanent server, the next run may have other migrations. */
const templateOf = (dir: string) => `migrated_${dir.slice(-6).toLowerCase()}`;

/** The connection settings of a test. */
interface ServerConnection {
  host: string;
  port: number;
  user: string;
  password?: string;
  database: string;
}

export interface FreshDatabase {
  connection: ServerConnection;
  /** The same as a `DATABASE_URL`, for another process. */
  url: string;
  drop(): Promise<void>;
}

/** Started or adopted once in each test process. */
let server: Promise<ServerConnection> | undefined;

/** Its lock is released with it. */
let held: Embedded | undefined;

async function findServer(dir: string): Promise<ServerConnection> {
  if (!given) {
    // Services of several test files share it: those of one file that restarts five processes need nearly the default
    // number of connections.
    Object.assign(limits, { embeddedConnections: 200 });
    held = await startEmbedded({ dir, log });
    return held.connection;
  }
  const { host, port, user, password, database } = new pg.Client(given);
  return { host, port, user: user!, ...(password && { password }), database: database! };
}

/** Creates a database with all migrations applied, on the real embedded server. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const dir = process.env[variable];
  if (!dir)
    throw new Error(`${variable} is not set: is tests/support/database.ts the globalSetup of this run?`);
  server ??= findServer(dir);
  const template = templateOf(dir);
  const connection = await server;
  const admin = new pg.Client({ ...connection, database: 'postgres' });
  await admin.connect();
  const name = `test_${randomBytes(6).toString('hex')}`;
  try {
    // One test process creates the template, the others wait for it.
    await admin.query('select pg_advisory_lock(1)');
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [template]);
    if (!rowCount) await makeTemplate(admin, connection, template);
    await admin.query('select pg_advisory_unlock(1)');
    await admin.query(`create database ${name} template ${template} strategy file_copy`);
  } finally {
    await admin.end();
  }
  const { host, port, user, password } = connection;
  const login = [user, ...(password ? [password] : [])].map(encodeURIComponent).join(':');
  return {
    connection: { ...connection, database: name },
    url: `postgresql://${login}@${encodeURIComponent(host)}:${port}/${name}`,
    drop: () => drop(connection, name),
  };
}

async function makeTemplate(admin: pg.Client, connection: ServerConnection, template: string): Promise<void> {
  // Nothing here has to survive a crash, and hundreds of created and dropped databases would wait for the disk.
  if (!given) {
    for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit'])
      await admin.query(`alter system set ${setting} = off`);
    await admin.query('select pg_reload_conf()');
  }
  await admin.query('drop database if exists migrating');
  await admin.query('create database migrating strategy file_copy');
  const pool = new pg.Pool({ ...connection, database: 'migrating' });
  await migrate(pool).finally(() => pool.end());
  // Renamed when it is complete: a failing migration leaves no partial template behind.
  await admin.query(`alter database migrating rename to ${template}`);
}

async function drop(connection: ServerConnection, name: string): Promise<void> {
  const admin = new pg.Client({ ...connection, database: 'postgres' });
  await admin.connect();
  await admin.query(`drop database if exists ${name} with (force)`).finally(() => admin.end());
}
