import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../../tests/support/database.ts';
import { type Database, openDatabase, openPool, type Pool } from '../../../db/database.ts';
import { createKey } from '../../people/keys/keys.ts';
import { loadPlans } from '../../people/plans/plans.ts';
import { listJobs } from '../jobs/list.ts';
import { indexNames } from './index-names.ts';

let database: FreshDatabase;
let pool: Pool;
let db: Database;
let [mine, other] = ['', ''];
beforeAll(async () => {
  database = await freshDatabase();
  pool = openPool(database.connection, { max: 2, onError: () => {} });
  db = openDatabase(pool);
  await loadPlans(db, undefined);
  mine = (await createKey(db, { plan: 'enterprise' })).workspaceId;
  other = (await createKey(db, { plan: 'enterprise' })).workspaceId;
  await fill(mine, 250, 'Straße-');
  await fill(other, 100, 'elsewhere-');
  await indexNames(db);
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

/** Jobs of long ago, a minute apart and numbered from 1, every other one made in the web workspace; the last are the newest. */
async function fill(workspaceId: string, jobs: number, name: string): Promise<void> {
  await sql`
    with made as (
      insert into jobs (id, workspace_id, source, type, status, options, created_at, expires_at, needs)
        select 'job_' || lpad(${workspaceId.slice(-4)} || lpad(n::text, 3, '0'), 26, '0'), ${workspaceId},
          case n % 2 when 0 then 'api' else 'workspace' end, 'ocr', case n % 5 when 0 then 'failed' else 'expired' end,
          '{}', now() - interval '1 day' + n * interval '1 minute', now(), '{}'
        from generate_series(1, ${sql.lit(jobs)}) n
        returning id, right(id, 3)::int as n)
    insert into job_inputs (job_id, index, filename, content_type, format, file_size)
      select id, 0, ${name} || lpad(n::text, 3, '0') || '.CSV', 'text/csv', 'csv', 1 from made`.execute(db);
}

type Query = Partial<Parameters<typeof listJobs>[2]>;

/** The numbers of the jobs a search finds, page by page. */
async function find(search: string, query: Query = {}, source: 'api' | 'workspace' = 'workspace') {
  const found: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await listJobs(db, { workspaceId: mine, source, keyId: null } as never, {
      limit: 7,
      search,
      ...query,
      ...(cursor !== undefined && { cursor }),
    });
    found.push(...page.rows.map(({ id }) => Number(id.slice(-3))));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return found;
}

const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, n) => from - n);

test('finds every name that contains the text, newest first, in indexed and recent jobs', async () => {
  const { rows } =
    await sql`select workspace_id = ${mine} as mine, count(*) from name_stretches group by 1 order by 1`.execute(
      db,
    );
  expect(rows).toEqual([
    { mine: false, count: 1 },
    { mine: true, count: 2 },
  ]);
  expect(await find('STRASSE')).toEqual([]);
  expect(await find('stRAße-')).toEqual(down(250, 1));
  expect(await find('-20')).toEqual(down(209, 200));
  expect(await find('05')).toEqual([205, 105, ...down(59, 50), 5]);
  expect(await find('straße-123.csv')).toEqual([123]);
  expect(await find('v')).toHaveLength(250);
  expect(await find('-1', {}, 'api')).toEqual(down(199, 100).filter(n => n % 2 === 0));
  expect(await find('-1', { status: 'failed' })).toEqual(down(199, 100).filter(n => n % 5 === 0));
  for (const nobody of ['elsewhere', 'straße-251', 'zz', '%', '_', '\\'])
    expect(await find(nobody), nobody).toEqual([]);
});

test('finds a name that many stretches contain in the oldest of them too', async () => {
  await sql`delete from name_stretches where workspace_id = ${mine}`.execute(db);
  for (let isMore = true; isMore; ) {
    const { rows } = await sql<{
      more: boolean;
    }>`select names_gather(${mine}, 10, '2 minutes') as more`.execute(db);
    isMore = rows[0]!.more;
  }
  expect(await find('straße')).toEqual(down(250, 1));
  expect(await find('0')).toEqual(down(250, 1).filter(n => String(n).padStart(3, '0').includes('0')));
  expect(await find('-00')).toEqual(down(9, 1));
  await sql`delete from name_stretches where workspace_id = ${mine}`.execute(db);
  await indexNames(db);
});

test('reads only stretches that contain all pieces of the text', async () => {
  await sql`update name_stretches set pieces = '{}' where workspace_id = ${mine} and from_at = '-infinity'`.execute(
    db,
  );
  expect(await find('straße')).toEqual(down(250, 101));
});

test('removes stretches with their jobs, and rebuilds those written with a clock that was ahead', async () => {
  const left = async () =>
    (
      await sql<{ n: number }>`select count(*) as n from name_stretches where workspace_id = ${mine}`.execute(
        db,
      )
    ).rows[0]!.n;
  await sql`update jobs set created_at = created_at + interval '1 year' where workspace_id = ${mine} and right(id, 3)::int > 100`.execute(
    db,
  );
  await sql`update name_stretches set to_at = to_at + interval '1 year' where workspace_id = ${mine} and from_at > '-infinity'`.execute(
    db,
  );
  await indexNames(db);
  expect(await left()).toBe(1);
  expect(await find('-15')).toEqual(down(159, 150));
  await sql`delete from jobs where workspace_id = ${mine}`.execute(db);
  await indexNames(db);
  expect(await left()).toBe(0);
});
