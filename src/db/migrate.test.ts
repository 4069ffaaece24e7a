import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { freshDatabase } from '../../tests/support/database.ts';
import { migrate, readSchema } from './migrate.ts';

const run = promisify(execFile);

/** Makes a fake server that reports a version and records its queries. */
function server(version: string, encoding = 'UTF8', locked = 'off', deadlocks = 0, applied: string[] = []) {
  const asked: string[] = [];
  const query = async (text: string) => {
    asked.push(text);
    if (text.includes('pg_try_advisory_lock')) return { rows: [{ ok: true }] };
    if (text.startsWith('-- Plans') && asked.filter(each => each === text).length <= deadlocks)
      throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
    return {
      rows: text.includes('server_version')
        ? [{ version, encoding, locked }]
        : text.includes('to_regclass')
          ? [{ migrations: true, functions: true }]
          : text.startsWith('select name from migrations')
            ? applied.map(name => ({ name }))
            : [],
    };
  };
  return { asked, pool: { connect: async () => ({ query, release: () => {} }) } as unknown as pg.Pool };
}

const writes = (asked: string[]) => asked.filter(text => /create|insert|delete|drop/.test(text));

test.each([
  [
    'too old for the tables',
    ['15.18 (Debian 15.18-0+deb12u1)'],
    'version 15.18 (Debian 15.18-0+deb12u1); 18 or newer is needed',
  ],
  ['that cannot hold every name', ['18.1', 'LATIN1'], 'encoding is LATIN1'],
  ['that cannot be written to', ['18.1', 'UTF8', 'on'], 'it is read-only'],
] as const)('refuses a server %s and writes nothing to it', async (_, [version, ...more], message) => {
  const { pool, asked } = server(version, ...more);
  await expect(migrate(pool)).rejects.toThrow(message);
  expect(writes(asked)).toEqual([]);
});

test('retries a migration that meets a deadlock, a limited number of times', async () => {
  const met = server('18.1', 'UTF8', 'off', 2);
  expect(await migrate(met.pool)).toContain('0001-baseline.sql');
  expect(met.asked.filter(text => text === 'rollback')).toHaveLength(2);
  await expect(migrate(server('18.1', 'UTF8', 'off', 9999).pool)).rejects.toThrow('deadlock detected');
});

test('leaves a database alone that a newer version has upgraded', async () => {
  const { pool, asked } = server('18.1', 'UTF8', 'off', 0, ['0001-baseline.sql', '9999-tomorrow.sql']);
  await expect(migrate(pool)).rejects.toThrow(
    'upgraded by a newer version of Filemill (9999-tomorrow.sql): start that version or a later one',
  );
  expect(writes(asked)).toEqual([]);
});

test('migrations are numbered consecutively', async () => {
  const { migrations } = await readSchema();
  expect(migrations.map(({ name }) => Number(name.slice(0, 4)))).toEqual(
    migrations.map((_, index) => index + 1),
  );
});

