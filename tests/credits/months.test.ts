import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readUuid, readUuidTime } from '../../src/contract/ids.ts';
import { type Database, openDatabase, openPool } from '../../src/db/database.ts';
import { expire } from '../../src/domain/files/retention/expire.ts';
import { expireAllowances, grantCredits, readLedger } from '../../src/domain/metering/credits/ledger.ts';
import { createKey } from '../../src/domain/people/keys/keys.ts';
import { loadPlans } from '../../src/domain/people/plans/plans.ts';
import { cancelJob } from '../../src/queue/ends/cancel.ts';
import { failJob } from '../../src/queue/ends/end.ts';
import { reap } from '../../src/queue/ends/reap.ts';
import { byHand, nowhere, result } from '../queue/by-hand.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { completeJob } from '../support/queue.ts';

let database: FreshDatabase;
let db: Database;

beforeAll(async () => {
  database = await freshDatabase();
  db = openDatabase(openPool(database.connection, { max: 4, onError: () => {} }));
  await loadPlans(db, undefined);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const workspace = async (perMonth: number | null) =>
  byHand(db).workspace({ ai_credits_per_month: perMonth, concurrency: 100 });

/** Starts a job that costs credits, and returns its id or the reason of the refusal. */
async function startJob(ws: string): Promise<string> {
  const job = await byHand(db).create(ws);
  // The plan is raised only for creation, which is refused if no credits are left.
  await db.updateTable('jobs').set({ metered: true }).where('id', '=', job.id).execute();
  await byHand(db).upload(job);
  const said = await byHand(db).start(job);
  return said === 'started' ? job.id : said;
}

/** Claims the started jobs, and returns the one with this id. */
async function claim(id: string, leaseSeconds = 60) {
  const claims = await byHand(db).claim(100, leaseSeconds);
  return claims.find(each => each.id === id)!;
}

async function charge(ws: string, held: { id: string; attempt: number }, cost: number): Promise<string> {
  const { rows } = await sql<{ said: string }>`
    select credit_charge(${ws}, ${held.id}, ${held.attempt}, ${cost}) as said`.execute(db);
  return rows[0]!.said;
}

const failed = {
  reason: 'unreadable_input' as const,
  detail: '',
  workerId: null,
  attempts: 3,
};
const fail = (held: { id: string; workspaceId: string; attempt: number }) =>
  failJob(db, held, { ...failed, diagnosticId: crypto.randomUUID() });

/** Moves everything in a workspace's ledger to the previous month. */
async function passMonth(ws: string): Promise<void> {
  await sql`update credit_balances set month = month - interval '1 month' where workspace_id = ${ws}`.execute(
    db,
  );
  await db.transaction().execute(async trx => {
    // Entries are immutable otherwise.
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`update credit_entries set created_at = created_at - interval '1 month' where workspace_id = ${ws}`.execute(
      trx,
    );
  });
}

async function ledger(ws: string) {
  const { balance, entries } = await readLedger(db, ws, { limit: 100 });
  expect(balance).toBe(entries.reduce((sum, { amount }) => sum + amount, 0));
  return { balance, entries: entries.reverse().map(({ kind, amount }) => [kind, amount]) };
}

test('the unused allowance is removed when the next month begins; grants stay', async () => {
  const { ws } = await workspace(10);
  await grantCredits(db, ws, { amount: 7, note: '' });
  const held = await claim(await startJob(ws));
  await charge(ws, held, 4);
  await completeJob(db, held, result());
  await passMonth(ws);
  await startJob(ws);
  expect(await ledger(ws)).toEqual({
    balance: 16,
    entries: [
      ['grant', 7],
      ['allowance', 10],
      ['reservation', -1],
      ['reservation', -3],
      ['settlement', 0],
      ['expiry', -6],
      ['allowance', 10],
      ['reservation', -1],
    ],
  });
});

test('the unused allowance is removed once, even if no job is started', async () => {
  const { ws } = await workspace(10);
  await startJob(ws);
  await passMonth(ws);
  await expireAllowances(db, 1);
  await expireAllowances(db, 1);
  expect((await ledger(ws)).entries).toEqual([
    ['allowance', 10],
    ['reservation', -1],
    ['expiry', -9],
  ]);
});

test('the allowance is spent first, then grants, and then starts are refused', async () => {
  const { ws } = await workspace(2);
  await grantCredits(db, ws, { amount: 2, note: '' });
  const ids = [await startJob(ws), await startJob(ws), await startJob(ws)];
  await passMonth(ws);
  await expireAllowances(db, 100);
  // One of the two granted credits is left, and none of the allowance.
  expect((await ledger(ws)).balance).toBe(1);
  expect(ids.every(id => id.startsWith('job_'))).toBe(true);
  expect(
    [await startJob(ws), await startJob(ws), await startJob(ws)].every(id => id.startsWith('job_')),
  ).toBe(true);
  expect(await startJob(ws)).toBe('ai_credits');
  expect((await ledger(ws)).balance).toBe(0);
});

test('a job canceled midway in the next month spends its earliest reservation first', async () => {
  const { ws } = await workspace(2);
  await grantCredits(db, ws, { amount: 5, note: '' });
  const held = await claim(await startJob(ws));
  expect(await charge(ws, held, 6)).toBe('charged');
  await passMonth(ws);
  await sql`update jobs set progress = 10 where id = ${held.id}`.execute(db);
  expect(await cancelJob(db, ws, held.id)).toBe('canceled');
  // The spent credit was part of the allowance, whose other credit is removed.
  expect(await ledger(ws)).toEqual({
    balance: 5,
    entries: [
      ['grant', 5],
      ['allowance', 2],
      ['reservation', -1],
      ['reservation', -5],
      ['release', 5],
      ['expiry', -1],
      ['settlement', 0],
    ],
  });
  const { rows } = await sql<{ used: number }>`
    select used from credit_balances where workspace_id = ${ws}`.execute(db);
  expect(Number(rows[0]!.used)).toBe(0);
});

test('credits released by a job of last month expire if they came from the allowance', async () => {
  const { ws } = await workspace(2);
  await grantCredits(db, ws, { amount: 5, note: '' });
  const held = await claim(await startJob(ws));
  expect(await charge(ws, held, 6)).toBe('charged');
  await passMonth(ws);
  expect(await fail(held)).toBe('failed');
  expect(await ledger(ws)).toEqual({
    balance: 5,
    entries: [
      ['grant', 5],
      ['allowance', 2],
      ['reservation', -1],
      ['reservation', -5],
      ['release', 6],
      ['expiry', -2],
    ],
  });
});

test('a larger plan adds the difference at once, a smaller one removes nothing within the month', async () => {
  const { ws, plan } = await workspace(1);
  const setAllowance = (n: number | null) =>
    db.updateTable('plans').set({ ai_credits_per_month: n }).where('id', '=', plan).execute();
  await startJob(ws);
  expect(await startJob(ws)).toBe('ai_credits');
  await setAllowance(3);
  await startJob(ws);
  await setAllowance(1);
  await startJob(ws);
  expect(await startJob(ws)).toBe('ai_credits');
  expect((await ledger(ws)).entries).toEqual([
    ['allowance', 1],
    ['reservation', -1],
    ['allowance', 2],
    ['reservation', -1],
    ['reservation', -1],
  ]);
});

test('a plan without a limit spends no grants', async () => {
  const { ws } = await workspace(null);
  await grantCredits(db, ws, { amount: 5, note: '' });
  await charge(ws, await claim(await startJob(ws)), 40);
  expect((await ledger(ws)).balance).toBe(5);
});

test('an operator can revoke grants, but not the allowance', async () => {
  const { ws } = await workspace(10);
  await grantCredits(db, ws, { amount: 3, note: '' });
  await startJob(ws);
  await expect(grantCredits(db, ws, { amount: -4, note: '' })).rejects.toMatchObject({
    extras: { details: [{ path: 'amount' }] },
  });
  await grantCredits(db, ws, { amount: -3, note: '' });
  expect((await ledger(ws)).balance).toBe(9);
});

test("a dead worker's job reserves no further credits when retried, and releases all if it fails", async () => {
  const { ws } = await workspace(10);
  const id = await startJob(ws);
  for (const attempt of [1, 2, 3]) {
    await sql`update jobs set run_at = clock_timestamp() where id = ${id}`.execute(db);
    const held = await claim(id);
    expect(held.attempt).toBe(attempt);
    expect(await charge(ws, held, 6)).toBe('charged');
    expect((await ledger(ws)).balance).toBe(4);
    await sql`update jobs set lease_until = clock_timestamp() - interval '1 second' where id = ${id}`.execute(
      db,
    );
    await reap(db, 3);
    // The message of the dead worker arrives too late.
    expect(await charge(ws, held, 9)).toBe('lost');
  }
  expect(await ledger(ws)).toEqual({
    balance: 10,
    entries: [
      ['allowance', 10],
      ['reservation', -1],
      ['reservation', -5],
      ['release', 6],
    ],
  });
});

test('an expired job holds no credits: an unstarted one has none, a completed one has spent them', async () => {
  const { ws } = await workspace(10);
  const waiting = await byHand(db).create(ws, '-1 second', { metered: true });
  const held = await claim(await startJob(ws));
  await completeJob(db, held, result());
  await sql`update jobs set expires_at = clock_timestamp() where id = ${held.id}`.execute(db);
  await expire(db, nowhere, 100);
  const ended = await db
    .selectFrom('jobs')
    .select('status')
    .where('id', 'in', [waiting.id, held.id])
    .execute();
  expect(ended).toEqual([{ status: 'expired' }, { status: 'expired' }]);
  expect((await ledger(ws)).balance).toBe(9);
});

test("an id generated by the database has the format of the application's ids", async () => {
  const before = Date.now();
  const { workspaceId } = await createKey(db, { plan: 'enterprise' });
  const { id } = await grantCredits(db, workspaceId, { amount: 1, note: '' });
  expect(readUuidTime(readUuid('creditEntry', id)!)).toBeGreaterThanOrEqual(before);
});
