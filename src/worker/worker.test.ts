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
import { EndsHere } from '../domain/jobs/ends-here.ts';
import { createKey } from '../domain/keys/keys.ts';
import { loadPlans } from '../domain/plans/plans.ts';
import { createSecrets } from '../domain/secrets.ts';
import { loadJobTypes } from '../jobs/registry.ts';
import { Turns } from '../queue/batch/batcher.ts';
import { reap } from '../queue/ends/reap.ts';
import { limits } from '../settings/limits.ts';
import { watchJobs } from '../telemetry/job-watch.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import type { HostRequest } from './running/hosts.ts';
import { startWorker, type Worker } from './worker.ts';

let database: FreshDatabase;
let db: Database;
let turns: Turns;
let worker: Worker;
/** Runs under way; what ends one. They go on when they are told to stop, as storing does. */
const running: { request: HostRequest<unknown>; done: () => void; end: (error: unknown) => void }[] = [];
/** Runs are over at once. */
let areShort = false;
/** What each run makes. */
let outputs: {
  file: Buffer;
  filename: string;
  format: 'txt';
  size: number;
  metadata?: Record<string, string>;
}[] = [];
/** Keys of files: those that were written, and those of them that were removed. */
const files = { written: [] as string[], removed: [] as string[] };
const callbacks = new Map<string, (payload: string | undefined) => void>();

beforeAll(async () => {
  database = await freshDatabase();
  db = openDatabase(openPool(database.connection, { max: 4, onError: () => {} }));
  await loadPlans(db, undefined);
  turns = new Turns(db);
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
    turns,
    endsHere: new EndsHere({ wake: () => {} }),
    log: pino({ level: 'silent' }),
    watch: watchJobs(createMetrics(), undefined),
    storage: {
      async write(key: string, [bytes]: Buffer[]) {
        files.written.push(key);
        return { size: bytes!.length, sha256: 'z' };
      },
      async remove(key: string) {
        files.removed.push(key);
      },
    } as never,
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

const underWay = (count: number) => until(() => running.length === count, `${count} under way`);

test('short jobs are taken on before a host is free; what would wait for long is given back', async () => {
  areShort = true;
  // Enough that the first, which loads what it needs, no longer counts.
  for (let i = 0; i < 15; i++) await nap();
  callbacks.get('job_released')!('');
  await until(allDone, 'the first are done');
  areShort = false;
  const { workspaceId } = await createKey(db, { plan: 'enterprise' });
  const ids = [await nap(workspaceId), await nap(workspaceId), await nap(workspaceId)];
  callbacks.get('job_released')!('');
  await underWay(3);
  const [one, two, ahead] = running;
  // A host has the first two. None has the third, which is not the fault of its attempt.
  await until(() => ahead!.request.signal.aborted, 'the third to be given back');
  expect([one!.request.signal.aborted, two!.request.signal.aborted]).toEqual([false, false]);
  ahead!.end(ahead!.request.signal.reason);
  const state = async () =>
    (await sql`select status, failures from jobs where id = ${ids[2]}`.execute(db)).rows[0];
  await until(async () => ((await state()) as { status: string }).status === 'queued', 'it is queued again');
  expect(await state()).toEqual({ status: 'queued', failures: 0 });
  // Nor is it taken on again as long as they are at work.
  callbacks.get('job_released')!('');
  one!.done();
  await underWay(4);
  for (const each of [two, running[3]]) each!.done();
  await until(allDone, 'all are done');
  running.length = 0;
});

test('a job that was lost and taken again is looked after, also once the first attempt has come to its end', async () => {
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
    // As after a reconnect: whoever is held is asked for.
    callbacks.get('job_canceled')!(undefined);
    return (await leaseOf(id)) > limits.leaseSeconds / 2;
  }, 'its lease is renewed');
  expect(second!.request.signal.aborted).toBe(false);
  callbacks.get('job_canceled')!(id);
  expect(second!.request.signal.aborted).toBe(true);
});

const submit = (ws: string, key: string | null = null, cap = 100) => {
  const submission = { ...byHand(db).submission(ws, key), bytes: [Buffer.from('abc')] };
  return { id: submission.job.id, said: turns.submit(submission, cap) };
};

/** Keeps the workspace's turns from going on until what this returns ends. */
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

test('a job begins while it is made where the last one of its workspace was ours at once, and ends when it is made', async () => {
  for (const { end } of running.splice(0)) end(new Error('over'));
  const { ws } = await byHand(db).workspace({});
  const first = submit(ws);
  expect(running).toHaveLength(0);
  expect(await first.said).toMatchObject({ outcome: 'started' });
  await underWay(1);
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
  expect(await second.said).toMatchObject({ outcome: 'started' });
  await until(async () => (await attempts(second.id))[0]?.status === 'completed', 'the second is done');
  expect(await attempts(second.id)).toEqual([{ status: 'completed', attempt: 1 }]);
});

