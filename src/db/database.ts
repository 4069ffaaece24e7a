import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { PreparingClient } from './prepared.ts';
import type { Tables } from './tables/tables.ts';

export type Database = Kysely<Tables>;

// Sizes and counters stay far below 2^53; as numbers they compare and serialise like every other number.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
// A date is a calendar day, not an instant: keep its text.
pg.types.setTypeParser(pg.types.builtins.DATE, text => text);

export interface Connection extends pg.ClientConfig {}

export interface PoolSettings {
  max: number;
  onError(error: Error): void;
  /** The trace that what is asked now belongs to: jobs that are queued by it keep it. */
  trace?: (() => string | undefined) | undefined;
}

/**
 * Whatever the server, the database or the user has set otherwise. Said on the connection, since a pooler takes none of it
 * when the connection is made.
 */
const session = Object.entries({
  statement_timeout: '60s',
  idle_in_transaction_session_timeout: '30s',
  // The queue's functions look again after they have waited for a lock.
  default_transaction_isolation: 'read committed',
  // `pg` reads no other.
  datestyle: 'ISO',
  timezone: 'UTC',
  // Short statements take longer to compile than to run.
  jit: 'off',
})
  .map(([name, value]) => `set ${name} = '${value}'`)
  .join(';');

export interface Pool extends pg.Pool {
  /** Breaks every connection: who waits for an answer is told so, and the next is asked on a new one. */
  cut(): void;
}

export function openPool(connection: Connection, settings: PoolSettings): Pool {
  const open = new Set<PreparingClient>();
  class OwnClient extends PreparingClient {
    constructor(config?: pg.ClientConfig) {
      super(config, settings.trace);
      open.add(this);
      this.once('end', () => open.delete(this));
    }
  }
  const pool = new pg.Pool({
    ...connection,
    Client: OwnClient,
    max: settings.max,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 15_000,
    application_name: 'filemill',
    // A server that has gone without a word is noticed.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    onConnect: async client => {
      await client.query(session);
    },
  });
  // An idle connection that breaks (the server restarted) is replaced by the pool; unheard, it would end the process.
  // One that breaks while the pool closes is not waited for: the embedded server may be gone before it has said goodbye.
  pool.on('error', error => {
    if (!pool.ending) settings.onError(error);
  });
  // The pool listens only while a connection lies idle. In use, its next query reports the break.
  pool.on('connect', client => client.on('error', () => {}));
  return Object.assign(pool, {
    cut() {
      for (const client of open) client.cut();
    },
  });
}

export const openDatabase = (pool: pg.Pool): Database =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
