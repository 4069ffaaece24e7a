import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ClusterPaths,
  describeConnection,
  type EmbeddedConnection,
  findClusterPaths,
} from './cluster-paths.ts';
import { findOrLaunch, type Running } from './launch.ts';
import { FileLock } from './lock.ts';
import { findPostmaster, isRunning, stopPostmaster } from './postmaster.ts';

export interface EmbeddedOptions {
  /** `DATA_DIR`. */
  dir: string;
  /** The folder of the socket if its path inside `dir` would be too long. */
  socketDirFallback?: string;
  log: { info(text: string): void; warn(text: string): void };
}

/** A handle on the embedded server, which several processes may use at once. */
export interface Embedded {
  connection: EmbeddedConnection;
  /** Whether it was already running, because another process started it or was killed and left it behind. */
  adopted: boolean;
  /** Releases the server, and stops it if no other process uses it. */
  stop(): Promise<void>;
}

const watchMs = 500;
const longestBackoffMs = 5000;
/** A server that ran for this long is considered to have started successfully. */
const steadyMs = 2000;

async function underStartLock<Result>(paths: ClusterPaths, work: () => Promise<Result>): Promise<Result> {
  const lock = await FileLock.open(paths.startLock);
  try {
    await lock.take('exclusive');
    return await work();
  } finally {
    await lock.release();
  }
}

/** Restarts the server whenever it ends, until `stop` is called. */
function supervise(paths: ClusterPaths, options: EmbeddedOptions, first: Running) {
  let running = first;
  let startedAt = Date.now();
  let backoff = 0;
  let stopping = false;
  let restart: Promise<void> | undefined;

  async function startAgain(): Promise<void> {
    options.log.warn('The embedded PostgreSQL has ended; starting it again.');
    if (Date.now() - startedAt > steadyMs) backoff = 0;
    while (!stopping) {
      await sleep(backoff);
      backoff = Math.min(backoff * 2 + 50, longestBackoffMs);
      try {
        // The socket keeps its path, because all users of the server know that one.
        running = await underStartLock(paths, () => findOrLaunch(paths, dirname(first.connection.host)));
        startedAt = Date.now();
        options.log.info('The embedded PostgreSQL is back.');
        watchExit(running);
        return;
      } catch (error) {
        options.log.warn((error as Error).message);
      }
    }
  }

  async function check(): Promise<void> {
    if (stopping || restart || (await isRunning(running.pid, paths.cluster)) || stopping || restart) return;
    restart = startAgain().finally(() => {
      restart = undefined;
    });
  }

  // The exit of our own child is reported at once. That of an adopted server is only found by polling.
  const watchExit = ({ child }: Running) => child?.once('exit', check);
  watchExit(first);
  const watch = setInterval(check, watchMs);
  watch.unref();

  return {
    async end(): Promise<number> {
      stopping = true;
      clearInterval(watch);
      await restart;
      return running.pid;
    },
  };
}

/**
 * Starts the bundled PostgreSQL in `DATA_DIR`, or adopts the server that already runs there, and keeps it running.
 * It listens on a Unix socket only. If several processes try to start it at once, exactly one does.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const paths = await findClusterPaths(options.dir);
  const users = await FileLock.open(paths.usersLock);
  const running = await underStartLock(paths, async () => {
    const found = await findOrLaunch(paths, options.socketDirFallback);
    await users.take('shared');
    return found;
  }).catch(async error => {
    await users.release();
    throw error;
  });
  const supervisor = supervise(paths, options, running);

  return {
    connection: running.connection,
    adopted: running.child === undefined,
    async stop() {
      const pid = await supervisor.end();
      try {
        await underStartLock(paths, async () => {
          if (!(await users.tryTake('exclusive'))) return;
          // Another process may have restarted the server since, so its current id is looked up.
          const found = await findPostmaster(paths.cluster);
          if (found) await stopPostmaster(found.pid, paths.cluster);
        });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
        // The data folder was removed, so nobody can use this server any more.
        await stopPostmaster(pid, paths.cluster);
      } finally {
        await users.release();
      }
    },
  };
}

/** Returns the connection to the server that runs in `dataDir`, or undefined if none does. */
export async function embeddedConnection(dataDir: string): Promise<EmbeddedConnection | undefined> {
  const { cluster } = await findClusterPaths(dataDir);
  const found = await findPostmaster(cluster);
  return found?.ready ? describeConnection(found.socketDir) : undefined;
}
