import { type ChildProcess, spawn } from 'node:child_process';
import { open, readFile, rename, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { limits } from '../../config.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { ensureCluster } from './cluster.ts';
import { connectionAt, type EmbeddedConnection, makeSocketDir, type Place, port } from './place.ts';
import { clearRemains, findPostmaster, isRunning, stopPostmaster } from './postmaster.ts';
import { asRunner, chooseRunner, type Runner } from './runner.ts';

/** A server that answers. `child` is set where this process started it. */
export interface Running {
  pid: number;
  connection: EmbeddedConnection;
  child: ChildProcess | undefined;
}

const launches = 3;
const largestLog = 1024 * 1024;

async function openLog(path: string) {
  const size = await stat(path).then(
    found => found.size,
    () => 0,
  );
  if (size > largestLog) await rename(path, `${path}.1`);
  return open(path, 'a', 0o600);
}

/** In a session of its own, so that Ctrl-C in the terminal reaches us and not it. */
async function spawnServer(place: Place, binaries: Binaries, runner: Runner, socketDir: string) {
  const log = await openLog(place.log);
  const { command, args, options } = asRunner(runner, binaries.postgres, [
    ...['-D', place.cluster],
    ...['-c', `port=${port}`],
    ...['-c', `unix_socket_directories="${socketDir.replaceAll('"', '""')}"`],
  ]);
  try {
    const child = spawn(command, args, { ...options, detached: true, stdio: ['ignore', log.fd, log.fd] });
    child.on('error', () => {});
    child.unref();
    return child;
  } finally {
    await log.close();
  }
}

/** Whether the server answers on its socket and is the one on this cluster; makes our database if it is not there. */
async function answers(connection: EmbeddedConnection, cluster: string): Promise<boolean> {
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

/** Waits until the server named in the pid file answers; false when it ended or stays mute. */
async function ready(pid: number, cluster: string): Promise<Running['connection'] | undefined> {
  let mute = 0;
  for (const until = Date.now() + limits.databaseStartSeconds * 1000; Date.now() < until; await sleep(5)) {
    const found = await findPostmaster(cluster);
    if (found?.pid === pid && found.ready) {
      const connection = connectionAt(found.socketDir);
      if (await answers(connection, cluster)) return connection;
      if (++mute > 20) return undefined;
      await sleep(100);
    }
    // Before it is `postgres` it is `unshare`, and before it has written its pid file it is only a process.
    if (!found && !(await isAlive(pid))) return undefined;
  }
  return undefined;
}

const isAlive = async (pid: number): Promise<boolean> => {
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  return state !== undefined && !/\) Z /.test(state);
};

const lastLines = async (path: string): Promise<string> =>
  (await readFile(path, 'utf8').catch(() => '')).trimEnd().split('\n').slice(-8).join('\n');

/**
 * Finds the server that runs on this place, or starts one. Call it under the start lock: it clears what a killed
 * server left behind.
 */
export async function findOrLaunch(place: Place, socketDirFallback?: string): Promise<Running> {
  const found = await findPostmaster(place.cluster);
  if (found) {
    const connection = await ready(found.pid, place.cluster);
    if (connection) return { pid: found.pid, connection, child: undefined };
    // Stopping, or cut off from its socket.
    if (await isRunning(found.pid, place.cluster)) await stopPostmaster(found.pid, place.cluster);
  }
  const [binaries, runner] = await Promise.all([findBinaries(), chooseRunner(place.folder)]);
  const socketDir = await makeSocketDir(place, runner, socketDirFallback);
  await ensureCluster(place, binaries, runner);
  for (let launch = 0; launch < launches; launch++) {
    await clearRemains(place.cluster, socketDir);
    const child = await spawnServer(place, binaries, runner, socketDir);
    const connection = child.pid && (await ready(child.pid, place.cluster));
    if (connection) return { pid: child.pid!, connection, child };
    if (child.pid) await stopPostmaster(child.pid, place.cluster);
    await sleep(200);
  }
  throw new Error(
    `The embedded PostgreSQL does not start. The end of ${place.log}:\n${await lastLines(place.log)}`,
  );
}
