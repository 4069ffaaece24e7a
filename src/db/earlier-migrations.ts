import type pg from 'pg';

const baseline = '0001-baseline.sql';

/** Migrations of early versions, replaced by the baseline, which creates the same tables. */
const earlier = [
  '0001-core.sql',
  '0002-queue.sql',
  '0003-callers.sql',
  '0004-retention.sql',
  '0005-recipes.sql',
  '0006-uploads.sql',
  '0007-webhooks.sql',
  '0008-accounts.sql',
  '0009-fewer-statements.sql',
  '0010-start-at-once.sql',
  '0011-uploads-at-once.sql',
  '0012-one-write-a-start.sql',
  '0013-a-run-ends-last.sql',
];

/** The last commit that contains them. */
const lastCommit = '0804f2f';

/** Records the baseline as applied if the database has all of the early migrations. Returns the applied names. */
export async function adoptEarlier(client: pg.ClientBase, done: Set<string>): Promise<Set<string>> {
  const missing = earlier.filter(name => !done.has(name));
  if (missing.length === earlier.length) return done;
  if (missing.length > 0)
    throw new Error(
      `the database was made by an early version of Filemill and lacks ${missing.join(', ')}, which this version cannot apply: check out commit ${lastCommit}, run \`npx filemill migrate\` there, then start this version again`,
    );
  await client.query('delete from migrations where name = any ($1)', [earlier]);
  await client.query('insert into migrations (name) values ($1)', [baseline]);
  return new Set([baseline, ...[...done].filter(name => !earlier.includes(name))]);
}
