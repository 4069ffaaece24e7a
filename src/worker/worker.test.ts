import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { byHand, result } from '../../tests/queue/by-hand.ts';
import { type FreshDatabase, freshDatabase } from '../../tests/support/database.ts';
import { startJob } from '../../tests/support/queue.ts';
import { until } from '../../tests/support/sending.ts';
import { newId } from '../contract/ids.ts';
import { type Database, openDatabase, openPool } from '../db/database.ts';
import { createKey } from '../domain/people/keys/keys.ts';
import { loadPlans } from '../domain/people/plans/plans.ts';
import { createSecrets } from '../domain/rows/secrets.ts';
import { InProcessResults } from '../domain/work/jobs/in-process-results.ts';
import { loadJobTypes } from '../jobs/registry.ts';
import { Batcher } from '../queue/batch/batcher.ts';
import { reap } from '../queue/ends/reap.ts';
import { limits } from '../settings/limits.ts';
import { openLocalStorage } from '../storage/local/local.ts';
import { watchJobs } from '../telemetry/job-watch.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import type { HostRequest } from './running/hosts.ts';
import { startWorker, type Worker } from './worker.ts';

let dir: string;
let database: FreshDatabase;
let db: Database;
let batcher: Batcher;
let worker: Worker;
/** The current runs, with functions that end them. An abort does not end them, as with storing. */
const running: { request: HostRequest<unknown>; done: () => void; end: (error: unknown) => void }[] = [];
/** True if runs end at once. */
let areShort = false;
/** The outputs of each run. */
let outputs: {
  file: Buffer;
  filename: string;
  format: 'txt';
  size: number;
  metadata?: Record<string, string>;
}[] = [];
/** The keys of files that were written, and of those that were removed. */
const files = { written: [] as string[], removed: [] as string[] };
const callbacks = new Map<string, (payload: string | undefined) => void>();

beforeAll(async () => {
  database = await freshDatabase();
  db = openDatabase(openPool(database.connection, { max: 4, onError: () => {} }));
  await loadPlans(db, undefined);
  batcher = new Batcher(db);
  dir = await mkdtemp(join(tmpdir(), 'filemill-worker-'));
  const storage = await openLocalStorage(dir);
  worker = await startWorker({
    db,
    id: 'one',
    facts: {},
    engineWatch: { installing: [], onChange: () => {} },
    concurrency: 2,
    modelConcurrency: 1,
    listener: {
      on: (channel, callback) => {
        callbacks.set(channel, callback);
        return () => {};
      },
      close: async () => {},
      cut: () => {},
    },
    batcher,
    inProcessResults: new InProcessResults({ wake: () => {} }),
    log: pino({ level: 'silent' }),
    watch: watchJobs(createMetrics(), undefined),
    storage: {
      ...storage,
      write: (key, ...rest) => {
        files.written.push(key);
        return storage.write(key, ...rest);
      },
      remove: key => {
        files.removed.push(key);
        return storage.remove(key);
      },
    },
    hosts: {
      run: request =>
        new Promise((resolve, reject) => {
          const done = () => resolve(request.collect({ outputs, engines: [] }, false));
          if (areShort) setImmediate(done);
          else running.push({ request, done, end: reject });
        }),
      hasRoomFor: () => true,
      isDiskFull: async () => false,
      renew: async () => {},
      hasCompiledModules: true,
      compiled: Promise.resolve(),
      close: async () => {},
    },
    jobTypes: await loadJobTypes(new URL('../../tests/support/jobs', import.meta.url).pathname),
    secrets: createSecrets('x'.repeat(32)),
    engines: {},
    models: { current: () => [], onChange: () => {}, close: () => {} },
  });
});
afterAll(async () => {
  for (const { end } of running) end(new Error('over'));
  await worker.stop();
  await db.destroy();
  await database.drop();
  await rm(dir, { recursive: true });
});

async function nap(given?: string): Promise<string> {
  const workspaceId = given ?? (await createKey(db, {})).workspaceId;
  const [id, artifact] = [newId('job'), newId('artifact')];
  await sql`insert into jobs (id, workspace_id, source, type, options, metadata, needs, expires_at)
    values (${id}, ${workspaceId}, 'api', 'nap', '{"ms":1}', '{}', '{}', now() + interval '1 day')`.execute(
    db,
  );
  await sql`insert into artifacts (id, workspace_id, job_id, role, index, filename, content_type, format, size, sha256,
      storage_key, metadata, expires_at)
    values (${artifact}, ${workspaceId}, ${id}, 'input', 0, 'a.txt', 'text/plain', 'txt', 3, '', ${id}, '{}',
      now() + interval '1 day')`.execute(db);
  await sql`insert into job_inputs (job_id, index, filename, content_type, format, file_size, uploaded_at, artifact_id)
    values (${id}, 0, 'a.txt', 'text/plain', 'txt', 3, now(), ${artifact})`.execute(db);
  await startJob(db, workspaceId, id);
  return id;
}

