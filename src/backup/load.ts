import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { readBackupFile } from './digest.ts';
import { ownTables, quote } from './dump.ts';
import type { Manifest } from './manifest.ts';

/** Removes the foreign keys, so that tables can be filled in any order. Returns what puts and checks them again. */
async function dropForeignKeys(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class c on c.oid = k.conrelid
     where k.contype = 'f' and c.relnamespace = current_schema::regnamespace`,
  );
  for (const { table, name } of rows)
    await client.query(`alter table ${quote(table)} drop constraint ${quote(name)}`);
  return rows.map(
    ({ table, name, definition }) =>
      `alter table ${quote(table)} add constraint ${quote(name)} ${definition}`,
  );
}

async function listAllTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = current_schema and tablename <> all ($1)`,
    [ownTables],
  );
  return rows.map(({ name }) => name);
}

/**
 * Fills the tables, which have the shape they had when the backup was made, in one transaction. `gone` are files that the rows name
 * and that were deleted while the backup was made: their time is over, so that the first maintenance forgets them.
 */
export async function loadDatabase(
  client: pg.Client,
  folder: string,
  { tables, sequences }: Manifest,
  { gone, onTable }: { gone: string[]; onTable(name: string, index: number, count: number): void },
): Promise<void> {
  await client.query('begin');
  const foreignKeys = await dropForeignKeys(client);
  const all = await listAllTables(client);
  // Counters and the like are among the rows: nothing shall count them again.
  for (const name of all) await client.query(`alter table ${quote(name)} disable trigger user`);
  await client.query(`truncate ${all.map(quote).join(', ')}`);
  for (const [index, { name, columns, path }] of tables.entries()) {
    onTable(name, index, tables.length);
    const target = client.query(
      copyFrom(`copy ${quote(name)} (${columns.map(quote).join(', ')}) from stdin`),
    );
    await pipeline(readBackupFile(folder, path), createGunzip(), target);
  }
  await client.query(
    `with over as (update artifacts set expires_at = now() where storage_key = any ($1) returning job_id)
     update jobs set expires_at = now() where id in (select job_id from over)`,
    [gone],
  );
  for (const { name, value, isCalled } of sequences)
    await client.query('select setval($1, $2, $3)', [quote(name), value, isCalled]);
  for (const name of all) await client.query(`alter table ${quote(name)} enable trigger user`);
  for (const statement of foreignKeys) await client.query(statement);
  await client.query('commit');
}
