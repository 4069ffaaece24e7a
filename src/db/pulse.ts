import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Connection } from './database.ts';
import { firstRow } from './first-row.ts';

export interface PulseSettings {
  everySeconds: number;
  /** A server that does not answer the simplest question within this is not there. */
  patienceSeconds: number;
  /** Called each time it did not answer, and when another server answers: what is open may lead to the one before. */
  onLost(error: Error): void;
}

export interface Pulse {
  /** Whether the server answered when it was last asked. */
  readonly beats: boolean;
  stop(): Promise<void>;
}

/** What a patience is counted in. */
const ticks = 10;

/**
 * Rejects when `work` takes longer. A process that stands still itself, as while it loads its code on a busy machine, misses
 * ticks instead of finding that its time is up: the answer may be there, unread.
 */
function within<T>(ms: number, work: Promise<T>): Promise<T> {
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
 * Asks the server every second whether it is there and takes changes, on a connection of its own. One that is frozen, or
 * gone without a word, breaks no connection: whoever waits for it would wait for as long as it likes. Nor does one whose
 * place another has taken, and which only reads from then on.
 */
export function watchPulse(connection: Connection, settings: PulseSettings): Pulse {
  const stopped = new AbortController();
  const patienceMs = settings.patienceSeconds * 1000;
  let client: pg.Client | undefined;
  let beats = true;
  /** The server that answered last, by when it started. */
  let known: string | undefined;

  const drop = () => {
    const old = client as (pg.Client & { connection?: { stream?: { destroy(): void } } }) | undefined;
    client = undefined;
    old?.connection?.stream?.destroy();
  };

  /** Whether it is another server than the one that answered before. Started anew, it counts as another. */
  async function ask(): Promise<boolean> {
    if (!client) {
      client = new pg.Client({
        ...connection,
        application_name: 'filemill pulse',
      });
      // A break shows at the next question.
      client.on('error', () => {});
      await client.connect();
    }
    const { rows } = await client.query<{ locked: string; server: string }>(
      "select current_setting('transaction_read_only') as locked, pg_postmaster_start_time()::text as server",
    );
    const { locked, server } = firstRow(rows);
    const isAnother = known !== undefined && known !== server;
    known = server;
    if (locked === 'on') throw new Error('the database is read-only');
    return isAnother;
  }

  async function loop(): Promise<void> {
    while (!stopped.signal.aborted) {
      try {
        // A connection may break and the server be there: only a second, fresh one tells.
        const isAnother = await within(patienceMs, ask()).catch(error => {
          const silent = /timeout/.test((error as Error).message);
          drop();
          if (silent) throw error;
          return within(patienceMs, ask());
        });
        // Connections may have been opened to one in between that only reads, and goes on to answer with what was.
        if (isAnother) settings.onLost(new Error('another server answers'));
        beats = true;
      } catch (error) {
        drop();
        beats = false;
        if (!stopped.signal.aborted) settings.onLost(error as Error);
      }
      await pause(settings.everySeconds * 1000, undefined, { signal: stopped.signal }).catch(() => {});
    }
    drop();
  }

  const looping = loop();
  return {
    get beats() {
      return beats;
    },
    async stop() {
      stopped.abort();
      drop();
      await looping;
    },
  };
}
