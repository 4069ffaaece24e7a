import { createHash, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/contract/ids.ts';
import { type Database, openDatabase, openPool } from '../../src/db/database.ts';
import { createKey } from '../../src/domain/people/keys/keys.ts';
import { loadPlans } from '../../src/domain/people/plans/plans.ts';
import { cancelJob } from '../../src/queue/ends/cancel.ts';
import { openLocalStorage } from '../../src/storage/local/local.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { descendants, signalNow } from '../chaos/fleet.ts';
import { printedChance } from '../support/chance.ts';
import { makeDataDir } from '../support/data-dir.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { runsAll } from '../support/needs.ts';
import { startWorkerProcess, testJobs, type WorkerProcess } from '../support/processes/worker-process.ts';
import { startJob } from '../support/queue.ts';

let database: FreshDatabase;
let db: Database;
let storage: Storage;
let dataDir: string;
let workers: WorkerProcess[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  db = openDatabase(openPool(database.connection, { max: 8, onError: () => {} }));
  await loadPlans(db, undefined);
  dataDir = await makeDataDir(testJobs);
  storage = await openLocalStorage(join(dataDir, 'storage'));
});
afterEach(async () => {
  for (const worker of workers) {
    worker.kill('SIGCONT');
    worker.kill('SIGTERM');
  }
  await Promise.all(workers.map(worker => worker.ended));
  workers = [];
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function worker(concurrency = 2, limits: object = {}): Promise<WorkerProcess> {
  const started = await startWorkerProcess({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    DATABASE_FILE_BYTES: '0',
    WORKER_CONCURRENCY: String(concurrency),
    SECRET_KEY: 'x'.repeat(32),
    TEST_LIMITS: JSON.stringify(limits),
  });
  workers.push(started);
  return started;
}

async function workspace(concurrency: number): Promise<string> {
  const plan = `p-${randomUUID().slice(0, 8)}`;
  await sql`insert into plans select (jsonb_populate_record(p, jsonb_build_object('id', ${plan}::text, 'concurrency', ${concurrency}::int))).* from plans p where p.id = 'enterprise'`.execute(
    db,
  );
  return (await createKey(db, { plan })).workspaceId;
}

/** Creates and starts a job with its input. */
async function startNap(workspaceId: string, ms: number, options: object = {}): Promise<string> {
  const id = newId('job');
  const artifact = newId('artifact');
  const key = `inputs/${id}`;
  await storage.write(key, [Buffer.from('zzz')] as unknown as AsyncIterable<Uint8Array>);
  await db
    .insertInto('jobs')
    .values({
      id,
      workspace_id: workspaceId,
      source: 'api',
      type: 'nap',
      options: JSON.stringify({ ms, ...options }),
      metadata: '{}',
      expires_at: 'infinity',
      needs: [],
    })
    .execute();
  await db
    .insertInto('artifacts')
    .values({
      id: artifact,
      workspace_id: workspaceId,
      job_id: id,
      role: 'input',
      index: 0,
      filename: 'a.txt',
      content_type: 'text/plain',
      format: 'txt',
      size: 3,
      sha256: createHash('sha256').update('zzz').digest('hex'),
      storage_key: key,
      metadata: '{}',
      expires_at: 'infinity',
    })
    .execute();
  await db
    .insertInto('job_inputs')
    .values({
      job_id: id,
      index: 0,
      filename: 'a.txt',
      content_type: 'text/plain',
      format: 'txt',
      file_size: 3,
      uploaded_at: new Date(),
      artifact_id: artifact,
    })
    .execute();
  expect(await startJob(db, workspaceId, id)).toBe('started');
  return id;
}

interface Row {
  id: string;
  workspace_id: string;
  status: string;
  attempt: number;
  failures: number;
  worker_id: string;
  queued: number;
  started: number;
  ended: number;
  outputs: number;
}

async function rows(ids: string[]): Promise<Row[]> {
  const found = await sql<Row>`
    select id, workspace_id, status, attempt, failures, worker_id, extract(epoch from queued_at)::float8 as queued,
      extract(epoch from started_at)::float8 as started,
      extract(epoch from completed_at)::float8 as ended,
      (select count(*) from artifacts where job_id = jobs.id and role = 'output') as outputs
    from jobs where id = any(${ids}) order by started_at`.execute(db);
  return found.rows;
}

const ended = (ids: string[]) =>
  expect
    .poll(
      async () =>
        (await rows(ids)).filter(row => !['completed', 'failed', 'canceled'].includes(row.status)).length,
      {
        timeout: 100_000,
        interval: 100,
      },
    )
    .toBe(0);

/** The largest number of jobs that ran at one moment. */
function overlap(jobs: Row[]): number {
  const moments = jobs
    .flatMap(job => [[job.started, 1] as const, [job.ended, -1] as const])
    .sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  let now = 0;
  return Math.max(...moments.map(([, change]) => (now += change)));
}

describe('three worker processes', () => {
  test('use the concurrency limit of a workspace exactly, and run no job twice', async () => {
    const [capped, free] = [await workspace(2), await workspace(20)];
    // All are ready before the first job: one that starts sooner would do all the work alone.
    await Promise.all([worker(3), worker(3), worker(3)]);
    const ids: string[] = [];
    let all: Row[] = [];
    const workersOf = () => new Set(all.map(row => row.worker_id)).size;
    // On a busy machine one of them may miss a round.
    for (let round = 0; round < 5 && workersOf() < 3; round++) {
      for (let i = 0; i < 24; i++) ids.push(await startNap(capped, 60), await startNap(free, 300));
      await ended(ids);
      all = await rows(ids);
    }
    expect(overlap(all.filter(row => row.workspace_id === capped))).toBe(2);
    expect(overlap(all.filter(row => row.workspace_id === free))).toBeGreaterThan(2);
    // A job that a worker hands back before it runs has another attempt, but no failure.
    expect(all.every(row => row.status === 'completed' && row.failures === 0 && row.outputs === 1)).toBe(
      true,
    );
    expect(workersOf()).toBe(3);
  });

  test.runIf(runsAll)(
    'run the job of one workspace promptly despite a flood of jobs from another',
    async () => {
      const [flooding, single] = [await workspace(32), await workspace(1)];
      const flood: string[] = [];
      for (let i = 0; i < 150; i++) flood.push(await startNap(flooding, 300));
      await worker(2);
      await expect
        .poll(async () => (await rows(flood)).filter(row => row.status === 'completed').length, {
          timeout: 100_000,
        })
        .toBeGreaterThan(5);
      const id = await startNap(single, 10);
      await ended([id]);
      const [mine] = await rows([id]);
      const since = await sql<{
        n: number;
      }>`select count(*) as n from jobs where workspace_id = ${flooding} and started_at > (select queued_at from jobs where id = ${id}) and started_at < (select started_at from jobs where id = ${id})`.execute(
        db,
      );
      // At most one job of the other workspace per slot of the worker goes first.
      expect(since.rows[0]!.n).toBeLessThanOrEqual(2);
      expect(mine!.status).toBe('completed');
      for (const each of flood) await cancelJob(db, flooding, each);
    },
  );
});

const isRunning = (id: string) => expect.poll(async () => (await rows([id]))[0]!.status).toBe('processing');

describe('one worker', () => {
  test('that dies loses no job: another worker runs it again', async () => {
    const ws = await workspace(2);
    const id = await startNap(ws, 1500);
    const doomed = await worker(1);
    await isRunning(id);
    doomed.kill('SIGKILL');
    await worker(1);
    await ended([id]);
    const [job] = await rows([id]);
    expect(job).toMatchObject({ status: 'completed', attempt: 2, outputs: 1 });
  });

  test.runIf(runsAll)(
    'that resumes after its lease has expired does not affect the job that another worker took over',
    async () => {
      const wakesLate = printedChance('paused worker')() < 0.5;
      const short = { leaseSeconds: 2, heartbeatSeconds: 0.5 };
      const ws = await workspace(2);
      const id = await startNap(ws, 2000);
      const paused = await worker(1, short);
      await isRunning(id);
      paused.kill('SIGSTOP');
      await worker(1, short);
      await expect.poll(async () => (await rows([id]))[0]!.attempt).toBe(2);
      if (wakesLate) await ended([id]);
      // Its host has continued: it may store its result, but that is ignored.
      paused.kill('SIGCONT');
      await ended([id]);
      const [before] = await rows([id]);
      paused.kill('SIGTERM');
      expect(await paused.ended).toBe(0);
      const [job] = await rows([id]);
      expect(job).toEqual(before);
      expect(job).toMatchObject({ status: 'completed', attempt: 2, outputs: 1 });
      const stored: string[] = [];
      for await (const { key } of storage.list()) if (key.startsWith(`outputs/${id}/`)) stored.push(key);
      expect(stored).toEqual([expect.stringMatching(`^outputs/${id}/2/`)]);
      expect(String(await storage.read(stored[0]!))).toBe('slept 2000');
      const events = await sql<{
        type: string;
      }>`select type from events where job_id = ${id} order by seq`.execute(db);
      expect(events.rows.map(event => event.type)).toEqual(['job.started', 'job.completed']);
    },
  );

  test.runIf(runsAll)(
    'filled with slow jobs of one workspace starts the jobs of others at once',
    async () => {
      const [slow, other, third] = [await workspace(8), await workspace(8), await workspace(8)];
      await worker(2);
      const long = [await startNap(slow, 20_000), await startNap(slow, 20_000), await startNap(slow, 20_000)];
      await isRunning(long[0]!);
      await isRunning(long[1]!);
      // One after the other: the reserved place is free again after each.
      for (const ws of [other, third, other]) {
        const quick = await startNap(ws, 10);
        await ended([quick]);
        const [{ started, ended: at, status, queued }] = (await rows([quick])) as [Row];
        expect(status).toBe('completed');
        expect(started - queued).toBeLessThan(3);
        expect(at - queued).toBeLessThan(5);
      }
      expect((await rows(long)).map(({ status }) => status).sort()).toEqual([
        'processing',
        'processing',
        'queued',
      ]);
      for (const id of long) await cancelJob(db, slow, id);
    },
  );

  test('whose host exceeds its memory, or is killed when memory runs out, loses no other job', async () => {
    const ws = await workspace(4);
    const greedy = await startNap(ws, 0, { megabytes: 2000 });
    const struck = await startNap(ws, 1500);
    const others = [await startNap(ws, 300), await startNap(ws, 300)];
    const { pid } = await worker(2);
    await isRunning(struck);
    await ended([greedy]);
    expect((await rows([greedy]))[0]).toMatchObject({ status: 'failed', outputs: 0 });
    // Kills the hosts at once, as the kernel does when memory runs out.
    for (const host of descendants(pid)) signalNow(host, 'SIGKILL');
    await ended([struck, ...others]);
    for (const job of await rows([struck, ...others]))
      expect(job).toMatchObject({ status: 'completed', outputs: 1 });
  });

  test('frees the slot of a canceled job, retries internal errors, and finishes its jobs on SIGTERM', async () => {
    const ws = await workspace(1);
    const [long, next] = [await startNap(ws, 60_000), await startNap(ws, 10)];
    const leaving = await worker(1);
    await isRunning(long);
    expect(await cancelJob(db, ws, long)).toBe('canceled');
    await ended([long, next]);
    expect((await rows([next]))[0]!.status).toBe('completed');

    const other = await workspace(1);
    const fails = await startNap(other, 10, { fails: true });
    await ended([fails]);
    expect((await rows([fails]))[0]).toMatchObject({ status: 'failed', attempt: 3, outputs: 0 });
    const used = await sql<{
      used: number;
    }>`select used from usage_counters where workspace_id = ${other}`.execute(db);
    expect(used.rows.map(row => row.used)).toEqual([0, 0]);

    const last = await startNap(ws, 1000);
    await isRunning(last);
    leaving.kill('SIGTERM');
    expect(await leaving.ended).toBe(0);
    expect((await rows([last]))[0]).toMatchObject({ status: 'completed', attempt: 1 });
  });
});
