import pg from 'pg';
import { expect, test } from 'vitest';
import { freshDatabase } from '../../tests/support/database.ts';
import { openPool } from './database.ts';

test('a connection that breaks while it is in use but idle does not end the process', async () => {
  const database = await freshDatabase();
  const pool = openPool(database.connection, { max: 1, onError: () => {} });
  const client = await pool.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const admin = new pg.Client(database.connection);
  await admin.connect();
  const broken = new Promise(resolve => client.once('end', resolve));
  await admin.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
  await broken;
  await expect(client.query('select 1')).rejects.toThrow();
  client.release(true);
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await admin.end();
  await pool.end();
  await database.drop();
});
