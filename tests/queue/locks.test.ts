import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase, openPool } from '../../src/db/database.ts';
import { expire } from '../../src/domain/files/retention/expire.ts';
import { purge } from '../../src/domain/files/retention/purge.ts';
import { dropLease, takeLease } from '../../src/domain/files/uploads/lease.ts';
import { mendStorageCounters } from '../../src/domain/metering/usage/mend-storage.ts';
import { loadPlans } from '../../src/domain/people/plans/plans.ts';
import { erase } from '../../src/domain/work/jobs/erase.ts';
import { sendBatch } from '../../src/queue/batch/batch.ts';
import type { Claim } from '../../src/queue/claim.ts';
import { heartbeat } from '../../src/queue/claims/heartbeat.ts';
import { cancelJob } from '../../src/queue/ends/cancel.ts';
import { failJob, handBack } from '../../src/queue/ends/end.ts';
import { reap } from '../../src/queue/ends/reap.ts';
import { printedChance } from '../support/chance.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { runsAll } from '../support/needs.ts';
import { completeJob } from '../support/queue.ts';
import { byHand, inputOf, type Known, result, nowhere as storage } from './by-hand.ts';

/** Everything that changes jobs happens concurrently on few of them. STRESS_SECONDS makes it last longer. */
const seconds = Number(process.env.STRESS_SECONDS ?? (runsAll ? 6 : 3));
const callers = 16;

let database: FreshDatabase;
let db: Database;
let queue: ReturnType<typeof byHand>;

