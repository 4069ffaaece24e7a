import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CreatedJob, Job } from '../../src/contract/schemas/job.ts';
import { migrate, readSchema, type Schema } from '../../src/db/migrate.ts';
import { until } from '../support/sending.ts';
import { startService, type TestService } from '../support/service.ts';
import { findIncompatibilities } from './rule.ts';

/** Earlier migrations were never applied during a rolling upgrade. */
const freeUntil = 11;

test('every migration is compatible with the previous version', async () => {
  const { migrations } = await readSchema();
  for (const { name, text } of migrations.slice(freeUntil))
    expect(findIncompatibilities(text), name).toEqual([]);
});

test.each([
  ['alter table jobs drop column trace', 'drops a column'],
  ['drop table events;', 'drops a table'],
  ['alter table jobs rename column type to kind', 'renames something'],
  ['alter table jobs alter column type type int using 1', 'changes a type'],
  ['alter table jobs alter column trace set not null', 'no longer takes null'],
  [
    'alter table jobs add column a int, add column b text not null',
    'adds a column that the version before leaves out',
  ],
  [
    'alter table jobs add constraint short check (length(type) < 9)',
    'adds the constraint short, which what the version before writes may break',
  ],
  ['create index later on jobs (type)', 'holds up who writes to jobs: build its index concurrently'],
])('%s is rejected', (text, why) => {
  expect(findIncompatibilities(text)).toEqual([why]);
});

test.each([
  'create table later (id text primary key); -- and drop table never',
  'alter table jobs add column a int, add column b text not null default 1',
  'alter table jobs drop constraint jobs_source_check; alter table jobs add constraint jobs_source_check check (true)',
  'create table later (id int); create index later_ids on later (id)',
  'create index concurrently later on jobs (type)',
])('%s is accepted', text => {
  expect(findIncompatibilities(text)).toEqual([]);
});

let service: TestService;
beforeAll(async () => {
  const jobsDir = fileURLToPath(new URL('../support/jobs', import.meta.url));
  service = await startService('all', { SANDBOX: 'off', WORKER_CONCURRENCY: '2' }, jobsDir);
});
afterAll(() => service?.stop());

/** A next version: more columns, tables and indexes, and every function recreated. */
function nextVersion({ migrations, functions }: Schema, n: number): Schema {
  const text = `
    alter table jobs add column later_${n} text, add column also_${n} int not null default 0;
    alter table artifacts add column later_${n} text;
    alter table workspaces add column later_${n} text;
    create table later_${n} (id text primary key);`;
  const index = `create index concurrently later_jobs_${n} on jobs (later_${n})`;
  const number = (more: number) => String(migrations.length + more).padStart(4, '0');
  return {
    migrations: [
      ...migrations,
      { name: `${number(1)}-later.sql`, text },
      { name: `${number(2)}-later-index.sql`, text: index },
    ],
    functions: functions.map(each => ({ ...each, text: `${each.text.trimEnd()} -- version ${n}` })),
  };
}

test('a migration by a newer version while this one serves fails no request and loses no job', async () => {
  const client = await service.client();
  const failures: unknown[] = [];
  const ended: Job[] = [];
  let over = false;
  const work = async () => {
    while (!over)
      try {
        const bytes = Buffer.from('a few words');
        const job: CreatedJob = await client.create({
          type: 'nap',
          filename: 'a.txt',
          contentType: 'text/plain',
          fileSize: bytes.length,
          options: { ms: 20 },
        });
        await client.upload(job.uploadUrl!, bytes);
        await client.expect(client.post(`/jobs/${job.id}/start`));
        ended.push(await client.end(job.id));
      } catch (error) {
        failures.push(error);
      }
  };
  const working = [work(), work(), work()];
  const pool = new pg.Pool({ connectionString: service.databaseUrl });
  pool.on('error', () => {});
  let schema = await readSchema();
  for (let n = 1; n <= 3; n++) {
    const before = ended.length;
    await until(() => ended.length > before + 3, 'jobs');
    schema = nextVersion(schema, n);
    expect(await migrate(pool, schema)).toHaveLength(schema.functions.length + 2);
  }
  const before = ended.length;
  await until(() => ended.length > before + 3, 'jobs after the last migration');
  over = true;
  await Promise.all(working);
  await pool.end();
  expect(failures).toEqual([]);
  expect(ended.filter(({ status }) => status !== 'completed')).toEqual([]);
});
