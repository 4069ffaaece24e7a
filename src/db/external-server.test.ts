import { EventEmitter } from 'node:events';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../tests/support/database.ts';
import { openPool } from './database.ts';
import { explained, makeConnection, requireSessions } from './external-server.ts';

let database: FreshDatabase;

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

const pooled = () => openPool(database.connection, { max: 2, onError: () => {} });

test('settings of the server do not affect our sessions', async () => {
  const admin = new pg.Client(database.connection);
  await admin.connect();
  for (const setting of [
    "datestyle = 'SQL, DMY'",
    "timezone = 'Asia/Kathmandu'",
    "statement_timeout = '200ms'",
    "default_transaction_isolation = 'serializable'",
  ])
    await admin.query(`alter database ${database.connection.database} set ${setting}`);
  const pool = pooled();
  const at = new Date('2026-02-03T04:05:06Z');
  const { rows } = await pool.query(
    `select $1::timestamptz as at, current_setting('transaction_isolation') as isolation from pg_sleep(0.4)`,
    [at],
  );
  expect(rows).toEqual([{ at, isolation: 'read committed' }]);
  await pool.end();
  await admin.query(`alter database ${database.connection.database} reset all`);
  await admin.end();
});

test('accepts a server that keeps sessions', async () => {
  const pool = pooled();
  await requireSessions(pool);
  expect((await pool.query('select pg_listening_channels()')).rows).toEqual([]);
  await pool.end();
});

test('refuses a pooler in transaction mode', async () => {
  // This pooler accepts everything and forwards no notifications.
  const query = async () => ({ rows: [] });
  const connect = async () => Object.assign(new EventEmitter(), { query, release: () => {} });
  await expect(requireSessions({ connect, query } as unknown as pg.Pool, 20)).rejects.toThrow(
    'whole sessions, not transactions',
  );
});

const url = 'postgres://mill:hunter2@db.example:5433/files';

test.each([
  ['', undefined],
  ['?sslmode=disable', false],
  ['?sslmode=require', { rejectUnauthorized: false }],
  ['?sslmode=verify-full', {}],
  ['?application_name=x&sslmode=no-verify', { rejectUnauthorized: false }],
])('reads the sslmode of “%s” like psql', (query, ssl) => {
  const client = new pg.Client(makeConnection(url + query));
  expect((client as unknown as { connectionParameters: { ssl: unknown } }).connectionParameters.ssl).toEqual(
    ssl ?? false,
  );
});

test.each([
  [{ code: 'DEPTH_ZERO_SELF_SIGNED_CERT', message: 'self-signed certificate' }, 'sslrootcert='],
  [{ code: 'ERR_TLS_CERT_ALTNAME_INVALID', message: 'no match' }, 'verify-ca'],
  [{ code: '42501', message: 'permission denied for schema public' }, 'owner of the database'],
  [{ code: 'ECONNREFUSED', message: '' }, 'cannot be used: ECONNREFUSED. Check the host and port'],
  [{ code: '28P01', message: 'password authentication failed' }, 'Check the user name and password'],
  [{ code: '3D000', message: 'database "files" does not exist' }, 'Create the database first'],
])('a failure names the server and a remedy, never the password: %o', (error, said) => {
  const { message } = explained(error, makeConnection(url));
  expect(message).toContain('(db.example:5433, database files, user mill)');
  expect(message).toContain(said);
  expect(message).not.toContain('hunter2');
});