const leaseOf = async (id: string) => {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from lease_until - clock_timestamp())::float8 as seconds from jobs where id = ${id}`.execute(
    db,
  );
  return rows[0]!.seconds;
};

const allDone = async () =>
  (await sql`select from jobs where status <> 'completed'`.execute(db)).rows.length === 0;

const waitForRuns = (count: number) => until(() => running.length === count, `${count} under way`);

test('claims short jobs before a host is free, and releases one that would wait too long', async () => {
  areShort = true;
  // On a slow machine the shortest job takes longer than what counts as short elsewhere.
  const { shortJobMs } = limits;
  Object.assign(limits, { shortJobMs: 60_000 });
  for (let i = 0; i < 5; i++) await nap();
  callbacks.get('job_released')!('');
  await until(allDone, 'the first are done');
  areShort = false;
  const { workspaceId } = await createKey(db, { plan: 'enterprise' });
  const ids = [await nap(workspaceId), await nap(workspaceId), await nap(workspaceId)];
  callbacks.get('job_released')!('');
  await waitForRuns(3);
  const [one, two, ahead] = running;
  // A host has the first two. None has the third, which is not the fault of its attempt.
  await until(() => ahead!.request.signal.aborted, 'the third to be given back');
  expect([one!.request.signal.aborted, two!.request.signal.aborted]).toEqual([false, false]);
  ahead!.end(ahead!.request.signal.reason);
  const state = async () =>
    (await sql`select status, failures from jobs where id = ${ids[2]}`.execute(db)).rows[0];
  await until(async () => ((await state()) as { status: string }).status === 'queued', 'it is queued again');
  expect(await state()).toEqual({ status: 'queued', failures: 0 });
  // It is not claimed again while the others run.
  callbacks.get('job_released')!('');
  one!.done();
  await waitForRuns(4);
  for (const each of [two, running[3]]) each!.done();
  await until(allDone, 'all are done');
  running.length = 0;
  Object.assign(limits, { shortJobMs });
});

test('renews the lease of a job that was lost and claimed again, even after its first attempt has ended', async () => {
  const id = await nap();
  callbacks.get('job_released')!('');
  await until(() => running.length === 1, 'the first attempt');
  await sql`update jobs set lease_until = clock_timestamp() - interval '1 second' where id = ${id}`.execute(
    db,
  );
  expect(await reap(db, 3)).toMatchObject([{ id, outcome: 'retried' }]);
  await sql`update jobs set run_at = clock_timestamp() where id = ${id}`.execute(db);
  callbacks.get('job_released')!('');
  await until(() => running.length === 2, 'the second attempt');
  const [first, second] = running;
  first!.end(new Error('its host is gone'));

  await sql`update jobs set lease_until = clock_timestamp() + interval '1 second' where id = ${id}`.execute(
    db,
  );
  await until(async () => {
    // After a reconnect the worker asks about every job that it holds.
    callbacks.get('job_canceled')!(undefined);
    return (await leaseOf(id)) > limits.leaseSeconds / 2;
  }, 'its lease is renewed');
  expect(second!.request.signal.aborted).toBe(false);
  callbacks.get('job_canceled')!(id);
  expect(second!.request.signal.aborted).toBe(true);
});

const submit = (ws: string, key: string | null = null, cap = 100, size = 3) => {
  const { inputs, ...made } = byHand(db).submission(ws, key);
  const submission = { ...made, inputs: inputs.map(input => ({ ...input, file_size: size })) };
  return { id: submission.job.id, answer: batcher.submit(submission, cap) };
};

/** Holds up batches of the workspace until the returned client ends its transaction. */
async function holdUp(ws: string): Promise<pg.Client> {
  const holder = new pg.Client(database.connection);
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from workspaces where id = $1 for update', [ws]);
  return holder;
}

const attempts = async (id: string) =>
  (
    await sql<{ status: string; attempt: number }>`select status, attempt from jobs where id = ${id}`.execute(
      db,
    )
  ).rows;

test('runs a job before its commit if this worker got the workspace’s last job at once, and ends it after the commit', async () => {
  for (const { end } of running.splice(0)) end(new Error('over'));
  const { ws } = await byHand(db).workspace({});
  const first = submit(ws);
  expect(running).toHaveLength(0);
  expect(await first.answer).toMatchObject({ outcome: 'started' });
  await waitForRuns(1);
  running.splice(0)[0]!.done();
  await until(async () => (await attempts(first.id))[0]?.status === 'completed', 'the first is done');

  const holder = await holdUp(ws);
  const second = submit(ws);
  expect(running).toHaveLength(1);
  running.splice(0)[0]!.done();
  await new Promise(resolve => setTimeout(resolve, 100));
  expect(await attempts(second.id)).toEqual([]);
  await holder.query('commit');
  await holder.end();
  expect(await second.answer).toMatchObject({ outcome: 'started' });
  await until(async () => (await attempts(second.id))[0]?.status === 'completed', 'the second is done');
  expect(await attempts(second.id)).toEqual([{ status: 'completed', attempt: 1 }]);
});

test('discards a speculative run whose submission is a replay, and runs the next jobs after their commit', async () => {
  const { ws } = await byHand(db).workspace({});
  const first = submit(ws, 'once');
  await first.answer;
  await waitForRuns(1);
  running.splice(0)[0]!.done();
  await until(async () => (await attempts(first.id))[0]?.status === 'completed', 'the first is done');

  const replay = submit(ws, 'once');
  expect(running).toHaveLength(1);
  expect(await replay.answer).toEqual({ outcome: 'replayed', id: first.id });
  const [begun] = running.splice(0);
  await until(() => begun!.request.signal.aborted, 'one that goes on is ended');
  begun!.done();
  // The next jobs do not run speculatively either.
  for (let i = 0; i < 20; i++) {
    const later = submit(ws);
    expect(running).toHaveLength(0);
    await later.answer;
    await waitForRuns(1);
    running.splice(0)[0]!.done();
    await until(async () => (await attempts(later.id))[0]?.status === 'completed', 'a later one is done');
  }
  expect(await attempts(replay.id)).toEqual([]);
});

/** Makes a workspace whose next job runs speculatively. */
async function makeTrustedWorkspace(): Promise<string> {
  const { ws } = await byHand(db).workspace({});
  const first = submit(ws);
  await waitForRuns(1);
  running.splice(0)[0]!.done();
  await until(async () => (await attempts(first.id))[0]?.status === 'completed', 'the first is done');
  return ws;
}

/** Lets every run of `use` make one file of so many bytes, and end at once. */
async function withOutputOf(size: number, use: () => Promise<void>): Promise<void> {
  areShort = true;
  outputs = [{ file: Buffer.alloc(size), filename: 'b.txt', format: 'txt', size }];
  for (const keys of Object.values(files)) keys.length = 0;
  // A generous limit, so that a slow machine passes.
  const { wholeJobMs } = limits;
  Object.assign(limits, { wholeJobMs: 10_000 });
  await use().finally(() => {
    Object.assign(limits, { wholeJobMs });
    areShort = false;
    outputs = [];
  });
}

const rowsOf = async (id: string) => {
  const { rows } = await sql<Record<string, unknown>>`
    select status, attempt, version, progress, lease_until, started_at is not null and completed_at >= started_at as timed,
      expires_at < now() + interval '1000 years' as expires, duration_ms is not null as lasted,
      (select json_agg(role order by role) from artifacts where job_id = j.id and expires_at = j.expires_at) as artifacts,
      (select json_agg(type order by seq) from events where job_id = j.id) as events,
      -- Every row was written by the transaction that made the job.
      (select count(distinct a.xmin::text) from artifacts a where a.job_id = j.id and a.xmin = j.xmin)::int as transactions
    from jobs j where id = ${id}`.execute(db);
  return rows[0];
};

test('writes a quick speculative run as a completed job in one transaction', async () => {
  const ws = await makeTrustedWorkspace();
  await withOutputOf(5, async () => {
    const whole = submit(ws);
    const { result } = await whole.answer;
    expect(result?.outputs).toMatchObject([{ filename: 'b.txt', size: 5, storage_key: files.written[0] }]);
    expect(await rowsOf(whole.id)).toEqual({
      ...{ status: 'completed', attempt: 1, version: 3, progress: 100, lease_until: null, timed: true },
      ...{ expires: true, lasted: true, artifacts: ['input', 'output'], transactions: 1 },
      events: ['job.started', 'job.completed'],
    });
    expect(files.removed).toEqual([]);
  });
});

test('runs a job with stored inputs speculatively unless they are large', async () => {
  const ws = await makeTrustedWorkspace();
  await withOutputOf(5, async () => {
    expect((await submit(ws, null, 100, limits.speculativeInputBytes).answer).result?.outputs).toHaveLength(
      1,
    );
    expect((await submit(ws, null, 100, limits.speculativeInputBytes + 1).answer).result).toBeUndefined();
  });
});

test('removes the files of a speculative run if its submission is a replay', async () => {
  const ws = await makeTrustedWorkspace();
  await withOutputOf(5, async () => {
    const first = submit(ws, 'again');
    expect(await first.answer).toMatchObject({ outcome: 'started' });
    const replay = submit(ws, 'again');
    expect(await replay.answer).toEqual({ outcome: 'replayed', id: first.id });
    await until(() => files.removed.length > 0, 'the files are removed');
    expect(files.removed).toEqual(files.written.slice(1));
  });
});

test('creates and fails a job whose outputs exceed the quota although its speculative run succeeded', async () => {
  const ws = await makeTrustedWorkspace();
  await sql`update plans set storage_bytes = 20 where id = (select plan_id from workspaces where id = ${ws})`.execute(
    db,
  );
  await withOutputOf(100, async () => {
    const tooLarge = submit(ws);
    expect(await tooLarge.answer).toEqual({ outcome: 'started', id: tooLarge.id });
    await until(async () => (await attempts(tooLarge.id))[0]?.status === 'failed', 'it fails');
    await until(() => files.removed.length > 0, 'the files are removed');
    expect(files.removed).toEqual(files.written);
  });
});

test('leaves the files of speculative runs to the sweeper if the batch’s connection is lost', async () => {
  const ws = await makeTrustedWorkspace();
  const holder = await holdUp(ws);
  await withOutputOf(5, async () => {
    const cut = submit(ws).answer.catch((error: Error) => error);
    // The holder cannot ask: pg_stat_activity does not change within a transaction.
    const isCut = async () => {
      const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query like '%queue_batch%' and wait_event_type = 'Lock'`.execute(
        db,
      );
      return rows.length === 1;
    };
    await until(isCut, 'the batch is cut off');
    expect(await cut).toBeInstanceOf(Error);
  });
  await holder.end();
  // The next submission is answered; by then anything that the first would have removed is gone.
  await submit(ws).answer;
  expect(files).toEqual({ written: [expect.any(String)], removed: [] });
  await waitForRuns(1);
  running.splice(0)[0]!.done();
});

