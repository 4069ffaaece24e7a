import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase, openPool } from '../../src/db/database.ts';
import { loadPlans } from '../../src/domain/people/plans/plans.ts';
import { sendBatch } from '../../src/queue/batch/batch.ts';
import { waitForPeriodStart } from '../support/calendar.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { completeJob } from '../support/queue.ts';
import { byHand, type Known, result } from './by-hand.ts';

let database: FreshDatabase;
let db: Database;
let queue: ReturnType<typeof byHand>;

beforeAll(async () => {
  database = await freshDatabase();
  db = openDatabase(openPool(database.connection, { max: 4, onError: () => {} }));
  await loadPlans(db, undefined);
  queue = byHand(db);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

async function ready(ws: string, n: number): Promise<Known[]> {
  const jobs: Known[] = [];
  for (let made = 0; made < n; made++) {
    const job = await queue.create(ws);
    await queue.upload(job);
    jobs.push(job);
  }
  return jobs;
}

const started = async (jobs: Known[]) => {
  for (const job of jobs) expect(await queue.start(job)).toBe('started');
};

/** Lists the jobs that have a slot, by their index. */
async function findJobsWithSlot(jobs: Known[]): Promise<number[]> {
  const { rows } = await sql<{ id: string }>`
    select id from jobs where workspace_id = ${jobs[0]!.ws} and (status = 'processing' or vtag is not null)
      and status in ('queued', 'processing')`.execute(db);
  const held = new Set(rows.map(({ id }) => id));
  return jobs.flatMap(({ id }, at) => (held.has(id) ? at : []));
}

const setCap = (plan: string, cap: number) =>
  sql`update plans set concurrency = ${cap} where id = ${plan}`.execute(db);

/** Claims and completes the next job. */
async function finishOne(): Promise<void> {
  const [claim] = await queue.claim(1);
  expect(await completeJob(db, claim!, result())).toBe('completed');
}

test('a lowered limit applies once enough jobs have ended, and every job runs', async () => {
  const { ws, plan } = await queue.workspace({ concurrency: 4 });
  const jobs = await ready(ws, 7);
  await started(jobs.slice(0, 5));
  expect(await findJobsWithSlot(jobs)).toEqual([0, 1, 2, 3]);
  await setCap(plan, 2);
  await started(jobs.slice(5));
  const held = [await findJobsWithSlot(jobs)];
  for (let ended = 0; ended < 7; ended++) {
    await finishOne();
    held.push(await findJobsWithSlot(jobs));
  }
  expect(held).toEqual([[0, 1, 2, 3], [1, 2, 3], [2, 3], [3, 4], [4, 5], [5, 6], [6], []]);
});

test('a free slot goes to the earliest created job that waits', async () => {
  const { ws, plan } = await queue.workspace({ concurrency: 1 });
  const jobs = await ready(ws, 5);
  await started([jobs[0]!, jobs[3]!, jobs[2]!]);
  expect(await findJobsWithSlot(jobs)).toEqual([0]);
  await setCap(plan, 2);
  await started([jobs[4]!]);
  expect(await findJobsWithSlot(jobs)).toEqual([0, 2]);
  // This job is started last, but was created before those that wait.
  await started([jobs[1]!]);
  await finishOne();
  expect(await findJobsWithSlot(jobs)).toEqual([1, 2]);
  for (let left = 4; left > 0; left--) await finishOne();
});

test('a refused start takes no slot, counts no operation and keeps the order', async () => {
  await waitForPeriodStart('day');
  const { ws } = await queue.workspace({ concurrency: 2, waiting: 1, operations_per_day: 3 });
  const state = async () =>
    (
      await sql`select w.vtime, (select array_agg(used order by quota) from usage_counters where workspace_id = w.id) as used
        from workspaces w where id = ${ws}`.execute(db)
    ).rows;
  const jobs = await ready(ws, 5);
  await started(jobs.slice(0, 3));
  const before = await state();
  expect(await queue.start(jobs[3]!)).toBe('queued_jobs');
  expect(await state()).toEqual(before);
  await finishOne();
  const then = await state();
  expect(await queue.start(jobs[3]!)).toBe('operations_daily');
  expect(await state()).toEqual(then);
  expect(await findJobsWithSlot(jobs)).toEqual([1, 2]);
  for (let left = 2; left > 0; left--) await finishOne();
});

test('jobs are claimed in proportion to the weight of their workspaces', async () => {
  const [heavy, light] = [
    await queue.workspace({ concurrency: 100, weight: 4 }),
    await queue.workspace({ concurrency: 100, weight: 1 }),
  ];
  const [many, few] = [await ready(heavy.ws, 20), await ready(light.ws, 20)];
  await started(few);
  await started(many);
  const first = await queue.claim(20);
  const ofHeavy = first.filter(({ workspaceId }) => workspaceId === heavy.ws).length;
  expect(ofHeavy).toBe(16);
  for (const claim of [...first, ...(await queue.claim(20))]) await completeJob(db, claim, result());
});

test('jobs submitted with a result take one slot after the other, and wait if no slot is free', async () => {
  const { ws } = await queue.workspace({ concurrency: 1 });
  const claim = { workerId: 'w', most: 3, leaseSeconds: 60, engines: [] };
  const submit = async (...results: (ReturnType<typeof result> | undefined)[]) => {
    const submissions = results.map(made => ({ ...queue.submission(ws), result: made }));
    return sendBatch(db, { ends: [], starts: [], submissions, claim });
  };
  const tag = async () => {
    const { rows } = await sql<{ vtime: string }>`select vtime from workspaces where id = ${ws}`.execute(db);
    return Number(rows[0]!.vtime);
  };
  await submit(result());
  const before = await tag();
  const whole = await submit(result(), result());
  expect(whole.submitted.map(each => each.result?.outputs.length)).toEqual([1, 1]);
  expect([whole.claims.length, whole.completed.length]).toEqual([0, 2]);
  // Each has counted towards its workspace's share.
  const share = (await tag()) - before;
  const [held] = (await submit(undefined)).claims;
  expect((await tag()) - before).toBe((share * 3) / 2);

  const waits = await submit(result());
  expect(waits.claims).toEqual([]);
  expect(waits.submitted).toEqual([{ outcome: 'started', id: expect.any(String) }]);
  const state = async () =>
    (
      await sql<{ status: string; outputs: number }>`select status, (select count(*) from artifacts a
        where a.job_id = j.id and role = 'output') as outputs from jobs j where id = ${waits.submitted[0]!.id}`.execute(
        db,
      )
    ).rows[0];
  expect(await state()).toEqual({ status: 'queued', outputs: 0 });
  await completeJob(db, held!, result());
  await finishOne();
  expect(await state()).toEqual({ status: 'completed', outputs: 1 });
});

test('a batch ignores the result of a canceled job and completes the others', async () => {
  const { ws } = await queue.workspace({ concurrency: 2 });
  const jobs = await ready(ws, 2);
  await started(jobs);
  const claims = await queue.claim(2);
  const [done, canceled] = jobs.map(({ id }) => claims.find(claim => claim.id === id)!);
  await sql`select job_cancel(${ws}, ${canceled!.id})`.execute(db);
  const ends = [canceled, done].map(claim => ({ claim: claim!, result: result() }));
  const { ended } = await sendBatch(db, { ends, submissions: [], starts: [] });
  expect(ended).toEqual(['lost', 'completed']);
});

test('a job is completed the same way on every path, and its secret is erased', async () => {
  const { ws } = await queue.workspace({ concurrency: 2 });
  const claim = { workerId: 'w', most: 1, leaseSeconds: 60, engines: [] };
  const secret = Buffer.from('sealed').toString('base64');
  const submission = () => {
    const made = queue.submission(ws);
    return { ...made, job: { ...made.job, secret } };
  };
  const made = { ...result(), warnings: [{ code: 'damaged_input' as const }] };
  const again = { ...made, outputs: result().outputs };
  const atOnce = { ...submission(), result: made };
  await sendBatch(db, { ends: [], starts: [], submissions: [atOnce], claim });
  const later = submission();
  const { claims } = await sendBatch(db, { ends: [], starts: [], submissions: [later], claim });
  expect(claims[0]?.secret?.toString()).toBe('sealed');
  await completeJob(db, claims[0]!, again);
  const read = async (id: string) => {
    const { rows } = await sql<Record<string, unknown>>`
      select status, progress, version, attempt, secret, lease_until, engines, duration_ms, warnings, worker_id,
        expires_at - completed_at < interval '1 year' as expires, queued_at <= started_at and started_at <= completed_at as timed,
        (select json_agg(type order by seq) from events e where e.job_id = j.id) as events,
        (select json_agg(json_build_array(a.role, a.filename, a.expires_at = j.expires_at) order by a.role)
          from artifacts a where a.job_id = j.id) as artifacts
      from jobs j where id = ${id}`.execute(db);
    return rows[0];
  };
  const row = await read(atOnce.job.id);
  expect(row).toMatchObject({
    status: 'completed',
    secret: null,
    lease_until: null,
    timed: true,
    expires: true,
  });
  expect(row).toMatchObject({
    events: ['job.started', 'job.completed'],
    artifacts: [
      ['input', 'a.txt', true],
      ['output', 'b.txt', true],
    ],
  });
  expect(await read(later.job.id)).toEqual(row);
});
