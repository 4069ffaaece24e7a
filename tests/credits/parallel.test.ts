import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase, openPool } from '../../src/db/database.ts';
import { grantCredits } from '../../src/domain/metering/credits/ledger.ts';
import { loadPlans } from '../../src/domain/people/plans/plans.ts';
import { byHand } from '../queue/by-hand.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import fc from '../support/fast-check.ts';
import { type CreditProcess, type PlannedJob, startCreditProcess } from './process.ts';

let database: FreshDatabase;
let db: Database;
let processes: CreditProcess[];

beforeAll(async () => {
  database = await freshDatabase();
  db = openDatabase(openPool(database.connection, { max: 2, onError: () => {} }));
  await loadPlans(db, undefined);
  processes = Array.from({ length: 4 }, () => startCreditProcess(database.url));
});
afterAll(async () => {
  for (const each of processes) each.stop();
  await db.destroy();
  await database.drop();
});

const endings: PlannedJob['ending'][] = ['completes', 'fails', 'is canceled', 'keeps running'];
const plannedJob = fc.record({
  cost: fc.integer({ min: 1, max: 4 }),
  ending: fc.constantFrom(...endings),
});

interface Entry {
  kind: string;
  amount: number;
  of_allowance: number;
  job_id: string | null;
}

/** Adds up the entries, and returns the lowest and the final sum. */
function addUp(amounts: number[]): { lowest: number; sum: number } {
  let [lowest, sum] = [0, 0];
  for (const amount of amounts) {
    sum += amount;
    lowest = Math.min(lowest, sum);
  }
  return { lowest, sum };
}

test('under concurrent starts and ends the balance is the sum of the entries and never below zero', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.option(fc.integer({ min: 0, max: 12 })),
      fc.integer({ min: 0, max: 6 }),
      fc.array(fc.array(plannedJob, { maxLength: 6 }), { minLength: 4, maxLength: 4 }),
      async (perMonth, granted, plans) => {
        const { ws } = await byHand(db).workspace({ ai_credits_per_month: perMonth, concurrency: 100 });
        if (granted > 0) await grantCredits(db, ws, { amount: granted, note: '' });
        await Promise.all(plans.map((jobs, index) => processes[index]?.runPlan({ ws, jobs })));

        const { rows: entries } = await sql<Entry>`
          select kind, amount, of_allowance, job_id from credit_entries where workspace_id = ${ws}
          order by created_at, id`.execute(db);
        const balance = addUp(entries.map(({ amount }) => amount));
        const allowance = addUp(entries.map(({ of_allowance }) => of_allowance));
        expect({ balance: balance.lowest, allowance: allowance.lowest }).toEqual({
          balance: 0,
          allowance: 0,
        });
        const { rows: accounts } = await sql`
          select balance, allowance_left from credit_balances where workspace_id = ${ws}`.execute(db);
        if (entries.length > 0)
          expect(accounts).toEqual([{ balance: balance.sum, allowance_left: allowance.sum }]);

        // A job shows its share of the ledger, and one without a result has none.
        const jobs = await db
          .selectFrom('jobs')
          .select(['id', 'status', 'credits'])
          .where('workspace_id', '=', ws)
          .execute();
        for (const { id, status, credits } of jobs) {
          const own = entries.filter(entry => entry.job_id === id);
          expect(-addUp(own.map(({ amount }) => amount)).sum + 0).toBe(credits);
          expect(own.filter(({ kind }) => kind === 'settlement')).toHaveLength(
            status === 'completed' ? 1 : 0,
          );
          if (!['completed', 'processing'].includes(status)) expect(credits).toBe(0);
        }
        const spent = jobs.reduce((sum, { credits }) => sum + credits, 0);
        const { rows: days } = await sql`
          select coalesce(sum(spent), 0)::int as spent from credit_days where workspace_id = ${ws}`.execute(
          db,
        );
        expect(days).toEqual([{ spent }]);
        if (perMonth !== null) expect(spent).toBeLessThanOrEqual(perMonth + granted);
        // A job remains unstarted only if there were no credits left at some moment.
        if (jobs.some(({ status }) => status === 'pending')) {
          const sums = entries.map(
            (_, index) => addUp(entries.slice(0, index + 1).map(each => each.amount)).sum,
          );
          expect(Math.min(perMonth === null ? 1 : perMonth + granted, ...sums)).toBe(0);
        }
      },
    ),
    { numRuns: 20 },
  );
});
