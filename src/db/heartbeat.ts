import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Connection } from './database.ts';
import { firstRow } from './first-row.ts';

export interface HeartbeatSettings {
  everySeconds: number;
  /** A server that does not answer a trivial query within this time counts as unreachable. */
  patienceSeconds: number;
  /** This is called whenever the server does not answer, and when it answers again: connections opened before may be dead or lead to another server. */
  onLost(error: Error): void;
}

export interface Heartbeat {
  /** Whether the server answered the last query. */
  readonly answers: boolean;
  stop(): Promise<void>;
}

/** A time limit is counted in this many ticks. */
const ticks = 10;

/**
 * Rejects when `work` takes longer than `ms`. The time is counted in ticks, so that a process that was itself blocked, for
 * example while loading code on a busy machine, does not mistake its own delay for the server's: the answer may have arrived unread.
 */
function rejectAfter<T>(ms: number, work: Promise<T>): Promise<T> {
  let ticking: NodeJS.Timeout | undefined;
  let left = ticks;
  const late = new Promise<never>((_, reject) => {
    ticking = setInterval(() => {
      left -= 1;
      if (left === 0) reject(new Error('timeout: it did not answer'));
    }, ms / ticks);
  });
  return Promise.race([work, late]).finally(() => clearInterval(ticking));
}

/**
 * Asks the server regularly, on a connection of its own, whether it answers and accepts writes. A frozen or silently lost
 * server breaks no connection, so that its callers would wait forever; and a server that has become a read-only standby
 * after a failover breaks none either.
 */
export function watchHeartbeat(connection: Connection, settings: HeartbeatSettings): Heartbeat {
  const stopped = new AbortController();
  const patienceMs = settings.patienceSeconds * 1000;
  let client: pg.Client | undefined;
  let answers = true;
  let opened = 0;

  const drop = () => {
    const old = client as (pg.Client & { connection?: { stream?: { destroy(): void } } }) | undefined;
    client = undefined;
    old?.connection?.stream?.destroy();
  };

  async function ask(): Promise<void> {
    if (!client) {
      client = new pg.Client({
        ...connection,
        application_name: 'filemill heartbeat',
      });
      // A broken connection is noticed by the next query.
      client.on('error', () => {});
      opened++;
      await client.connect();
    }
    const { rows } = await client.query<{ locked: string }>(
      "select current_setting('transaction_read_only') as locked",
    );
    if (firstRow(rows).locked === 'on') throw new Error('the database is read-only');
  }

  async function loop(): Promise<void> {
    while (!stopped.signal.aborted) {
      try {
        const before = opened;
        // A connection may break while the server is well: only a second, fresh one shows which.
        await rejectAfter(patienceMs, ask()).catch(error => {
          const silent = /timeout/.test((error as Error).message);
          drop();
          if (silent) throw error;
          return rejectAfter(patienceMs, ask());
        });
        // A new connection says nothing about older ones, which may lead to a former primary or nowhere.
        if (before > 0 && opened > before && !stopped.signal.aborted)
          settings.onLost(new Error('its connection broke'));
        answers = true;
      } catch (error) {
        drop();
        answers = false;
        if (!stopped.signal.aborted) settings.onLost(error as Error);
      }
      await pause(settings.everySeconds * 1000, undefined, { signal: stopped.signal }).catch(() => {});
    }
    drop();
  }

  const looping = loop();
  return {
    get answers() {
      return answers;
    },
    async stop() {
      stopped.abort();
      drop();
      await looping;
    },
  };
}
