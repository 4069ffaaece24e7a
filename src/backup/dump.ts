import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { writeBackupFile } from './digest.ts';
import { type BackedUpTable, BackupError, type Manifest } from './manifest.ts';

/** Tables that a restored installation fills itself: by its migrations, and by its own workers. */
export const ownTables = ['migrations', 'sql_functions', 'workers'];

export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Lists the tables that outlive a crash of the server, with their columns. */
async function listTables(client: pg.Client): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = current_schema::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and c.relname <> all ($1)
     group by c.relname order by c.relname`,
    [ownTables],
  );
  return rows;
}

async function listSequences(client: pg.Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `select sequencename as name from pg_sequences where schemaname = current_schema order by 1`,
  );
  const sequences: Manifest['sequences'] = [];
  for (const { name } of rows) {
    const { rows: state } = await client.query(`select last_value, is_called from ${quote(name)}`);
    sequences.push({ name, value: Number(state[0].last_value), isCalled: state[0].is_called });
  }
  return sequences;
}

async function dumpTable(
  client: pg.Client,
  folder: string,
  { name, columns }: { name: string; columns: string[] },
): Promise<BackedUpTable> {
  const list = columns.map(quote).join(', ');
  const source = client.query(copyTo(`copy ${quote(name)} (${list}) to stdout`));
  const file = await writeBackupFile(folder, `database/${name}.copy.gz`, source, { compress: true });
  return { ...file, name, columns, rows: source.rowCount };
}

/** Files that the database names outside of its rows: key, size and SHA-256 (or \N), one a line. */
const namedFiles = `select storage_key, size, sha256 from artifacts where content is null order by storage_key`;

/** Writes all rows as they are at one instant, and the list of files that they name. Nobody has to wait for it. */
export async function dumpDatabase(
  client: pg.Client,
  folder: string,
  { listFile, onTable }: { listFile: string; onTable(name: string, index: number, count: number): void },
): Promise<Pick<Manifest, 'migrations' | 'tables' | 'sequences'>> {
  await client.query('begin isolation level repeatable read read only');
  const { rows: found } = await client.query(`select to_regclass('migrations') is not null as ours`);
  if (!found[0].ours)
    throw new BackupError('There is nothing to back up: Filemill has never been started here.');
  const tables = await listTables(client);
  // A migration must not change a table between the list and its rows.
  await client.query(`lock table ${tables.map(({ name }) => quote(name)).join(', ')} in access share mode`);
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name');
  const dumped: BackedUpTable[] = [];
  for (const [index, table] of tables.entries()) {
    onTable(table.name, index, tables.length);
    dumped.push(await dumpTable(client, folder, table));
  }
  const hasContent = tables.some(({ name, columns }) => name === 'artifacts' && columns.includes('content'));
  const query = hasContent ? namedFiles : namedFiles.replace(' where content is null', '');
  await pipeline(
    client.query(copyTo(`copy (${query}) to stdout`)),
    createWriteStream(join(folder, listFile)),
  );
  const sequences = await listSequences(client);
  await client.query('commit');
  return { migrations: rows.map(({ name }) => name), tables: dumped, sequences };
}
