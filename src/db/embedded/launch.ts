import { type ChildProcess, spawn } from 'node:child_process';
import { open, readFile, rename, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { limits } from '../../settings/limits.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { ensureCluster } from './cluster.ts';
import {
  type ClusterPaths,
  describeConnection,
  type EmbeddedConnection,
  makeSocketDir,
  port,
} from './cluster-paths.ts';
import { FileLock } from './lock.ts';
import { clearRemains, endOrphans, findPostmaster, isRunning, stopPostmaster } from './postmaster.ts';
import { asRunner, chooseRunner, inheritOwner, type Runner } from './runner.ts';

/** A server that accepts connections. `child` is set if this process started it. */
export interface Running {
  pid: number;
  connection: EmbeddedConnection;
  child: ChildProcess | undefined;
}

/** How long to wait for a server that holds the lock but cannot be found yet. */
const searchMs = 5_000;
const largestLog = 1024 * 1024;

async function openLog(path: string) {
  const size = await stat(path).then(
    found => found.size,
    () => 0,
  );
  if (size > largestLog) await rename(path, `${path}.1`);
  const log = await open(path, 'a', 0o600);
  await inheritOwner(path);
  return log;
}

/**
 * Starts the server in a session of its own, so that Ctrl-C in the terminal reaches only us. It inherits the server
 * lock, which therefore stays taken as long as one of its processes lives.
 */
async function spawnServer(
  paths: ClusterPaths,
  binaries: Binaries,
  runner: Runner,
  socketDir: string,
  lock: FileLock,
) {
  const log = await openLog(paths.log);
  const { command, args, options } = asRunner(runner, binaries.postgres, [
    ...['-D', paths.cluster],
    ...['-c', `port=${port}`],
    ...['-c', `unix_socket_directories="${socketDir.replaceAll('"', '""')}"`],
  ]);
  try {
    const stdio = ['ignore', log.fd, log.fd, lock.fd] as const;
    const child = spawn(command, args, { ...options, detached: true, stdio: [...stdio] });
    child.on('error', () => {});
    child.unref();
    return child;
  } finally {
    await log.close();
  }
}

/**
 * Returns true if the server on this socket is the one of this cluster and accepts connections. Creates our database
 * if it is missing.
 */
async function acceptsConnections(connection: EmbeddedConnection, cluster: string): Promise<boolean> {
  const client = new pg.Client({ ...connection, database: 'postgres', connectionTimeoutMillis: 5000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ cluster: string; made: boolean }>(
      `select current_setting('data_directory') as cluster,
              exists (select from pg_database where datname = $1) as made`,
      [connection.database],
    );
    if (rows[0]?.cluster !== cluster) return false;
    if (!rows[0].made) await client.query(`create database ${connection.database} strategy file_copy`);
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Waits until the server accepts connections. Returns undefined if it ends or never does. */
async function waitUntilReady(pid: number, cluster: string): Promise<Running['connection'] | undefined> {
  let failures = 0;
  for (const until = Date.now() + limits.databaseStartSeconds * 1000; Date.now() < until; await sleep(5)) {
    const found = await findPostmaster(cluster);
    if (found?.pid === pid && found.ready) {
      const connection = describeConnection(found.socketDir);
      if (await acceptsConnections(connection, cluster)) return connection;
      if (++failures > 20) return undefined;
      await sleep(100);
    }
    // The process begins as `unshare`, and has no pid file until it has become `postgres`.
    if (!found && !(await isAlive(pid))) return undefined;
  }
  return undefined;
}

const isAlive = async (pid: number): Promise<boolean> => {
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  return state !== undefined && !/\) Z /.test(state);
};

const readLastLines = async (path: string): Promise<string> =>
  (await readFile(path, 'utf8').catch(() => '')).trimEnd().split('\n').slice(-8).join('\n');

/** Finds the running server and waits until it accepts connections. A server that never does is stopped. */
async function adopt(paths: ClusterPaths): Promise<Running | undefined> {
  const found = await findPostmaster(paths.cluster);
  if (!found) return undefined;
  const connection = await waitUntilReady(found.pid, paths.cluster);
  if (connection) return { pid: found.pid, connection, child: undefined };
  // It is stopping, or its socket was removed.
  if (await isRunning(found.pid, paths.cluster)) await stopPostmaster(found.pid, paths.cluster);
  return undefined;
}

/** Starts a server. The caller holds the server lock, so no process of an earlier server is alive. */
async function launch(paths: ClusterPaths, lock: FileLock, socketDirFallback?: string): Promise<Running> {
  const binaries = await findBinaries();
  const runner = await chooseRunner(paths.folder, binaries.postgres);
  const socketDir = await makeSocketDir(paths, socketDirFallback);
  await ensureCluster(paths, binaries, runner);
  await clearRemains(paths.cluster, socketDir);
  const child = await spawnServer(paths, binaries, runner, socketDir, lock);
  const connection = child.pid && (await waitUntilReady(child.pid, paths.cluster));
  if (connection) return { pid: child.pid, connection, child };
  if (child.pid) await stopPostmaster(child.pid, paths.cluster);
  throw new Error(
    `The embedded PostgreSQL does not start. The end of ${paths.log}:\n${await readLastLines(paths.log)}`,
  );
}

/** Finds the running server or starts one. The caller must hold the start lock. */
export async function findOrLaunch(paths: ClusterPaths, socketDirFallback?: string): Promise<Running> {
  for (const until = Date.now() + searchMs; Date.now() < until; await sleep(50)) {
    const running = await adopt(paths);
    if (running) return running;
    const lock = await FileLock.open(paths.serverLock);
    try {
      if (await lock.tryTake('exclusive')) return await launch(paths, lock, socketDirFallback);
    } finally {
      await lock.release();
    }
    // The lock is held by the backends of a killed server, or by a server that has not written its pid file yet.
    await endOrphans(paths.cluster);
  }
  throw new Error(
    `${paths.cluster} is in use by a PostgreSQL that cannot be seen from here. Does another container use the same folder?`,
  );
}
