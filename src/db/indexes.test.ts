import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../tests/support/database.ts';
import { until } from '../../tests/support/sending.ts';
import { migrate, readSchema, type Schema } from './migrate.ts';

let database: FreshDatabase;
let pool: pg.Pool;
const ask = async (text: string) => (await pool.query(text)).rows;
beforeAll(async () => {
  database = await freshDatabase();
  pool = new pg.Pool(database.connection);
  pool.on('error', () => {});
  await ask('create table leaves (n int)');
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

const withNext = async (text: string, name = '9998-next.sql'): Promise<Schema> => {
  const schema = await readSchema();
  return { ...schema, migrations: [...schema.migrations, { name, text }] };
};

const isWhole = `select indisvalid as whole from pg_index where indexrelid = to_regclass('leaves_once')`;

test('drops and rebuilds an index whose build was interrupted', async () => {
  const schema = await withNext(
    `-- None twice.\ncreate unique index concurrently leaves_once on leaves (n);`,
  );
  await ask('insert into leaves values (1), (1)');
  await expect(migrate(pool, schema)).rejects.toThrow('could not create unique index');
  expect(await ask(isWhole)).toEqual([{ whole: false }]);
  await ask('delete from leaves');
  expect(await migrate(pool, schema)).toEqual(['9998-next.sql']);
  expect(await ask(isWhole)).toEqual([{ whole: true }]);
  expect(await migrate(pool, schema)).toEqual([]);
  await ask(`delete from migrations where name = '9998-next.sql'`);
});

test('allows writes while an index is built, and another starting process waits for it', async () => {
  const schema = await withNext('create index concurrently leaves_found on leaves (n)', '9999-next.sql');
  const writer = await pool.connect();
  await writer.query('begin');
  await writer.query('insert into leaves values (2)');
  const first = migrate(pool, schema);
  await until(
    async () =>
      (
        await ask(`select 1 from pg_stat_activity where query like 'create index concurrently leaves_found%'
        and wait_event_type = 'Lock' and datname = current_database()`)
      ).length > 0,
    'the building of the index to wait for the transaction before it',
  );
  const second = migrate(pool, schema);
  await ask('insert into leaves values (3)');
  await writer.query('commit');
  writer.release();
  expect([await first, await second].sort()).toEqual([[], ['9999-next.sql']]);
  expect(await ask('select n from leaves order by n')).toEqual([{ n: 2 }, { n: 3 }]);
  await ask(`delete from migrations where name = '9999-next.sql'`);
});

test('refuses other statements in a migration without a transaction', async () => {
  const text = 'create index concurrently leaves_other on leaves (n); insert into leaves values (9)';
  await expect(migrate(pool, await withNext(text))).rejects.toThrow(
    '9998-next.sql may only say "create index concurrently <name> on …"',
  );
  expect(await ask(`select to_regclass('leaves_other') as found`)).toEqual([{ found: null }]);
});
