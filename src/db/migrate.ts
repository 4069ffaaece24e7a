import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { adoptEarlier } from './earlier.ts';
import { firstRow } from './first-row.ts';
import { readFunctions, replaceFunctions, type SqlFunction } from './functions.ts';
import { buildIndexes, isConcurrent } from './indexes.ts';

const folder = new URL('./migrations/', import.meta.url);

/** Any constant of ours: whoever holds it is migrating. */
const migrationLock = 7_106_101_115;

/** The oldest server that has what the tables use. */
const oldestServer = 18;

/** What a database shall have: the tables that the migrations make one after the other, and the functions. */
export interface Schema {
  migrations: { name: string; text: string }[];
  functions: SqlFunction[];
}

/** The schema of this version, as the source tree has it. */
export async function readSchema(): Promise<Schema> {
  const names = (await readdir(folder)).filter(name => name.endsWith('.sql')).sort();
  const migrations = names.map(async name => ({ name, text: await readFile(new URL(name, folder), 'utf8') }));
  return { migrations: await Promise.all(migrations), functions: await readFunctions() };
}

/** Refuses a server that will not do before anything is written to it. */
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

/** Makes the two tables in which the schema's state is written, only where they are missing: the user of the tables may not be their owner. */
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

/** Takes every lock there will be before anything is changed: from then on nobody is waited for. */
async function lockTables(client: pg.PoolClient, migrations: Schema['migrations']): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'select tablename as name from pg_tables where schemaname = current_schema order by tablename',
  );
  const words = new Set(migrations.flatMap(({ text }) => text.match(/\w+/g) ?? []));
  const named = rows.filter(({ name }) => words.has(name)).map(({ name }) => name);
  if (named.length > 0) await client.query(`lock table ${named.join(', ')} in access exclusive mode`);
}

/** What has been applied to the database, as it says itself. */
async function readDone(client: pg.PoolClient): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>('select name from migrations');
  return new Set(rows.map(row => row.name));
}

const record = (client: pg.PoolClient, name: string) =>
  client.query('insert into migrations (name) values ($1)', [name]);

/** Does what is missing and returns its names. */
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

/** Builds the indexes that need no lock, after all else: without them the new version works, only more slowly. */
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
 * How long a table's lock may be waited for. Whoever comes after waits behind, so that requests would stand still for as long;
 * and it is less than the second after which the server looks for deadlocks, so that this gives way and no request is ended.
 */
const lockWait = '200ms';
const deadlock = '40P01';
const lockNotGot = '55P03';
const mostTries = 100;

/**
 * Processes of the version before may be at work: where one and this wait for each other, the server ends one of the two, and
 * where one holds a lock for long this steps aside and tries again.
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
      if ((code !== deadlock && code !== lockNotGot) || tries === mostTries) throw error;
      if (code === lockNotGot) await sleep(50 + Math.random() * 100);
    }
}

/** Waits for its turn without a statement under way: whoever builds an index waits for all that were begun before. */
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
 * Brings the database up to this version, under a lock. Tables and the functions that use them change together, in one
 * transaction; indexes of tables that may be long are built after it. Returns the names of the migrations applied and the
 * functions changed.
 */
export async function migrate(pool: pg.Pool, given?: Schema): Promise<string[]> {
  const schema = given ?? (await readSchema());
  const client = await pool.connect();
  try {
    await requireServer(client);
    // However long it takes.
    await client.query('set statement_timeout = 0');
    await takeLock(client);
    const changed = await upgradeAtOnce(client, schema);
    return [...changed, ...(await buildMissing(client, schema))];
  } finally {
    // Closing the connection gives up its lock and its settings.
    client.release(true);
  }
}
