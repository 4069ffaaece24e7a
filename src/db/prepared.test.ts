import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../tests/support/database.ts';
import { PreparingClient } from './prepared.ts';

let database: FreshDatabase;
let ours: pg.Client;
let plain: pg.Client;

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

beforeEach(async () => {
  [ours, plain] = [new PreparingClient(database.connection), new pg.Client(database.connection)];
  for (const client of [ours, plain]) {
    client.on('error', () => {});
    await client.connect();
  }
});
afterEach(() => Promise.all([ours.end(), plain.end()]));

/** The parts of a result or an error that callers see. */
async function seen(client: pg.Client, text: string, values: unknown[]) {
  try {
    const { command, rowCount, rows, fields } = await client.query(text, values);
    return { command, rowCount, rows, fields: fields.map(({ name, dataTypeID }) => [name, dataTypeID]) };
  } catch (error) {
    const { code, message } = error as pg.DatabaseError;
    // The name of the prepared statement differs.
    return { code, message: message.replace(/"[^"]*" requires/, 'it requires') };
  }
}

const many = Array.from({ length: 1600 }, (_, at) => `$1::int + ${at} as c${at}`).join(', ');

describe('returns the same as a plain client for', () => {
  test.each<[string, string, unknown[]]>([
    ['duplicate column names, the last null', 'select 1 as a, $1::int as a', [null]],
    ['duplicate column names, the first null', 'select $1::int as a, 2 as a', [null]],
    ['no columns', 'select from generate_series(1, $1::int)', [3]],
    ['no columns and no rows', 'select from generate_series(1, $1::int)', [0]],
    ['the maximum number of columns', `select ${many}`, [1]],
    [
      'columns named like object properties',
      'select $1 as __proto__, 1 as constructor, 2 as "toString"',
      ['x'],
    ],
    ['a column without a name', 'select $1::int', [1]],
    ['a table created from a query', 'create temp table made as select $1::int as id', [1]],
    ['a cursor', 'declare c cursor with hold for select $1::int', [1]],
    ['a plan', 'explain (costs off) select $1::int', [1]],
    ['rows inserted with returning', 'insert into kept values ($1) returning *, null as nothing', [1]],
    ['rows inserted', 'insert into kept select generate_series(1, $1::int)', [5]],
    [
      'rows merged',
      'merge into kept using (select $1::int as id) n on kept.id = n.id when matched then delete',
      [1],
    ],
    ['an empty statement', '', [1]],
    ['a statement that is only a comment', '-- nothing', [1]],
    ['too many values', 'select 1 as one', [1]],
    ['too few values', 'select $1::int, $2::int', [1]],
    ['two statements in one', 'select $1::int; select 2', [1]],
    ['a failure in the middle of the rows', 'select 1 / (3 - n) from generate_series(1, $1::int) n', [9]],
    ['a syntax error', 'selekt $1', [1]],
    ['a NUL character in a text', 'select $1::text', ['a\0b']],
    ['copy from stdin', 'copy kept from stdin', [1]],
    ['a notice', `select told($1)`, ['x']],
    ['an undefined value', 'select $1::text as a', [undefined]],
  ])('%s', async (_, text, values) => {
    await plain.query(`create table if not exists kept (id int);
      create or replace function told(text) returns text language plpgsql as
        $$ begin raise notice 'told %', $1; return $1; end $$;
      delete from kept; insert into kept values (1), (2)`);
    for (const again of [1, 2, 3]) {
      const both = [];
      for (const client of [plain, ours]) {
        await client.query('begin');
        both.push(await seen(client, text, values), await seen(client, 'select $1::int as after', [again]));
        await client.query('rollback');
      }
      expect(both.slice(2)).toEqual(both.slice(0, 2));
    }
  });
});

const double = async (client: pg.Client, n: number) =>
  (await client.query('select $1::int * 2 as doubled', [n])).rows[0].doubled;

describe('a connection keeps working', () => {
  test('after the server forgot its prepared statements', async () => {
    expect(await double(ours, 1)).toBe(2);
    for (const order of ['discard all', 'deallocate all']) {
      await ours.query(order);
      expect(await double(ours, 2)).toBe(4);
    }
    // Within a transaction, the caller has to start again.
    await ours.query('deallocate all; begin');
    await expect(double(ours, 3)).rejects.toMatchObject({ code: '26000' });
    await ours.query('rollback; begin');
    expect(await double(ours, 3)).toBe(6);
    await ours.query('commit');
  });

  test('if the server has a statement that this connection did not prepare', async () => {
    expect(await double(ours, 1)).toBe(2);
    const { connection } = ours as unknown as { connection: { parsedStatements: object } };
    connection.parsedStatements = {};
    expect(await double(ours, 2)).toBe(4);
  });

  test('after a statement timeout', async () => {
    const nap = (seconds: number) => ours.query('select 1 as slept from pg_sleep($1)', [seconds]);
    await ours.query("set statement_timeout = '500ms'");
    for (const seconds of [5, 0, 5, 0])
      if (seconds) await expect(nap(seconds)).rejects.toMatchObject({ code: '57014' });
      else expect((await nap(seconds)).rows).toEqual([{ slept: 1 }]);
    await ours.query('begin');
    await expect(nap(5)).rejects.toMatchObject({ code: '57014' });
    await expect(double(ours, 1)).rejects.toMatchObject({ code: '25P02' });
    await ours.query('rollback');
    expect(await double(ours, 1)).toBe(2);
  });

  test('with many pipelined queries, some of which fail', async () => {
    const asked = Array.from({ length: 40 }, (_, n) =>
      n % 4 === 3
        ? ours.query('select 1 / $1::int as never', [0]).catch((error: pg.DatabaseError) => error.code)
        : n % 4 === 2
          ? ours.query('select 7 as simple').then(({ rows }) => rows[0].simple)
          : double(ours, n),
    );
    expect(await Promise.all(asked)).toEqual(
      Array.from({ length: 40 }, (_, n) => (n % 4 === 3 ? '22012' : n % 4 === 2 ? 7 : n * 2)),
    );
  });

  test('with more distinct statements than are cached', async () => {
    for (let n = 0; n < 520; n++)
      expect((await ours.query(`select $1::int + ${n} as sum`, [1])).rows).toEqual([{ sum: n + 1 }]);
    const { rows } = await ours.query('select count(*)::int as kept from pg_prepared_statements');
    expect(rows[0].kept).toBeLessThanOrEqual(500);
    // Cached statements still work.
    expect(await double(ours, 4)).toBe(8);
  });
});

test('rejects all pending queries of a connection that breaks', async () => {
  expect(await double(ours, 1)).toBe(2);
  const { rows } = await ours.query('select pg_backend_pid() as pid');
  const asked = [ours.query('select pg_sleep($1)', [30]), double(ours, 1), ours.query('select 1')];
  const failed = Promise.allSettled(asked);
  await plain.query('select pg_terminate_backend($1)', [rows[0].pid]);
  expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  await expect(double(ours, 1)).rejects.toThrow(/connection|not queryable/i);
});

test('a statement has the same name in every process', async () => {
  await double(ours, 1);
  const { rows } = await ours.query('select name from pg_prepared_statements');
  expect(rows).toEqual([{ name: 's_9yuaSv-D4FJ4__u2' }]);
});

test.each([
  ['an additional column', 'alter table shaped add b int default 2', { a: 1, b: 2 }],
  ['one column less', 'alter table shaped add b int; alter table shaped drop a', { b: null }],
  ['a renamed column', 'alter table shaped rename a to z', { z: 1 }],
  ['a column of another type', "alter table shaped alter a type text using 'one'", { a: 'one' }],
])('returns %s after a migration by another process', async (_, change, then) => {
  await plain.query('drop table if exists shaped; create table shaped as select 1 as a');
  const read = async () => (await ours.query('select * from shaped where $1', [true])).rows;
  expect([await read(), await read()]).toEqual([[{ a: 1 }], [{ a: 1 }]]);
  await plain.query(change);
  expect([await read(), await read()]).toEqual([[then], [then]]);
});