test('of a job that was begun and is not ours nothing comes, and those that follow begin when they are made', async () => {
  const { ws } = await byHand(db).workspace({});
  const first = submit(ws, 'once');
  await first.said;
  await underWay(1);
  running.splice(0)[0]!.done();
  await until(async () => (await attempts(first.id))[0]?.status === 'completed', 'the first is done');

  const replay = submit(ws, 'once');
  expect(running).toHaveLength(1);
  expect(await replay.said).toEqual({ outcome: 'replayed', id: first.id });
  const [begun] = running.splice(0);
  await until(() => begun!.request.signal.aborted, 'one that goes on is ended');
  begun!.done();
  // Nor is the next begun early, nor many after it.
  for (let i = 0; i < 20; i++) {
    const later = submit(ws);
    expect(running).toHaveLength(0);
    await later.said;
    await underWay(1);
    running.splice(0)[0]!.done();
    await until(async () => (await attempts(later.id))[0]?.status === 'completed', 'a later one is done');
  }
  expect(await attempts(replay.id)).toEqual([]);
});

/** A workspace whose next job is begun early. */
async function trusted(): Promise<string> {
  const { ws } = await byHand(db).workspace({});
  const first = submit(ws);
  await underWay(1);
  running.splice(0)[0]!.done();
  await until(async () => (await attempts(first.id))[0]?.status === 'completed', 'the first is done');
  return ws;
}

/** Gives every run of `use` one file of so many bytes, and its end at once. */
async function makingFiles(size: number, use: () => Promise<void>): Promise<void> {
  areShort = true;
  outputs = [{ file: Buffer.alloc(size), filename: 'b.txt', format: 'txt', size }];
  for (const keys of Object.values(files)) keys.length = 0;
  // However slow this machine is.
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

test('a job that is done in a moment is made as one that is done, in one transaction', async () => {
  const ws = await trusted();
  await makingFiles(5, async () => {
    const whole = submit(ws);
    const { result } = await whole.said;
    expect(result?.outputs).toMatchObject([{ filename: 'b.txt', size: 5, storage_key: files.written[0] }]);
    expect(await rowsOf(whole.id)).toEqual({
      ...{ status: 'completed', attempt: 1, version: 3, progress: 100, lease_until: null, timed: true },
      ...{ expires: true, lasted: true, artifacts: ['input', 'output'], transactions: 1 },
      events: ['job.started', 'job.completed'],
    });
    expect(files.removed).toEqual([]);
  });
});

test('of a job that was done before it was found to be another, the files are removed', async () => {
  const ws = await trusted();
  await makingFiles(5, async () => {
    const first = submit(ws, 'again');
    expect(await first.said).toMatchObject({ outcome: 'started' });
    const replay = submit(ws, 'again');
    expect(await replay.said).toEqual({ outcome: 'replayed', id: first.id });
    await until(() => files.removed.length > 0, 'the files are removed');
    expect(files.removed).toEqual(files.written.slice(1));
  });
});

test('a job whose files do not fit is made, and fails, although it is done', async () => {
  const ws = await trusted();
  await sql`update plans set storage_bytes = 20 where id = (select plan_id from workspaces where id = ${ws})`.execute(
    db,
  );
  await makingFiles(100, async () => {
    const tooLarge = submit(ws);
    expect(await tooLarge.said).toEqual({ outcome: 'started', id: tooLarge.id });
    await until(async () => (await attempts(tooLarge.id))[0]?.status === 'failed', 'it fails');
    await until(() => files.removed.length > 0, 'the files are removed');
    expect(files.removed).toEqual(files.written);
  });
});

test('where a turn breaks off, a row may name the files: they are left to the sweeper', async () => {
  const ws = await trusted();
  const holder = await holdUp(ws);
  await makingFiles(5, async () => {
    const cut = submit(ws).said.catch((error: Error) => error);
    // Not by the holder: within a transaction the server says each time what it said first.
    const isCut = async () => {
      const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query like '%queue_batch%' and wait_event_type = 'Lock'`.execute(
        db,
      );
      return rows.length === 1;
    };
    await until(isCut, 'the turn is cut');
    expect(await cut).toBeInstanceOf(Error);
  });
  await holder.end();
  // The next is heard again; by then anything that the first would have removed is gone.
  await submit(ws).said;
  expect(files).toEqual({ written: [expect.any(String)], removed: [] });
  await underWay(1);
  running.splice(0)[0]!.done();
});

test('a job whose result the database does not take is made all the same, and what is wrong with it is told as ever', async () => {
  const ws = await trusted();
  await makingFiles(5, async () => {
    outputs[0]!.metadata = { title: 'a\0b' };
    const odd = submit(ws);
    expect(await odd.said).toEqual({ outcome: 'started', id: odd.id });
    outputs[0]!.metadata = {};
    callbacks.get('job_released')!('');
    await until(async () => (await attempts(odd.id))[0]?.status === 'completed', 'it is done again');
  });
});

test('no more jobs of a workspace are begun early than it may have at work', async () => {
  const ws = await trusted();
  const jobs = [submit(ws, null, 2), submit(ws, null, 2), submit(ws, null, 2)];
  expect(running).toHaveLength(2);
  await Promise.all(jobs.map(({ said }) => said));
  await underWay(3);
  for (const { done } of running.splice(0)) done();
  await until(async () => (await attempts(jobs[2]!.id))[0]?.status === 'completed', 'all are done');
});

test('the result of a head start counts only while its worker takes jobs', async () => {
  const { ws } = await byHand(db).workspace({});
  const own = new Turns(db);
  own.serve({
    beginEarly: async () => result(),
    request: () => ({ workerId: 'two', most: 1, leaseSeconds: 60, engines: [] }),
    take: () => {},
    failed: () => {},
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
