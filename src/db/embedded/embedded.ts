import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findOrLaunch, type Running } from './launch.ts';
import { FileLock } from './lock.ts';
import { describeConnection, type EmbeddedConnection, findPlace, type Place } from './place.ts';
import { findPostmaster, isRunning, stopPostmaster } from './postmaster.ts';

export interface EmbeddedOptions {
  /** `DATA_DIR`. */
  dir: string;
  /** Where the socket goes when its path inside `dir` would be too long. */
  socketDirFallback?: string;
  log: { info(text: string): void; warn(text: string): void };
}

/** The embedded server as one of its users holds it. */
export interface Embedded {
  connection: EmbeddedConnection;
  /** It was running already: started by another process, or left behind by one that was killed. */
  adopted: boolean;
  /** Ends the server too, when no other process uses it. */
  stop(): Promise<void>;
}

const watchMs = 500;
const longestBackoffMs = 5000;
/** A server that lived this long was well. */
const steadyMs = 2000;

async function underStartLock<Result>(place: Place, work: () => Promise<Result>): Promise<Result> {
  const lock = await FileLock.open(place.startLock);
  try {
    await lock.take('exclusive');
    return await work();
  } finally {
    await lock.release();
  }
}

/** Starts it again whenever it ends, until `stop`. */
function supervise(place: Place, options: EmbeddedOptions, first: Running) {
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
        // The socket stays where it was: that is the address everybody has.
        running = await underStartLock(place, () => findOrLaunch(place, dirname(first.connection.host)));
        startedAt = Date.now();
        options.log.info('The embedded PostgreSQL is back.');
        heed(running);
        return;
      } catch (error) {
        options.log.warn((error as Error).message);
      }
    }
  }

  async function check(): Promise<void> {
    if (stopping || restart || (await isRunning(running.pid, place.cluster)) || stopping || restart) return;
    restart = startAgain().finally(() => {
      restart = undefined;
    });
  }

  // The exit of our own child is known at once; that of an adopted server is noticed by looking.
  const heed = ({ child }: Running) => child?.once('exit', check);
  heed(first);
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
 * Starts the PostgreSQL that comes with the product in `DATA_DIR`, or adopts the one that runs there, and keeps it
 * running. Reached through a Unix socket only; exactly one process starts it, however many try.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const place = await findPlace(options.dir);
  const users = await FileLock.open(place.usersLock);
  const running = await underStartLock(place, async () => {
    const found = await findOrLaunch(place, options.socketDirFallback);
    await users.take('shared');
    return found;
  }).catch(async error => {
    await users.release();
    throw error;
  });
  const supervisor = supervise(place, options, running);

  return {
    connection: running.connection,
    adopted: running.child === undefined,
    async stop() {
      const pid = await supervisor.end();
      try {
        await underStartLock(place, async () => {
          if (!(await users.tryTake('exclusive'))) return;
          // Not necessarily the one we knew: another user, gone since, may have started it again.
          const found = await findPostmaster(place.cluster);
          if (found) await stopPostmaster(found.pid, place.cluster);
        });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
        // Somebody removed the data folder: what serves it serves nobody.
        await stopPostmaster(pid, place.cluster);
      } finally {
        await users.release();
      }
    },
  };
}

/** How to reach the server that runs in `dataDir` now; undefined when none does. */
export async function embeddedConnection(dataDir: string): Promise<EmbeddedConnection | undefined> {
  const { cluster } = await findPlace(dataDir);
  const found = await findPostmaster(cluster);
  return found?.ready ? describeConnection(found.socketDir) : undefined;
}
