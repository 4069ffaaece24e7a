import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Connection } from './database.ts';
import { firstRow } from './first-row.ts';

export interface PulseSettings {
  everySeconds: number;
  /** A server that does not answer the simplest question within this is not there. */
  patienceSeconds: number;
  /** Called each time it did not answer, and when it does again: what was opened before may lead elsewhere, or nowhere. */
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
        application_name: 'filemill pulse',
      });
      // A break shows at the next question.
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
        // A connection may break and the server be there: only a second, fresh one tells.
        await within(patienceMs, ask()).catch(error => {
          const silent = /timeout/.test((error as Error).message);
          drop();
          if (silent) throw error;
          return within(patienceMs, ask());
        });
        // It vouches for connections no older than its own: in between, others may have been opened to a server that has
        // only read since, or have come to lead nowhere.
        if (before > 0 && opened > before && !stopped.signal.aborted)
          settings.onLost(new Error('its connection broke'));
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