beforeAll(async () => {
  database = await freshDatabase();
  db = openDatabase(openPool(database.connection, { max: callers + 4, onError: () => {} }));
  await loadPlans(db, undefined);
  queue = byHand(db);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const chance = printedChance('locks');
const any = <T>(from: T[]): T | undefined => from[Math.floor(chance() * from.length)];

/** Runs work like maintenance does: in one process at a time. */
function runExclusively(work: () => Promise<unknown>): () => Promise<unknown> {
  let busy = false;
  return async () => {
    if (busy) return;
    busy = true;
    await work().finally(() => {
      busy = false;
    });
  };
}

const failure = () => ({
  reason: 'engine_error' as const,
  detail: 'x',
  diagnosticId: randomUUID(),
  workerId: 'w',
  attempts: 3,
});

/** Finds workspaces that violate an invariant of the queue at this moment. */
const broken = sql<{ id: string }>`
  select w.id from workspaces w join plans p on p.id = w.plan_id cross join lateral (
    select count(*) filter (where j.status = 'processing' or j.vtag is not null) as live,
        count(*) filter (where j.status = 'queued' and j.vtag is null) as waiting
      from jobs j where j.workspace_id = w.id and j.status in ('queued', 'processing')) has
  where has.live > p.concurrency or (has.waiting > 0 and has.live < p.concurrency)`;

test(
  'concurrent changes cause no deadlocks, exceeded limits or unused slots',
  async () => {
    const { create, upload, start, claim, run } = queue;
    const plans = [{ concurrency: 1 }, { concurrency: 3, storage_bytes: 1_000_000 }, { concurrency: 8 }];
    const spaces: string[] = [];
    for (const plan of plans) spaces.push((await queue.workspace({ ...plan, retention_seconds: 1 })).ws);
    const jobs: Known[] = [];
    const keys = [undefined, undefined, 'one', 'two', 'three'];
    const claims: Claim[] = [];
    let completedAtOnce = 0;
    const settled = (error: Error & { code?: unknown }) => {
      // Refusals are expected. Anything else is a database error.
      if (error.name !== 'ApiError') throw error;
    };
    const actions: (() => Promise<unknown>)[] = [
      async () => jobs.push(await create(any(spaces)!, '2 seconds')),
      async () => {
        const job = await create(any(spaces)!, '2 seconds');
        jobs.push(job);
        // A fast client sends these at the same time.
        await Promise.all([
          upload(job).catch(settled),
          start(job),
          chance() < 0.3 && cancelJob(db, job.ws, job.id),
          chance() < 0.2 && erase(db, storage, { workspaceId: job.ws, source: 'api' }, job.id).catch(settled),
        ]);
        await start(job);
      },
      async () => {
        const job = any(jobs);
        if (job) await upload(job).catch(settled);
      },
      async () => {
        const job = await create(any(spaces)!, '2 seconds', { auto_start: true });
        jobs.push(job);
        await Promise.all([upload(job).catch(settled), start(job)]);
      },
      async () => {
        const job = any(jobs);
        if (!job) return;
        const token = randomUUID();
        const context = { db, limits: { leaseSeconds: 1 } } as never;
        await takeLease(context, inputOf(job.id), token, false).catch(settled);
        await dropLease(context, inputOf(job.id), token);
      },
      async () => {
        const job = any(jobs);
        if (job) await start(job);
      },
      async () => {
        const job = any(jobs);
        if (job && chance() < 0.3) await cancelJob(db, job.ws, job.id);
      },
      async () => {
        const job = any(jobs);
        if (job && chance() < 0.3)
          await erase(db, storage, { workspaceId: job.ws, source: 'api' }, job.id).catch(settled);
      },
      async () => {
        const ws = any(spaces)!;
        const { rows } = await sql<{ id: string }>`
        select id from artifacts where workspace_id = ${ws} order by random() limit 1`.execute(db);
        if (!rows[0]) return;
        // The artifact may have been erased since it was found.
        const id = await run(ws, rows[0].id).catch(error => {
          if (error.constraint !== 'job_inputs_artifact_id_fkey') throw error;
        });
        if (id && chance() < 0.5) await sql`select run_cancel(${ws}, ${id})`.execute(db);
      },
      async () => claims.push(...(await claim(3, 1))),
      async () => heartbeat(db, [...claims].slice(-8), 1),
      async () => {
        const mine = claims.pop();
        if (!mine) return;
        const outcome = chance();
        if (outcome < 0.6) await completeJob(db, mine, result());
        else if (outcome < 0.8) await failJob(db, mine, failure());
        else if (outcome < 0.9) await handBack(db, mine);
      },
      async () => {
        // A batch completes new jobs at once only if no released job is waiting.
        if (chance() < 0.3) claims.push(...(await queue.claim(50, 1)));
        // One process sends messages of several workspaces in one batch.
        const ends = claims.splice(-2).map(mine => ({ claim: mine, result: result() }));
        // Some jobs have run speculatively and are done.
        const submissions = [any(spaces)!, any(spaces)!, any(spaces)!].map(ws => ({
          ...queue.submission(ws, any(keys)),
          result: chance() < 0.5 ? result() : undefined,
        }));
        const named = [any(jobs), any(jobs)].flatMap(job => job ?? []);
        const starts = named.map(({ id, ws }) => ({ id, workspace_id: ws }));
        const claim = { workerId: 'batches', most: 2, leaseSeconds: 1, engines: [] };
        const [sent] = await Promise.all([
          sendBatch(db, { ends, submissions, starts, claim }),
          // A heartbeat may arrive together with the end of its job.
          heartbeat(
            db,
            ends.map(end => end.claim),
            1,
          ),
        ]);
        claims.push(...sent.claims);
        completedAtOnce += sent.completed.length;
      },
      async () => create(any(spaces)!, '2 seconds', {}, any(keys)),
      async () => reap(db, 3),
      runExclusively(() => expire(db, storage, 50)),
      runExclusively(() => purge(db, { rowDays: 0, batch: 50 })),
      async () => sql`select job_fill()`.execute(db),
    ];
    const until = Date.now() + seconds * 1000;
    const over: unknown[] = [];
    let did = 0;
    const acting = Array.from({ length: callers }, async () => {
      while (Date.now() < until || did < 500) {
        await any(actions)!();
        did++;
        if (jobs.length > 40) jobs.shift();
      }
    });
    const watching = (async () => {
      while (Date.now() < until) over.push(...(await broken.execute(db)).rows);
    })();
    await Promise.all([...acting, watching]);
    expect(over).toEqual([]);

    // Nothing is stuck: given time, every queued job is claimed and ends.
    for (let round = 0; round < 2000; round++) {
      await sql`update jobs set lease_until = '-infinity' where status = 'processing'`.execute(db);
      await reap(db, 3);
      await sql`update jobs set run_at = clock_timestamp() where status = 'queued'`.execute(db);
      const taken = await claim(20);
      for (const mine of taken) await completeJob(db, mine, result());
      if (taken.length === 0) break;
    }
    const left = await sql`select id from jobs where status = 'queued'`.execute(db);
    expect(left.rows).toEqual([]);
    // A slow machine may have had no idle moment, in which a batch completes new jobs.
    const submissions = [{ ...queue.submission(spaces[0]!), result: result() }];
    const worker = { workerId: 'batches', most: 1, leaseSeconds: 1, engines: [] };
    completedAtOnce += (await sendBatch(db, { ends: [], submissions, starts: [], claim: worker })).completed
      .length;
    expect(completedAtOnce).toBeGreaterThan(0);
    // The counters have counted every stored and erased byte.
    expect(await mendStorageCounters(db)).toEqual([]);
  },
  (seconds + 60) * 1000,
);
