import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { adoptEarlier } from './earlier-migrations.ts';
import { firstRow } from './first-row.ts';
import { readFunctions, replaceFunctions, type SqlFunction } from './functions.ts';
import { buildIndexes, isConcurrent } from './indexes.ts';

const folder = new URL('./migrations/', import.meta.url);

/** The advisory lock held while migrating; the number has no meaning. */
const migrationLock = 7_106_101_115;

/** The oldest PostgreSQL version with the features that the tables use. */
const oldestServer = 18;

/** The migrations, which create the tables in order, and the functions. */
export interface Schema {
  migrations: { name: string; text: string }[];
  functions: SqlFunction[];
}

/** Reads this version's schema from the source tree. */
export async function readSchema(): Promise<Schema> {
  const names = (await readdir(folder)).filter(name => name.endsWith('.sql')).sort();
  const migrations = names.map(async name => ({ name, text: await readFile(new URL(name, folder), 'utf8') }));
  return { migrations: await Promise.all(migrations), functions: await readFunctions() };
}

/** Refuses an unsuitable server before anything is written to it. */
async function requireServer(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ version: string; encoding: string; locked: string }>(
    `select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
      current_setting('transaction_read_only') as locked`,
  );
  const { version, encoding, locked } = firstRow(rows);
  if (Number.parseInt(version, 10) < oldestServer)
    throw new Error(`it is version ${version}; ${oldestServer} or newer is needed`);
  if (encoding !== 'UTF8')
    throw new Error(
      `the database's encoding is ${encoding}; names of files need one made with encoding UTF8`,
    );
  if (locked === 'on') throw new Error('it is read-only: a standby, or set so');
}

/** Refuses tables that a newer version has changed: this one would misread them. */
function requireKnown(done: Set<string>, { migrations }: Schema): void {
  const unknown = [...done].filter(name => !migrations.some(each => each.name === name)).sort();
  if (unknown.length === 0) return;
  throw new Error(
    `the database was upgraded by a newer version of Filemill (${unknown.join(', ')}): start that version or a later one, or restore a backup made before the upgrade`,
  );
}

/** Creates the two tables that record the schema's state. Existing ones are not touched, since our user may not own them. */
async function createRecords(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ migrations: boolean; functions: boolean }>(
    `select to_regclass('migrations') is not null as migrations, to_regclass('sql_functions') is not null as functions`,
  );
  if (!firstRow(rows).migrations)
    await client.query(
      'create table migrations (name text primary key, applied_at timestamptz not null default now())',
    );
  if (!firstRow(rows).functions)
    await client.query('create table sql_functions (name text primary key, hash text not null)');
}

/** Locks every table that the migrations name before anything changes, so that no later statement has to wait. */
async function lockTables(client: pg.PoolClient, migrations: Schema['migrations']): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'select tablename as name from pg_tables where schemaname = current_schema order by tablename',
  );
  const words = new Set(migrations.flatMap(({ text }) => text.match(/\w+/g) ?? []));
  const named = rows.filter(({ name }) => words.has(name)).map(({ name }) => name);
  if (named.length > 0) await client.query(`lock table ${named.join(', ')} in access exclusive mode`);
}

/** Reads the names of the migrations that were applied. */
async function readDone(client: pg.PoolClient): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>('select name from migrations');
  return new Set(rows.map(row => row.name));
}

const record = (client: pg.PoolClient, name: string) =>
  client.query('insert into migrations (name) values ($1)', [name]);

/** Applies what is missing and returns the names. */
async function upgrade(client: pg.PoolClient, schema: Schema): Promise<string[]> {
  await createRecords(client);
  const done = await adoptEarlier(client, await readDone(client));
  requireKnown(done, schema);
  const missing = schema.migrations.filter(each => !done.has(each.name) && !isConcurrent(each));
  await lockTables(client, missing);
  for (const { name, text } of missing) {
    await client.query(text);
    await record(client, name);
  }
  return [...missing.map(({ name }) => name), ...(await replaceFunctions(client, schema.functions))];
}

/** Builds indexes concurrently, after everything else: without them the new version works, but more slowly. */
async function buildMissing(client: pg.PoolClient, { migrations }: Schema): Promise<string[]> {
  const done = await readDone(client);
  const missing = migrations.filter(each => !done.has(each.name) && isConcurrent(each));
  for (const migration of missing) {
    await buildIndexes(client, migration);
    await record(client, migration.name);
  }
  return missing.map(({ name }) => name);
}

/**
 * How long to wait for a table's lock. Requests queue behind the wait, so it must be short; and it must be shorter than the
 * second after which the server looks for deadlocks, so that the migration gives way and no request is aborted.
 */
const lockWait = '200ms';
const deadlock = '40P01';
const lockNotGot = '55P03';
const maxTries = 100;

/**
 * Upgrades in one transaction while processes of the previous version may be running. It tries again after a deadlock, or
 * when another process holds a lock for too long.
 */
async function upgradeAtOnce(client: pg.PoolClient, schema: Schema): Promise<string[]> {
  for (let tries = 1; ; tries++)
    try {
      await client.query('begin');
      await client.query(`set local lock_timeout = '${lockWait}'`);
      const changed = await upgrade(client, schema);
      await client.query('commit');
      return changed;
    } catch (error) {
      await client.query('rollback').catch(() => {});
      const { code } = error as pg.DatabaseError;
      if ((code !== deadlock && code !== lockNotGot) || tries === maxTries) throw error;
      if (code === lockNotGot) await sleep(50 + Math.random() * 100);
    }
}

/** Polls for the lock instead of blocking on it: a concurrent index build waits for every open statement, this one included. */
async function takeLock(client: pg.PoolClient): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ ok: boolean }>('select pg_try_advisory_lock($1) as ok', [
      migrationLock,
    ]);
    if (firstRow(rows).ok) return;
    await sleep(50);
  }
}

/**
 * Upgrades the database to this version, under a lock. Tables and functions change together in one transaction; indexes of
 * large tables are built afterwards. Returns the names of applied migrations and changed functions.
 */
export async function migrate(pool: pg.Pool, given?: Schema): Promise<string[]> {
  const schema = given ?? (await readSchema());
  const client = await pool.connect();
  try {
    await requireServer(client);
    // A migration may take as long as it needs.
    await client.query('set statement_timeout = 0');
    await takeLock(client);
    const changed = await upgradeAtOnce(client, schema);
    return [...changed, ...(await buildMissing(client, schema))];
  } finally {
    // Closing the connection releases the lock and resets the settings.
    client.release(true);
  }
}
