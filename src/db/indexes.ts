import type pg from 'pg';

const removeComments = (text: string): string => text.replaceAll(/--.*$/gm, '');

/** Whether a migration builds indexes concurrently, which cannot be done in a transaction. */
export const isConcurrent = ({ text }: { text: string }): boolean =>
  /\bconcurrently\b/i.test(removeComments(text));

const creation = /^create (?:unique )?index concurrently (?<name>\w+) on /i;

/** Reads the index definitions of a migration that runs outside a transaction. It may contain nothing else, so that an interrupted one can simply be repeated. */
function listIndexes(migration: { name: string; text: string }): { name: string; statement: string }[] {
  return removeComments(migration.text)
    .split(';')
    .map(statement => statement.trim())
    .filter(statement => statement !== '')
    .map(statement => {
      const name = creation.exec(statement)?.groups?.name;
      if (!name)
        throw new Error(
          `${migration.name} may only say "create index concurrently <name> on …", since it builds an index outside of a transaction; it says: ${statement}`,
        );
      return { name, statement };
    });
}

/** Builds a migration's indexes while the tables are in use. An index left incomplete by an interruption is rebuilt. */
export async function buildIndexes(
  client: pg.ClientBase,
  migration: { name: string; text: string },
): Promise<void> {
  for (const { name, statement } of listIndexes(migration)) {
    const { rows } = await client.query<{ whole: boolean }>(
      'select indisvalid as whole from pg_index where indexrelid = to_regclass($1)',
      [name],
    );
    if (rows[0]?.whole) continue;
    if (rows[0]) await client.query(`drop index concurrently ${name}`);
    await client.query(statement);
  }
}
