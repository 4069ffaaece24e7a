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
  /** Returns the current trace, which jobs queued by a statement keep. */
  trace?: (() => string | undefined) | undefined;
}

/**
 * Session settings that override those of the server, the database or the user. They are sent as statements because a
 * connection pooler ignores start-up options.
 */
const session = Object.entries({
  statement_timeout: '60s',
  idle_in_transaction_session_timeout: '30s',
  // The queue's functions read rows again after waiting for a lock.
  default_transaction_isolation: 'read committed',
  // `pg` can parse no other date style.
  datestyle: 'ISO',
  timezone: 'UTC',
  // Short statements take longer to compile than to run.
  jit: 'off',
})
  .map(([name, value]) => `set ${name} = '${value}'`)
  .join(';');

export interface Pool extends pg.Pool {
  /** Breaks every connection: pending queries fail at once, and later ones use new connections. */
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
    // Keep-alive detects a server that vanished without closing its connections.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    onConnect: async client => {
      await client.query(session);
    },
  });
  // The pool replaces an idle connection that breaks, for example on a server restart; without a listener the error would
  // end the process. While the pool closes, the embedded server may already be gone, so errors are ignored.
  pool.on('error', error => {
    if (!pool.ending) settings.onError(error);
  });
  // The pool listens for errors only while a connection is idle. In use, the next query reports the break.
  pool.on('connect', client => client.on('error', () => {}));
  return Object.assign(pool, {
    cut() {
      for (const client of open) client.cut();
    },
  });
}

export const openDatabase = (pool: pg.Pool): Database =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
