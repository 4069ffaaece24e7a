import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';

const source = fileURLToPath(new URL('../', import.meta.url));

/** An SQL function as the tree has it: one a file, which has its name. */
export interface SqlFunction {
  name: string;
  text: string;
}

export async function readFunctions(folder = source): Promise<SqlFunction[]> {
  const functions: SqlFunction[] = [];
  for await (const path of glob('{queue,domain}/**/*.sql', { cwd: folder })) {
    const name = basename(path, '.sql');
    const text = await readFile(`${folder}/${path}`, 'utf8');
    if (!text.includes(`create function ${name}(`))
      throw new Error(`${path} must create the function ${name}`);
    functions.push({ name, text });
  }
  return functions.sort((one, other) => (one.name < other.name ? -1 : 1));
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** With every signature it has: the new text may take or return something else. */
const dropFunction = (client: pg.ClientBase, name: string) =>
  client.query(`
    do $do$ declare each regprocedure; begin
      for each in select oid from pg_proc where proname = '${name}' and pronamespace = current_schema::regnamespace loop
        execute 'drop function ' || each;
      end loop;
    end $do$`);

const cannotReplace = '42P13';

/**
 * Gives a function its new text. One whose parameters and answer are as before stays the same function to the server: a process
 * of the version before that has planned to call it still finds it.
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
    // More of them than before: it takes other parameters, and the old one would stay beside it.
    if (replaced?.length === before.length) return;
    await client.query('rollback to savepoint replacing');
  }
  await dropFunction(client, name);
  await client.query(text);
}

/**
 * Makes the database's functions those of the tree: those whose text changed are created anew, those no longer there
 * dropped. Within the caller's transaction, under the migration lock. Returns the names of those changed.
 */
export async function replaceFunctions(client: pg.ClientBase, functions: SqlFunction[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from sql_functions');
  const known = new Map(rows.map(row => [row.name, row.hash]));
  const changed = functions.filter(({ name, text }) => known.get(name) !== hashOf(text));
  const gone = [...known.keys()].filter(name => !functions.some(each => each.name === name));
  // They call each other: none may be looked into before all are there.
  await client.query('set local check_function_bodies = off');
  for (const name of gone) {
    await dropFunction(client, name);
    await client.query('delete from sql_functions where name = $1', [name]);
  }
  for (const { name, text } of changed) {
    await replaceFunction(client, { name, text });
    await client.query(
      'insert into sql_functions (name, hash) values ($1, $2) on conflict (name) do update set hash = excluded.hash',
      [name, hashOf(text)],
    );
  }
  return [...gone, ...changed.map(each => each.name)].sort();
}
