import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';

const source = fileURLToPath(new URL('../', import.meta.url));

/** An SQL function of the source tree: one per file, named like its file. */
export interface SqlFunction {
  name: string;
  text: string;
}

export async function readFunctions(): Promise<SqlFunction[]> {
  const functions: SqlFunction[] = [];
  for await (const path of glob('{queue,domain}/**/*.sql', { cwd: source })) {
    const name = basename(path, '.sql');
    const text = await readFile(join(source, path), 'utf8');
    if (!text.includes(`create function ${name}(`))
      throw new Error(`${path} must create the function ${name}`);
    functions.push({ name, text });
  }
  return functions.sort((one, other) => (one.name < other.name ? -1 : 1));
}

const hashText = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Drops every overload of a function, since its new text may have other parameters or results. */
const dropFunction = (client: pg.ClientBase, name: string) =>
  client.query(`
    do $do$ declare each regprocedure; begin
      for each in select oid from pg_proc where proname = '${name}' and pronamespace = current_schema::regnamespace loop
        execute 'drop function ' || each;
      end loop;
    end $do$`);

const cannotReplace = '42P13';

/**
 * Replaces a function's text. If its signature is unchanged it keeps its identity in the database, so that plans cached by
 * processes of the previous version stay valid.
 */
async function replaceFunction(client: pg.ClientBase, { name, text }: SqlFunction): Promise<void> {
  const find = async () => {
    const { rows } = await client.query<{ oid: string }>(
      `select oid::text from pg_proc where proname = $1 and pronamespace = current_schema::regnamespace`,
      [name],
    );
    return rows.map(({ oid }) => oid);
  };
  const before = await find();
  if (before.length > 0) {
    await client.query('savepoint replacing');
    const replaced = await client
      .query(text.replace('create function', 'create or replace function'))
      .then(find)
      .catch(async error => {
        if (error.code !== cannotReplace) throw error;
        return undefined;
      });
    // A second overload means that the parameters changed, and the old function would remain beside the new one.
    if (replaced?.length === before.length) return;
    await client.query('rollback to savepoint replacing');
  }
  await dropFunction(client, name);
  await client.query(text);
}

/**
 * Brings the database's functions in line with the source tree: changed ones are replaced, removed ones dropped. Runs in the
 * caller's transaction, under the migration lock. Returns the names of changed functions.
 */
export async function replaceFunctions(client: pg.ClientBase, functions: SqlFunction[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from sql_functions');
  const known = new Map(rows.map(row => [row.name, row.hash]));
  const changed = functions.filter(({ name, text }) => known.get(name) !== hashText(text));
  const gone = [...known.keys()].filter(name => !functions.some(each => each.name === name));
  // Functions call each other, so bodies can only be checked once all exist.
  await client.query('set local check_function_bodies = off');
  for (const name of gone) {
    await dropFunction(client, name);
    await client.query('delete from sql_functions where name = $1', [name]);
  }
  for (const { name, text } of changed) {
    await replaceFunction(client, { name, text });
    await client.query(
      'insert into sql_functions (name, hash) values ($1, $2) on conflict (name) do update set hash = excluded.hash',
      [name, hashText(text)],
    );
  }
  return [...gone, ...changed.map(each => each.name)].sort();
}
