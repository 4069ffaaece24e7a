import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Database } from '../../src/db/database.ts';
import { noteQueue } from '../../src/domain/installation/queue-state.ts';
import { addUpUsage } from '../../src/domain/metering/usage/history.ts';
import { addUpFailures } from '../../src/domain/work/failures/summary.ts';
import { indexNames } from '../../src/domain/work/job-search/index-names.ts';

const tables = [
  'jobs',
  'artifacts',
  'job_inputs',
  'events',
  'job_failures',
  'idempotency_keys',
  'recipe_runs',
  'run_steps',
  'credit_entries',
  'deliveries',
];

export async function isFilled(db: Database): Promise<boolean> {
  const { rows } = await sql`select from workspaces where id = 'wsp_size1'`.execute(db);
  return rows.length > 0;
}

/** Fills the tables and builds their indexes afterwards, which is several times faster. */
export async function fill(db: Database, workspaceId: string, jobs: number): Promise<void> {
  const began = performance.now();
  const text = (await readFile(new URL('fill.sql', import.meta.url), 'utf8'))
    .replaceAll(':mine', `'${workspaceId}'`)
    .replaceAll(':every', '10')
    .replaceAll(':jobs', String(jobs));
  await db.connection().execute(async one => {
    const run = (statement: string) => sql.raw(statement).execute(one);
    await run(`set statement_timeout = 0; set maintenance_work_mem = '1GB'; set synchronous_commit = off`);
    const { rows: indexes } = await sql<{ name: string; definition: string }>`
      select indexname as name, indexdef as definition from pg_indexes i
        where schemaname = current_schema and tablename = any (${tables})
          and not exists (select from pg_constraint where conname = indexname)`.execute(one);
    for (const { name } of indexes) await run(`drop index ${name}`);
    for (const statement of text.replaceAll(/^\s*--.*$/gm, '').split(';\n'))
      if (statement.trim()) await run(statement);
    for (const { definition } of indexes) await run(definition);
    // The periodic work of maintenance.
    await run('select storage_mend()');
    await indexNames(one);
    await noteQueue(one);
    for (const addUp of [addUpUsage, addUpFailures]) await addUp(one, { batch: 100_000, settledSeconds: 0 });
    // This cannot run in a transaction.
    await run('vacuum analyze');
  });
  console.log(`${jobs} jobs were filled in within ${((performance.now() - began) / 1000).toFixed(0)} s`);
}