describe('a database with an earlier schema', () => {
  const closers: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    while (closers.length > 0) await closers.pop()!();
  });

  async function openPool() {
    const database = await freshDatabase();
    const pool = new pg.Pool(database.connection);
    // A connection may still be closing when the database is dropped.
    pool.on('error', () => {});
    closers.push(database.drop, () => pool.end());
    const ask = async (text: string) => (await pool.query(text)).rows;
    return { pool, ask, url: database.url };
  }

  const signatures = `select oid::regprocedure::text as signature from pg_proc
    where pronamespace = 'public'::regnamespace and proname like 'greet%' order by 1`;
  const greet = (text: string) => ({ name: 'greet', text: `create function greet(${text}` });

  test('gets functions that are new, changed or have a new signature, and loses removed ones', async () => {
    const { pool, ask } = await openPool();
    const schema = await readSchema();
    expect(await migrate(pool, schema)).toEqual([]);
    const withGreeting = (text: string) => ({ ...schema, functions: [...schema.functions, greet(text)] });

    const first = withGreeting(`whom text) returns text language sql as $$ select 'hello ' || whom $$`);
    expect(await migrate(pool, first)).toEqual(['greet']);
    expect(await ask(`select greet('you') as said`)).toEqual([{ said: 'hello you' }]);

    const second = withGreeting(`whom text) returns text language sql as $$ select 'bye ' || whom $$`);
    expect(await migrate(pool, second)).toEqual(['greet']);
    expect(await ask(`select greet('you') as said`)).toEqual([{ said: 'bye you' }]);
    expect(await migrate(pool, second)).toEqual([]);

    const third = withGreeting('n int) returns table (said int) language sql as $$ select n + 1 $$');
    expect(await migrate(pool, third)).toEqual(['greet']);
    expect(await ask('select said from greet(1)')).toEqual([{ said: 2 }]);
    expect(await ask(signatures)).toEqual([{ signature: 'greet(integer)' }]);

    expect(await migrate(pool, schema)).toEqual(['greet']);
    expect(await ask(signatures)).toEqual([]);
  });

  test('is migrated atomically: a failing function leaves no table behind', async () => {
    const { pool, ask } = await openPool();
    const schema = await readSchema();
    const broken = {
      migrations: [...schema.migrations, { name: '9999-next.sql', text: 'create table halves (id int)' }],
      functions: [
        ...schema.functions,
        greet('whom nothing_known) returns int language sql as $$ select 1 $$'),
      ],
    };
    await expect(migrate(pool, broken)).rejects.toThrow('nothing_known');
    expect(await ask(`select to_regclass('halves') as found`)).toEqual([{ found: null }]);
    expect(await migrate(pool, schema)).toEqual([]);
  });

  test('is migrated once by two processes that start at the same time', async () => {
    const { ask, url } = await openPool();
    await ask(`update sql_functions set hash = 'of an earlier text' where name = 'job_begin'`);
    await ask('drop function job_begin');
    const program = fileURLToPath(new URL('../cli/main.ts', import.meta.url));
    const start = () =>
      run(process.execPath, [program, 'migrate', '--json'], { env: { ...process.env, DATABASE_URL: url } });
    const runs = await Promise.all([start(), start()]);
    const applied = runs.map(({ stdout }) => JSON.parse(stdout).applied).sort();
    expect(applied).toEqual([[], ['job_begin']]);
    expect(await ask(`select job_begin('none', 'none', null) as said`)).toEqual([{ said: 'gone' }]);
  });

  const earlier = `insert into migrations (name) values ('0001-core.sql'), ('0002-queue.sql'), ('0003-callers.sql'),
    ('0004-retention.sql'), ('0005-recipes.sql'), ('0006-uploads.sql'), ('0007-webhooks.sql'), ('0008-accounts.sql'),
    ('0009-fewer-statements.sql'), ('0010-start-at-once.sql'), ('0011-uploads-at-once.sql'),
    ('0012-one-write-a-start.sql'), ('0013-a-run-ends-last.sql')`;

  test('made by the thirteen migrations before the baseline is adopted', async () => {
    const { pool, ask } = await openPool();
    await ask(`delete from migrations where name = '0001-baseline.sql'`);
    await ask(earlier);
    await ask('drop table sql_functions');
    const { functions } = await readSchema();
    expect(await migrate(pool)).toEqual(functions.map(each => each.name));
    expect(await ask(`select name from migrations where name < '0002'`)).toEqual([
      { name: '0001-baseline.sql' },
    ]);
    expect(await migrate(pool)).toEqual([]);
  });

  test('made by only some of the thirteen is refused, with what to do', async () => {
    const { pool, ask } = await openPool();
    await ask(`delete from migrations`);
    await ask(earlier);
    await ask(`delete from migrations where name = '0013-a-run-ends-last.sql'`);
    await expect(migrate(pool)).rejects.toThrow(
      /lacks 0013-a-run-ends-last\.sql, .*check out commit \w+, run `npx filemill migrate` there, then start this/,
    );
  });

  test('has functions whose bodies the server accepts', async () => {
    const { ask } = await openPool();
    for (const { text } of (await readSchema()).functions)
      await ask(text.replace(/^create function/m, 'create or replace function'));
  });
});
