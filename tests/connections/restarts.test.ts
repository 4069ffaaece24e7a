import { mkdir, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Batch } from '../../src/contract/schemas/batch.ts';
import type { Event } from '../../src/contract/schemas/event.ts';
import type { Job } from '../../src/contract/schemas/job.ts';
import type { Trigger } from '../../src/contract/schemas/trigger.ts';
import { scopes } from '../../src/contract/states.ts';
import { FileServer } from '../fetches/file-server.ts';
import { makeDataDir } from '../support/data-dir.ts';
import { runsAll } from '../support/needs.ts';
import { startWorkerProcess, testJobs, type WorkerProcess } from '../support/processes/worker-process.ts';
import { startService, type TestService } from '../support/service.ts';

/** Claims of a killed process end soon. */
const shortLimits = {
  leaseSeconds: 3,
  heartbeatSeconds: 0.5,
  fetchClaimSeconds: 3,
  outputLeaseSeconds: 3,
  trigger: { perWorkspace: 50, atOnce: 5, everySeconds: 0.2, leaseSeconds: 3, filesAtOnce: 7 },
};

describe.skipIf(!runsAll)('workers that are killed', () => {
  let service: TestService;
  let client: Awaited<ReturnType<TestService['client']>>;
  let dataDir: string;
  let inbox: string;
  let env: Record<string, string>;
  let workers: WorkerProcess[] = [];
  const files = new FileServer();

  beforeAll(async () => {
    dataDir = await makeDataDir(testJobs);
    inbox = join(dataDir, 'inbox');
    await mkdir(inbox);
    await files.start();
    env = {
      DATA_DIR: dataDir,
      FETCH_ALLOW_HOSTS: '127.0.0.1',
      CONNECTION_FOLDERS: inbox,
      SECRET_KEY: 'x'.repeat(32),
    };
    service = await startService('api', env, testJobs);
    client = await service.client({ scopes: [...scopes] });
  });
  afterEach(async () => {
    for (const worker of workers) worker.kill('SIGTERM');
    await Promise.all(workers.map(worker => worker.ended));
    workers = [];
  });
  afterAll(async () => {
    await service?.stop();
    await files.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function startWorker(concurrency = 2): Promise<WorkerProcess> {
    const worker = await startWorkerProcess({
      ...env,
      DATABASE_URL: service.databaseUrl,
      WORKER_CONCURRENCY: String(concurrency),
      TEST_LIMITS: JSON.stringify(shortLimits),
    });
    workers.push(worker);
    return worker;
  }

  async function kill(worker: WorkerProcess): Promise<void> {
    worker.kill('SIGKILL');
    await worker.ended;
  }

  const poll = (what: () => Promise<unknown> | unknown) =>
    expect.poll(what, { timeout: 100_000, interval: 50 });

  const listTypes = async (id: string): Promise<string[]> => {
    const { events } = await client.expect(client.get<{ events: Event[] }>('/events?limit=100'));
    return events.filter(({ data }) => (data as { id: string }).id === id).map(({ type }) => type);
  };

  async function store(): Promise<string> {
    const file = { filename: 'a.txt', fileSize: 3, contentType: 'text/plain' };
    const made = await client.expect(client.post<{ id: string; uploadUrl: string }>('/artifacts', file));
    await client.upload(made.uploadUrl, Buffer.from('zzz'));
    return made.id;
  }

  test('an interrupted fetch and an interrupted delivery are repeated, and each is recorded once', async () => {
    const url = files.on('/slow.txt', (_, response) => {
      response.writeHead(200, { 'content-type': 'text/plain', 'content-length': '6' });
      // The first answer never ends.
      if (files.count('/slow.txt') === 1) response.write('slow');
      else response.end('slowly');
    });
    const put: string[] = [];
    const take = async (request: IncomingMessage, response: ServerResponse) => {
      put.push(await text(request));
      // The first file is received, but the sender never gets a response.
      if (put.length > 1) response.writeHead(201).end();
    };
    files.on('/put/', (_, response) => void response.writeHead(200).end());
    files.on('/put/out.txt', (request, response) => void take(request, response));
    await client.expect(client.post('/connections', { name: 'put', kind: 'http', url: `${files.url}/put/` }));
    const first = await startWorker();
    const { id } = await client.expect(
      client.post<Job>('/jobs', {
        type: 'nap',
        options: { ms: 1 },
        inputUrl: url,
        output: { connection: 'put', key: '{name}.{ext}' },
        autoStart: true,
      }),
    );
    await poll(() => files.count('/slow.txt')).toBe(1);
    await kill(first);
    const second = await startWorker();
    await poll(() => put.length).toBe(1);
    await kill(second);
    await startWorker();
    const read = () => client.expect(client.get<Job>(`/jobs/${id}`));
    await poll(async () => (await read()).result?.delivery?.status).toBe('done');
    expect(put).toEqual(['slept 1', 'slept 1']);
    const job = await read();
    expect(job).toMatchObject({ status: 'completed', inputs: [{ fileSize: 6 }] });
    expect(job.result?.delivered).toHaveLength(1);
    expect((await listTypes(id)).sort()).toEqual(['job.completed', 'job.delivered', 'job.started']);
  });

  test('a batch runs exactly one job for each input', async () => {
    const inputArtifactId = await store();
    const inputs = Array.from({ length: 60 }, () => ({ inputArtifactId }));
    const [first, second] = [await startWorker(), await startWorker()];
    const { id } = await client.expect(
      client.post<Batch>('/batches', { type: 'nap', options: { ms: 50 }, inputs }),
    );
    const read = () => client.expect(client.get<Batch>(`/batches/${id}`));
    await poll(async () => (await read()).counts.completed).toBeGreaterThan(3);
    await kill(first);
    const before = (await read()).counts.completed;
    await poll(async () => (await read()).counts.completed).toBeGreaterThan(before);
    await kill(second);
    await startWorker();
    await poll(async () => (await read()).status).toBe('completed');
    expect((await read()).counts).toMatchObject({ completed: 60, failed: 0 });
    const { rows } = await sql<{ jobs: number; ended: number; reported: number }>`
      select count(*) as jobs, (select count(*) from events e join jobs k on k.id = e.job_id
        where k.batch_id = ${id} and e.type = 'job.completed') as ended,
        (select count(*) from events where batch_id = ${id} and type = 'batch.completed') as reported from jobs where batch_id = ${id}`.execute(
      service.db,
    );
    expect(rows[0]).toEqual({ jobs: 60, ended: 60, reported: 1 });
  });

  test('a trigger starts every file exactly once', async () => {
    await client.expect(client.post('/connections', { name: 'inbox', kind: 'folder', path: inbox }));
    const names = Array.from({ length: 40 }, (_, n) => `${n}.txt`);
    for (const name of names) await writeFile(join(inbox, name), 'zzz');
    const started = [await startWorker(), await startWorker(), await startWorker()];
    const { id } = await client.expect(
      client.post<Trigger>('/triggers', {
        name: 'Every file',
        type: 'nap',
        options: { ms: 1 },
        watch: { connection: 'inbox', pattern: '*.txt', existing: true, everySeconds: 3600 },
      }),
    );
    const count = async (): Promise<number> => {
      // All workers find it due, again and again.
      await sql`update triggers set due_at = now() where id = ${id} and due_at > now() + interval '5 seconds'`.execute(
        service.db,
      );
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from trigger_log where trigger_id = ${id} and outcome = 'started'`.execute(
        service.db,
      );
      return rows[0]!.n;
    };
    await poll(count).toBeGreaterThan(0);
    await kill(started[0]!);
    await poll(count).toBeGreaterThan(20);
    await kill(started[1]!);
    await poll(count).toBe(names.length);
    const { rows } = await sql<{ inputs: number; names: number }>`
      select count(*) as inputs, count(distinct i.filename) as names from batch_inputs i
      where i.batch_id in (select batch_id from trigger_log where trigger_id = ${id})`.execute(service.db);
    expect(rows[0]).toEqual({ inputs: names.length, names: names.length });
    const { batches } = await client.expect(client.get<{ batches: Batch[] }>('/batches?limit=100'));
    const logged = await sql<{ n: number }>`
      select count(distinct batch_id) as n from trigger_log where trigger_id = ${id}`.execute(service.db);
    expect(batches.filter(({ inputCount }) => inputCount <= 7)).toHaveLength(logged.rows[0]!.n);
    await poll(async () => {
      const seen = await client.expect(client.get<{ batches: Batch[] }>('/batches?limit=100'));
      return seen.batches.every(({ status }) => status === 'completed');
    }).toBe(true);
  });

  test("a batch of hundreds delays another workspace's job by only a few jobs", async () => {
    const inputArtifactId = await store();
    const inputs = Array.from({ length: 300 }, () => ({ inputArtifactId }));
    await startWorker(1);
    const batch = await client.expect(
      client.post<Batch>('/batches', { type: 'nap', options: { ms: 60 }, inputs }),
    );
    await poll(
      async () => (await client.expect(client.get<Batch>(`/batches/${batch.id}`))).counts.completed,
    ).toBeGreaterThan(3);
    const other = await service.client();
    const job = await other.run(
      { type: 'nap', filename: 'a.txt', contentType: 'text/plain', bytes: Buffer.from('zzz') },
      { ms: 1 },
    );
    expect(job.status).toBe('completed');
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from jobs j, jobs single where single.id = ${job.id} and j.batch_id = ${batch.id}
        and j.started_at > single.queued_at and j.started_at < single.started_at`.execute(service.db);
    expect(rows[0]!.n).toBeLessThanOrEqual(3);
    await client.expect(client.post(`/batches/${batch.id}/cancel`));
  });
});
