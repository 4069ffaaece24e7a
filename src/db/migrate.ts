import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';

const folder = new URL('./migrations/', import.meta.url);

/** Any constant of ours: whoever holds it is migrating. */
const migrationLock = 7_106_101_115;

/** The tables ask for what came with it. */
const oldestServer = 18;

/** A server that is too old is told apart before anything is written to it. */
async function requireServer(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  const version = rows[0]!.server_version;
  if (Number.parseInt(version, 10) < oldestServer)
    throw new Error(
      `DATABASE_URL leads to PostgreSQL ${version}; version ${oldestServer} or newer is needed.`,
    );
}

/** Applies the migrations not yet applied, each in its own transaction, under a lock. Returns their names. */
export async function migrate(pool: pg.Pool): Promise<string[]> {
  const names = (await readdir(folder)).filter(name => name.endsWith('.sql')).sort();
  const client = await pool.connect();
  try {
    await requireServer(client);
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string }>('select name from migrations');
    const done = new Set(rows.map(row => row.name));
    const missing = names.filter(name => !done.has(name));
    for (const name of missing) {
      await client.query('begin');
      await client.query(await readFile(new URL(name, folder), 'utf8'));
      await client.query('insert into migrations (name) values ($1)', [name]);
      await client.query('commit');
    }
    return missing;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock]).catch(() => {});
    client.release();
  }
}
