import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';

const folder = new URL('./migrations/', import.meta.url);

/** Any constant of ours: whoever holds it is migrating. */
const migrationLock = 7_106_101_115;

/** The tables ask for what came with it. */
const oldestServer = 18;

/** A server that will not do is told apart before anything is written to it. */
async function requireServer(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ version: string; encoding: string; locked: string }>(
    `select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
      current_setting('transaction_read_only') as locked`,
  );
  const { version, encoding, locked } = rows[0]!;
  if (Number.parseInt(version, 10) < oldestServer)
    throw new Error(`it is version ${version}; ${oldestServer} or newer is needed`);
  if (encoding !== 'UTF8')
    throw new Error(
      `the database's encoding is ${encoding}; names of files need one made with encoding UTF8`,
    );
  if (locked === 'on') throw new Error('it is read-only: a standby, or set so');
}

const deadlock = '40P01';
const mostTries = 5;

/** Other processes, of the version before, may be at work: two that wait for each other are told apart by the server. */
async function apply(client: pg.PoolClient, name: string): Promise<void> {
  const text = await readFile(new URL(name, folder), 'utf8');
  for (let tries = 1; ; tries++)
    try {
      await client.query('begin');
      await client.query(text);
      await client.query('insert into migrations (name) values ($1)', [name]);
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback').catch(() => {});
      if ((error as pg.DatabaseError).code !== deadlock || tries === mostTries) throw error;
    }
}

/** What a newer version has made of the tables, this one would take for what it knows. */
function requireKnown(done: string[], names: string[]): void {
  const unknown = done.filter(name => !names.includes(name)).sort();
  if (unknown.length === 0) return;
  throw new Error(
    `the database was upgraded by a newer version of Filemill (${unknown.join(', ')}): start that version or a later one, or restore a backup made before the upgrade`,
  );
}

/** Applies the migrations not yet applied, each in its own transaction, under a lock. Returns their names. */
export async function migrate(pool: pg.Pool): Promise<string[]> {
  const names = (await readdir(folder)).filter(name => name.endsWith('.sql')).sort();
  const client = await pool.connect();
  try {
    await requireServer(client);
    // However long it takes, here or where another process is at it.
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    // Only where it is missing: who made the tables may be another than who uses them.
    const { rows: found } = await client.query("select to_regclass('migrations') is not null as there");
    if (!found[0]!.there)
      await client.query(
        'create table migrations (name text primary key, applied_at timestamptz not null default now())',
      );
    const { rows } = await client.query<{ name: string }>('select name from migrations');
    const done = new Set(rows.map(row => row.name));
    requireKnown([...done], names);
    const missing = names.filter(name => !done.has(name));
    for (const name of missing) await apply(client, name);
    return missing;
  } finally {
    // With the connection go its lock and its settings.
    client.release(true);
  }
}
