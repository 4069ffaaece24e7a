import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { printedChance } from '../../../../tests/support/chance.ts';
import { type FreshDatabase, freshDatabase } from '../../../../tests/support/database.ts';
import { type Database, openDatabase, openPool, type Pool } from '../../../db/database.ts';
import { createKey } from '../../people/keys/keys.ts';
import { loadPlans } from '../../people/plans/plans.ts';
import { addUpUsage, readBreakdown } from './history.ts';

let database: FreshDatabase;
let pool: Pool;
let db: Database;
let [mine, other] = ['', ''];
beforeAll(async () => {
  database = await freshDatabase();
  pool = openPool(database.connection, { max: 8, onError: () => {} });
  db = openDatabase(pool);
  await loadPlans(db, undefined);
  mine = (await createKey(db, { plan: 'enterprise' })).workspaceId;
  other = (await createKey(db, { plan: 'enterprise' })).workspaceId;
  // Rows that retention has removed are counted on.
  await sql`create table removed as select * from jobs`.execute(db);
});
beforeEach(async () => {
  for (const table of ['jobs', 'removed', 'usage_days'])
    await sql`delete from ${sql.table(table)}`.execute(db);
  await sql`update added_up set upto = '-infinity'`.execute(db);
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

const run = async (text: string, trx = db) => {
  await sql.raw(text).execute(trx);
};
const addUp = () => addUpUsage(db, { batch: 3, settledSeconds: 0 });

const figures = `type, source, coalesce(key_id, '') as key_id, `;
/** Lists the differences between the figures and the jobs themselves, all seen at one moment. */
async function difference(): Promise<unknown[]> {
  const { rows } = await sql`
    with said as (
      select w.id as workspace_id, ${sql.raw(figures)} sum(operations) as operations, sum(completed) as completed,
          sum(failed) as failed, sum(credits) as credits
        from workspaces w, usage_shares(w.id, (now() at time zone 'UTC')::date - 1) group by 1, 2, 3, 4),
      truth as (
        select workspace_id, ${sql.raw(figures)} count(counted_on) as operations,
            count(*) filter (where status in ('completed', 'expired')) as completed,
            count(*) filter (where status = 'failed') as failed, sum(credits) as credits
          from (select * from jobs union all select * from removed) every where queued_at is not null group by 1, 2, 3, 4)
    (select 'said', * from said except select 'said', * from truth)
    union all (select 'true', * from truth except select 'true', * from said)`.execute(db);
  return rows;
}

test('usage figures match the jobs at any time while jobs end, expire, are erased and removed', async () => {
  const chance = printedChance('usage added up');
  const pick = <T>(...values: T[]) => values[Math.floor(chance() * values.length)]!;
  let made = 0;
  const insert = () => {
    const status = pick('pending', 'queued', 'queued', 'processing', 'processing');
    return `insert into jobs (id, workspace_id, source, type, key_id, status, options, queued_at, counted_on, expires_at, needs, attempt, credits)
      values ('job_${made++}', '${pick(mine, mine, other)}', '${pick('api', 'workspace')}', '${pick('ocr', 'nap')}',
        ${pick('null', `'key_a'`, `'key_b'`)}, '${status}', '{}', ${status === 'pending' ? 'null, null' : `now(), ${pick('now()', 'null')}`},
        clock_timestamp() + interval '1 hour', '{}', 1, ${pick(0, 3)})`;
  };
  const one = (where: string) =>
    `(select id from jobs where ${where} order by hashtext(id || '${made}') limit 1 for no key update skip locked)`;
  const end = () => {
    const running = one(`status = 'processing'`);
    return pick(
      `select job_complete(workspace_id, id, 1, '{"outputs":[],"engines":[],"took_ms":1}', null) from jobs where id in ${running}`,
      `select job_complete(workspace_id, id, 1, '{"outputs":[],"engines":[],"took_ms":1}', null) from jobs where id in ${running}`,
      `select job_fail(id, workspace_id, 1, 'engine_error', '', uuidv7(), false, true, 1, false, null, null)
        from jobs where id in ${running}`,
      `select job_cancel(workspace_id, id) from jobs where id in ${one(`status in ('pending', 'queued', 'processing')`)}`,
    );
  };
  const retire = () =>
    pick(
      `update jobs set expires_at = now() where id in ${one(`status in ('pending', 'completed')`)}`,
      'select jobs_expire(5)',
      `update jobs set deleted_at = now() where id in ${one('completed_at is not null')}`,
      `with gone as (delete from jobs where completed_at < (select upto from added_up where what = 'usage')
          and id in ${one('completed_at is not null')} returning *)
        insert into removed select * from gone`,
    );
  const until = performance.now() + 1500;
  // The statements here take a job before its workspace, which nothing else does: now and then the server undoes one of them.
  const passDeadlock = (error: { code?: string }) => {
    if (error.code !== '40P01') throw error;
  };
  const repeat = async (work: () => Promise<unknown>) => {
    // A busy machine needs longer to do enough.
    while (performance.now() < until || made < 100 || added < 5 || counted <= 10)
      await work().catch(passDeadlock);
  };
  let [added, counted] = [0, 0];
  await Promise.all([
    repeat(() => run(insert())),
    repeat(() => run(end())),
    // A transaction that is long in coming, while others end jobs after it.
    repeat(() =>
      db.transaction().execute(async trx => {
        for (let ends = 0; ends < 3; ends++) await run(end(), trx);
        await sleep(20 * chance());
      }),
    ),
    repeat(() => run(retire())),
    repeat(async () => {
      await addUp();
      added += 1;
      const { rows } = await sql<{ n: number }>`
        select coalesce(sum(operations), 0)::int as n from usage_days`.execute(db);
      counted = rows[0]!.n;
    }),
    repeat(async () => expect(await difference()).toEqual([])),
  ]);
  await addUp();
  expect(await difference()).toEqual([]);
});

const ended = (id: string, at: string) =>
  run(`insert into jobs (id, workspace_id, source, type, status, options, queued_at, counted_on, completed_at, expires_at, needs, credits)
    values ('${id}', '${mine}', 'api', 'ocr', 'completed', '{}', now(), now(), ${at}, now() + interval '1 day', '{}', 2)`);

test('counts jobs that ended while the clock was set back, and none twice', async () => {
  for (const minutes of [0, 1, 2])
    await ended(`job_${minutes}`, `now() + interval '${60 - minutes} minutes'`);
  await run(`insert into usage_days select workspace_id, (completed_at at time zone 'UTC')::date, type, source, '', 1, 1, 0, 2
    from jobs where id = 'job_0'`);
  await run(`update added_up set upto = now() + interval '2 hours' where what = 'usage'`);
  await addUp();
  expect(await difference()).toEqual([]);
  await ended('job_later', 'clock_timestamp()');
  await addUp();
  expect(await difference()).toEqual([]);
});

test('counts days by UTC, and only the requested ones', async () => {
  const today = `date_trunc('day', now(), 'UTC')`;
  await ended('job_today', today);
  await ended('job_yesterday', `${today} - interval '1 microsecond'`);
  await ended('job_before', `${today} - interval '1 day 1 microsecond'`);
  const count = async (days: number) =>
    (await readBreakdown(db, mine, { by: 'type', days })).shares.map(({ operations }) => operations);
  const expected = [[1], [2], [3]];
  expect([await count(1), await count(2), await count(3)]).toEqual(expected);
  await addUp();
  expect([await count(1), await count(2), await count(3)]).toEqual(expected);
  expect(await readBreakdown(db, mine, { by: 'key', days: 2 })).toEqual({
    by: 'key',
    days: 2,
    shares: [{ operations: 2, completed: 2, failed: 0, credits: 4 }],
  });
});
