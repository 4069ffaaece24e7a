import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { freshDatabase } from '../../tests/support/database.ts';
import { openDatabase, openPool } from './database.ts';

test('a checked-out idle connection that breaks does not end the process', async () => {
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

test('a connection that the server ends during a statement is not used again', async () => {
  const database = await freshDatabase();
  const db = openDatabase(openPool(database.connection, { max: 1, onError: () => {} }));
  for (let count = 0; count < 10; count += 1) {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
    const ending = sql`select pg_terminate_backend(${rows[0]!.pid})`.execute(db);
    await expect(ending).rejects.toMatchObject({ code: '57P01' });
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  }
  await db.destroy();
  await database.drop();
});

test('a statement still works after a later version adds a column to its table', async () => {
  const database = await freshDatabase();
  const pool = openPool(database.connection, { max: 1, onError: () => {} });
  const read = () => pool.query('select * from things where id = $1', [1]).then(({ rows }) => rows);
  await pool.query('create table things as select 1 as id');
  expect(await read()).toEqual([{ id: 1 }]);
  await pool.query('alter table things add b int default 2');
  expect(await read()).toEqual([{ id: 1, b: 2 }]);
  expect(await read()).toEqual([{ id: 1, b: 2 }]);

  // A transaction it comes up in is lost, the next is not.
  await pool.query('alter table things add c int default 3');
  const client = await pool.connect();
  const readIn = async () => {
    await client.query('begin');
    try {
      return (await client.query('select * from things where id = $1', [1])).rows;
    } finally {
      await client.query('rollback');
    }
  };
  await expect(readIn()).rejects.toMatchObject({ code: '0A000' });
  expect(await readIn()).toEqual([{ id: 1, b: 2, c: 3 }]);
  client.release();
  await pool.end();
  await database.drop();
});

test('a broken connection is reported, but not while the pool closes', async () => {
  const database = await freshDatabase();
  const reported: string[] = [];
  const pool = openPool(database.connection, { max: 1, onError: error => reported.push(error.message) });
  const admin = new pg.Client(database.connection);
  await admin.connect();
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  await admin.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
  await expect.poll(() => reported.length).toBe(1);
  const client = await pool.connect();
  client.release();
  const closed = pool.end();
  pool.emit('error', new Error('terminating connection'), client);
  await closed;
  expect(reported).toHaveLength(1);
  await admin.end();
  await database.drop();
});
