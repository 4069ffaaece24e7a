import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../tests/support/database.ts';
import { openPool } from './database.ts';

let database: FreshDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await freshDatabase();
  pool = openPool(database.connection, { max: 1, onError: () => {} });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const rowsOf = async (text: string, values: unknown[]) => (await pool.query(text, values)).rows;

test('requests the row description once per connection', async () => {
  const client = await pool.connect();
  const { connection } = client as unknown as { connection: NodeJS.EventEmitter };
  let described = 0;
  connection.on('rowDescription', () => described++);
  for (const id of [1, 2, 3])
    expect((await client.query('select $1::int as id, $2 as name', [id, 'x'])).rows).toEqual([
      { id, name: 'x' },
    ]);
  client.release();
  expect(described).toBe(1);
});

test('values of all types round-trip repeatedly', async () => {
  const at = new Date('2026-02-03T04:05:06.789Z');
  for (let again = 0; again < 3; again++)
    expect(
      await rowsOf(
        `select $1::timestamptz as at, $2::jsonb as json, $3::text[] as texts, $4::bytea as bytes, $5::int8 as big,
          $6::boolean as yes, null as nothing, '2026-02-03'::date as day where $7::text is not null`,
        [at, { a: [1, null] }, ['a', 'b"c'], Buffer.from([0, 255]), 2 ** 40, true, 'ü'],
      ),
    ).toEqual([
      {
        at,
        json: { a: [1, null] },
        texts: ['a', 'b"c'],
        bytes: Buffer.from([0, 255]),
        big: 2 ** 40,
        yes: true,
        nothing: null,
        day: '2026-02-03',
      },
    ]);
});

test('a statement without rows reports how many it changed', async () => {
  await pool.query('create table counted (id int)');
  for (const most of [3, 2]) {
    const insert = await pool.query('insert into counted select generate_series(1, $1)', [most]);
    expect(insert).toMatchObject({ command: 'INSERT', rowCount: most, rows: [] });
  }
  expect(await pool.query('update counted set id = $1 where id > 1', [7])).toMatchObject({
    command: 'UPDATE',
    rowCount: 3,
  });
  expect((await pool.query('select id from counted where id = $1', [99])).rows).toEqual([]);
});

test('a failing statement rejects with the caller’s stack, and can be run again', async () => {
  const divide = (by: number) => rowsOf('select 10 / $1::int as share', [by]);
  expect(await divide(5)).toEqual([{ share: 2 }]);
  await expect(divide(0)).rejects.toMatchObject({
    code: '22012',
    stack: expect.stringContaining('statement.test'),
  });
  expect(await divide(2)).toEqual([{ share: 5 }]);
  await expect(rowsOf('select nothing_of_the_kind($1)', [1])).rejects.toMatchObject({ code: '42883' });
});

test('rejects a value that cannot be serialised, and the connection keeps working', async () => {
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  const client = await pool.connect();
  const echo = async (value: unknown) => (await client.query('select $1::jsonb as value', [value])).rows;
  await expect(echo(circle)).rejects.toThrow(/circular/i);
  expect(await echo({ a: 1 })).toEqual([{ value: { a: 1 } }]);
  await expect(echo(circle)).rejects.toThrow(/circular/i);
  expect(await echo({ a: 2 })).toEqual([{ value: { a: 2 } }]);
  client.release();
});

test('a result that cannot be parsed fails alone', async () => {
  // 600 is the type `point`.
  pg.types.setTypeParser(600 as never, () => {
    throw new Error('no such point');
  });
  const point = (x: number) => rowsOf('select point($1, 1) as p where $1 > 0', [x]);
  await expect(point(1)).rejects.toThrow('no such point');
  expect(await point(0)).toEqual([]);
});
