import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { PreparingClient } from './prepared.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;

// Sizes and counters stay far below 2^53; as numbers they compare and serialise like every other number.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
// A date is a calendar day, not an instant: keep its text.
pg.types.setTypeParser(pg.types.builtins.DATE, text => text);

export interface Connection extends pg.ClientConfig {}

export interface PoolSettings {
  max: number;
  onError(error: Error): void;
}

export function openPool(connection: Connection, settings: PoolSettings): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    Client: PreparingClient,
    max: settings.max,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 15_000,
    application_name: 'filemill',
    idle_in_transaction_session_timeout: 30_000,
    statement_timeout: 60_000,
  });
  // An idle connection that breaks (the server restarted) is replaced by the pool; unheard, it would end the process.
  pool.on('error', settings.onError);
  // The pool listens only while a connection lies idle. In use, its next query reports the break.
  pool.on('connect', client => client.on('error', () => {}));
  return pool;
}

export const openDatabase = (pool: pg.Pool): Database =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
