import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/contract/ids.ts';
import { type Database, openDatabase, openPool } from '../../src/db/database.ts';
import type { StepFlow } from '../../src/db/tables/recipes.ts';
import { loadPlans } from '../../src/domain/people/plans/plans.ts';
import { cancelRun } from '../../src/domain/work/recipes/run.ts';
import type { Claim } from '../../src/queue/claim.ts';
import { failJob } from '../../src/queue/ends/end.ts';
import { reap } from '../../src/queue/ends/reap.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { completeJob } from '../support/queue.ts';
import { byHand, result } from './by-hand.ts';

let database: FreshDatabase;
let db: Database;
let hand: ReturnType<typeof byHand>;
beforeAll(async () => {
  database = await freshDatabase();
  db = openDatabase(openPool(database.connection, { max: 8, onError: () => {} }));
  await loadPlans(db, undefined);
  hand = byHand(db);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

type GivenStep = Pick<StepFlow, 'sources'> & Partial<StepFlow> & { metered?: boolean };

/** Creates a run of steps that take text, on a file that is stored. */
async function startRun(ws: string, given: GivenStep[]): Promise<string> {
  const held = await hand.create(ws);
  await hand.upload(held);
  const { rows } = await sql<{ id: string }>`select id from artifacts where job_id = ${held.id}`.execute(db);
  const [id, recipe] = [newId('run'), newId('recipe')];
  await sql`insert into recipes (id, workspace_id, name, description, steps, accepts)
    values (${recipe}, ${ws}, '', '', '[]', '{}')`.execute(db);
  const run = { id, workspace_id: ws, recipe_id: recipe, input_artifact_id: rows[0]!.id };
  const steps = given.map(({ metered = false, ...flow }, index) => ({
    ...{ index, name: `${index}`, job_type: 'nap', options: {}, metered },
    flow: {
      ...{ mode: 'one', needs: { txt: [] }, least: 1, most: 500 },
      leaf: !given.some(({ sources }) => sources.includes(index)),
      ...flow,
    },
  }));
  const first = { id: newId('job'), needs: [] };
  const { rows: made } = await sql<{
    outcome: string;
  }>`select outcome from run_create(${JSON.stringify(run)}::jsonb,
    ${JSON.stringify(steps)}::jsonb, ${JSON.stringify(first)}::jsonb, 'runs', null, null)`.execute(db);
  expect(made).toEqual([{ outcome: 'created' }]);
  return id;
}

async function readRun(id: string) {
  const { rows } = await sql<{ status: string; steps: string[]; jobs: number }>`
    select status, array(select state from run_steps where run_id = r.id order by index) as steps,
      (select count(*)::int from jobs where run_id = r.id) as jobs
    from recipe_runs r where id = ${id}`.execute(db);
  return rows[0]!;
}

/** Claims the jobs that wait, in the order of their steps. */
async function claim(most = 10): Promise<(Claim & { step: number; part: number })[]> {
  const claims = await hand.claim(most);
  const { rows } = await sql<{ id: string; step: number; part: number }>`
    select id, step_index as step, step_part as part from jobs where id = any (${claims.map(({ id }) => id)})`.execute(
    db,
  );
  return claims
    .map(each => ({ ...each, ...rows.find(({ id }) => id === each.id)! }))
    .sort((one, other) => one.step - other.step || one.part - other.part);
}

/** Makes a result of several text files. */
function files(count: number) {
  const made = result();
  const outputs = Array.from({ length: count }, (_, index) => ({
    ...result().outputs[0]!,
    index,
    filename: `${index}.txt`,
  }));
  return { ...made, outputs };
}

const fail = (held: Claim, reason: 'engine_error' | 'unreadable_input', attempts = 1) =>
  failJob(db, held, { reason, detail: '', diagnosticId: randomUUID(), workerId: null, attempts });

async function readUsed(ws: string): Promise<number> {
  const { rows } = await sql<{ used: number }>`
    select distinct used::int as used from usage_counters where workspace_id = ${ws}`.execute(db);
  expect(rows).toHaveLength(1);
  return rows[0]!.used;
}

async function readBalance(ws: string): Promise<number> {
  const { rows } = await sql<{ balance: number }>`
    select balance::int as balance from credit_balances where workspace_id = ${ws}`.execute(db);
  return rows[0]!.balance;
}

test('branches that end concurrently queue the step that joins them once', async () => {
  const { ws } = await hand.workspace({ concurrency: 20 });
  for (let round = 0; round < 5; round++) {
    const id = await startRun(ws, [
      { sources: [-1] },
      { sources: [-1] },
      { sources: [-1] },
      { sources: [0, 1, 2], mode: 'collect' },
    ]);
    const branches = await claim();
    expect(branches.map(({ step }) => step)).toEqual([0, 1, 2]);
    await Promise.all(branches.map(each => completeJob(db, each, files(2))));
    const joined = await claim();
    expect(joined.map(({ step, inputs }) => [step, inputs!.length])).toEqual([[3, 6]]);
    await completeJob(db, joined[0]!, files(1));
    expect(await readRun(id)).toEqual({ status: 'completed', steps: Array(4).fill('completed'), jobs: 4 });
  }
  expect(await readUsed(ws)).toBe(20);
});

test('a job whose worker died runs again, and its late result is ignored', async () => {
  const { ws } = await hand.workspace({ concurrency: 20 });
  const id = await startRun(ws, [
    { sources: [-1] },
    { sources: [0], mode: 'each' },
    { sources: [1], mode: 'collect' },
  ]);
  await completeJob(db, (await claim())[0]!, files(3));
  const parts = await claim();
  expect(parts.map(({ step, part }) => [step, part])).toEqual([1, 1, 1].map((step, part) => [step, part]));
  const [dead, ...alive] = parts;
  await sql`update jobs set lease_until = clock_timestamp() - interval '1 second' where id = ${dead!.id}`.execute(
    db,
  );
  expect((await reap(db, 5)).map(({ outcome }) => outcome)).toEqual(['retried']);
  for (const each of alive) expect(await completeJob(db, each, files(1))).toBe('completed');
  expect(await completeJob(db, dead!, files(1))).toBe('lost');
  expect((await readRun(id)).steps).toEqual(['completed', 'running', 'waiting']);
  await sql`update jobs set run_at = clock_timestamp() where id = ${dead!.id}`.execute(db);
  const [again] = await claim();
  expect(again).toMatchObject({ id: dead!.id, attempt: 2 });
  expect(await completeJob(db, again!, files(1))).toBe('completed');
  const [collected] = await claim();
  expect(collected!.inputs).toHaveLength(3);
  await completeJob(db, collected!, files(1));
  expect(await readRun(id)).toEqual({ status: 'completed', steps: Array(3).fill('completed'), jobs: 5 });
  expect(await readUsed(ws)).toBe(3);
});

test('a failed part fails its step after the other parts, skips later steps, and returns their operations', async () => {
  const { ws } = await hand.workspace({ concurrency: 20 });
  const id = await startRun(ws, [
    { sources: [-1] },
    { sources: [0], mode: 'each' },
    { sources: [1], mode: 'collect' },
    { sources: [-1] },
  ]);
  const [first, beside] = await claim();
  await completeJob(db, first!, files(3));
  const parts = await claim();
  expect(await fail(parts[1]!, 'engine_error')).toBe('failed');
  expect(await fail(parts[2]!, 'engine_error')).toBe('failed');
  expect(await readRun(id)).toMatchObject({
    status: 'active',
    steps: ['completed', 'failing', 'waiting', 'running'],
  });
  await completeJob(db, parts[0]!, files(1));
  expect(await readRun(id)).toMatchObject({
    status: 'active',
    steps: ['completed', 'failed', 'broken', 'running'],
  });
  await completeJob(db, beside!, files(1));
  expect(await readRun(id)).toEqual({
    status: 'failed',
    steps: ['completed', 'failed', 'broken', 'completed'],
    jobs: 5,
  });
  // The failed step and the skipped one are not charged.
  expect(await readUsed(ws)).toBe(2);
});

test('cancel ends every job of every branch, and returns the operations and credits of what did not run', async () => {
  const { ws } = await hand.workspace({ concurrency: 2, ai_credits_per_month: 10 });
  const id = await startRun(ws, [
    { sources: [-1] },
    { sources: [0], mode: 'each', metered: true },
    { sources: [1], mode: 'collect' },
  ]);
  await completeJob(db, (await claim())[0]!, files(4));
  const held = await claim();
  expect(held).toHaveLength(2);
  expect(await readBalance(ws)).toBe(6);
  await cancelRun(db, ws, id);
  const { rows } = await sql<{ status: string; n: number }>`
    select status, count(*)::int as n from jobs where run_id = ${id} group by status order by status`.execute(
    db,
  );
  expect(rows).toEqual([
    { status: 'canceled', n: 4 },
    { status: 'completed', n: 1 },
  ]);
  expect(await completeJob(db, held[0]!, files(1))).toBe('lost');
  expect(await readRun(id)).toMatchObject({ status: 'canceled', jobs: 5 });
  expect([await readUsed(ws), await readBalance(ws)]).toEqual([2, 10]);
});

test('a step without credits for all its files fails before the first, and reserves none', async () => {
  const { ws } = await hand.workspace({ concurrency: 20, ai_credits_per_month: 2 });
  const id = await startRun(ws, [{ sources: [-1] }, { sources: [0], mode: 'each', metered: true }]);
  await completeJob(db, (await claim())[0]!, files(3));
  expect(await readRun(id)).toEqual({ status: 'failed', steps: ['completed', 'failed'], jobs: 1 });
  expect([await readUsed(ws), await readBalance(ws)]).toEqual([1, 2]);
  const { rows } = await sql<{ failure_reason: string; found: boolean }>`
    select failure_reason, exists (select from job_failures f where f.diagnostic_id = s.diagnostic_id) as found
      from run_steps s where run_id = ${id} and index = 1`.execute(db);
  expect(rows).toEqual([{ failure_reason: 'limit_exceeded', found: true }]);
});

test('the credit that a run reserved for its first step is released if the step is skipped', async () => {
  const { ws } = await hand.workspace({ concurrency: 20, ai_credits_per_month: 1 });
  const id = await startRun(ws, [
    { sources: [-1], metered: true, when: { minBytes: 1000 } },
    { sources: [-1], metered: true, when: { maxBytes: 1000 } },
  ]);
  const [only] = await claim();
  expect(only).toMatchObject({ step: 1 });
  await completeJob(db, only!, files(1));
  expect(await readRun(id)).toEqual({ status: 'completed', steps: ['skipped', 'completed'], jobs: 1 });
  expect([await readUsed(ws), await readBalance(ws)]).toEqual([1, 0]);
});

test('a step that collects deleted files fails instead of leaving them out', async () => {
  const { ws } = await hand.workspace({ concurrency: 20 });
  const id = await startRun(ws, [{ sources: [-1] }, { sources: [-1] }, { sources: [0, 1], mode: 'collect' }]);
  const [early, late] = await claim();
  await completeJob(db, early!, files(2));
  await sql`update artifacts set expires_at = clock_timestamp() where job_id = ${early!.id} and index = 1`.execute(
    db,
  );
  await completeJob(db, late!, files(1));
  expect(await readRun(id)).toEqual({
    status: 'failed',
    steps: ['completed', 'completed', 'failed'],
    jobs: 2,
  });
});