test('creates a job without its speculative result and runs it again if the database rejects the result', async () => {
  const ws = await makeTrustedWorkspace();
  await withOutputOf(5, async () => {
    outputs[0]!.metadata = { title: 'a\0b' };
    const odd = submit(ws);
    expect(await odd.answer).toEqual({ outcome: 'started', id: odd.id });
    outputs[0]!.metadata = {};
    callbacks.get('job_released')!('');
    await until(async () => (await attempts(odd.id))[0]?.status === 'completed', 'it is done again');
  });
});

test('limits the speculative runs of a workspace to its concurrent jobs', async () => {
  // The third job must not be released while the first two wait for their end.
  const { aheadMs } = limits;
  Object.assign(limits, { aheadMs: 60_000 });
  const ws = await makeTrustedWorkspace();
  const jobs = [submit(ws, null, 2), submit(ws, null, 2), submit(ws, null, 2)];
  expect(running).toHaveLength(2);
  await Promise.all(jobs.map(({ answer }) => answer));
  await waitForRuns(3);
  for (const { done } of running.splice(0)) done();
  await until(async () => (await attempts(jobs[2]!.id))[0]?.status === 'completed', 'all are done');
  Object.assign(limits, { aheadMs });
});

test('uses the result of a speculative run only while its worker claims jobs', async () => {
  const { ws } = await byHand(db).workspace({});
  const own = new Batcher(db);
  own.serve({
    runSpeculatively: async () => result(),
    request: () => ({ workerId: 'two', most: 1, leaseSeconds: 60, engines: [] }),
    receive: () => {},
    fail: () => {},
  });
  const counted = await own.submit(byHand(db).submission(ws), 100);
  const dropping = own.submit(byHand(db).submission(ws), 100);
  await own.dismiss();
  const dropped = await dropping;
  expect([dropped.result, counted.result?.outputs.length]).toEqual([undefined, 1]);
  expect([...(await attempts(dropped.id)), ...(await attempts(counted.id))]).toMatchObject([
    { status: 'queued' },
    { status: 'completed' },
  ]);
  await sql`update jobs set status = 'completed' where id = ${dropped.id}`.execute(db);
});
