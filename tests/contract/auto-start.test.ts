import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import type { Artifact } from '../../src/contract/schemas/artifact.ts';
import type { CreatedJob, Job } from '../../src/contract/schemas/job.ts';
import type { ErrorBody } from '../support/client.ts';
import { pdf } from '../support/samples.ts';
import { until } from '../support/sending.ts';
import type { TestService } from '../support/service.ts';
import { useService } from '../support/use-service.ts';

/** No worker runs here, so a started job stays queued. `start.test.ts` has one with a worker. */
const service = useService('api');
type Client = Awaited<ReturnType<TestService['client']>>;
let client: Client;
beforeAll(async () => {
  client = await service.client();
});

const csv = Buffer.from('name,n\nAda,1\n');
const request = (bytes: Buffer = csv) => ({
  type: 'document-convert',
  filename: 'a.csv',
  fileSize: bytes.length,
  contentType: 'text/csv',
  options: { outputFormat: 'json' },
});
const make = (more: object = {}, by = client) => by.create({ ...request(), autoStart: true, ...more });
const put = (url: string, bytes: Buffer) => fetch(url, { method: 'PUT', body: new Uint8Array(bytes) });
const read = async (id: string, by = client): Promise<Job> => by.expect(by.get(`/jobs/${id}`));
const start = (id: string, by = client) => by.post<Job & ErrorBody>(`/jobs/${id}/start`);

const makeMerge = (by = client): Promise<CreatedJob> =>
  by.expect(
    by.post<CreatedJob>('/merge', {
      files: ['a.pdf', 'b.pdf'].map(filename => ({
        filename,
        fileSize: page.length,
        contentType: 'application/pdf',
      })),
      autoStart: true,
    }),
  );
const page = pdf(['one page']);

const countOperations = async (workspaceId: string): Promise<number> => {
  const { rows } = await sql<{ used: number }>`select used from usage_counters
    where workspace_id = ${workspaceId} and quota = 'operations_daily'`.execute(service.db);
  return rows[0]?.used ?? 0;
};

/** Creates a caller on a separate plan. */
async function callerWith(plan: object): Promise<Client> {
  const id = `p-${randomUUID().slice(0, 8)}`;
  await sql`insert into plans select (jsonb_populate_record(p, ${JSON.stringify({ ...plan, id })}::jsonb)).*
    from plans p where id = 'developer'`.execute(service.db);
  return service.client({ plan: id });
}

test('a job starts once its file has been uploaded, and starting it again changes nothing', async () => {
  const by = await service.client();
  const job = await make({}, by);
  expect(job.status).toBe('pending');
  expect((await put(job.uploadUrl!, csv)).status).toBe(200);
  const queued = await read(job.id, by);
  expect(queued).toMatchObject({ status: 'queued', inputs: [{ uploaded: true }] });
  expect(queued).not.toHaveProperty('startRefused');
  expect(await start(job.id, by)).toMatchObject({ status: 200, body: { status: 'queued' } });
  expect(await countOperations(by.workspaceId)).toBe(1);
});

test.each([
  ['small', csv],
  ['large', Buffer.from(`name\n${'x'.repeat(600_000)}\n`)],
])('repeating a %s upload after a lost response returns the same response', async (_name, bytes) => {
  const job = await make({ fileSize: bytes.length });
  const first = await (await put(job.uploadUrl!, bytes)).json();
  const again = await put(job.uploadUrl!, bytes);
  expect([again.status, await again.json()]).toEqual([200, first]);
  const other = await put(job.uploadUrl!, Buffer.alloc(bytes.length, 'y'));
  expect([other.status, ((await other.json()) as ErrorBody).code]).toEqual([400, 'invalid_state']);
  expect((await read(job.id)).inputs[0]?.sha256).toBe((first as { sha256: string }).sha256);
  const { rows } = await sql`select from artifacts where job_id = ${job.id}`.execute(service.db);
  expect(rows).toHaveLength(1);
});

test('an upload in parts starts the job with its last part', async () => {
  const job = await make();
  const patch = (offset: number, bytes: Buffer) =>
    fetch(job.uploadUrl!, {
      method: 'PATCH',
      body: new Uint8Array(bytes),
      headers: {
        'Tus-Resumable': '1.0.0',
        'Upload-Offset': String(offset),
        'Content-Type': 'application/offset+octet-stream',
      },
    });
  expect((await patch(0, csv.subarray(0, 5))).status).toBe(204);
  expect((await read(job.id)).status).toBe('pending');
  expect((await patch(5, csv.subarray(5))).status).toBe(204);
  expect((await read(job.id)).status).toBe('queued');
});

test('a merge starts once, with the last of two uploads', async () => {
  const by = await service.client();
  for (let round = 1; round <= 5; round++) {
    const job = await makeMerge(by);
    const answers = await Promise.all(job.uploads!.map(({ uploadUrl }) => put(uploadUrl, page)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await read(job.id, by)).status).toBe('queued');
    expect(await countOperations(by.workspaceId)).toBe(round);
  }
});

test('a start concurrent with the last upload gets 200 or 409, and the job starts once', async () => {
  const by = await service.client();
  for (let round = 1; round <= 5; round++) {
    const job = await make({}, by);
    const [sent, started] = await Promise.all([put(job.uploadUrl!, csv), start(job.id, by)]);
    expect(sent.status).toBe(200);
    expect([200, 409]).toContain(started.status);
    expect((await read(job.id, by)).status).toBe('queued');
    expect(await countOperations(by.workspaceId)).toBe(round);
  }
});

test('replacing an input does not delay the start after the last upload', async () => {
  const job = await makeMerge();
  const [one, two] = job.uploads!;
  await put(one!.uploadUrl, page);
  await sql`select upload_lease(${job.id}, 0, ${randomUUID()}::uuid, false, interval '1 hour')`.execute(
    service.db,
  );
  await put(two!.uploadUrl, page);
  expect((await read(job.id)).status).toBe('queued');
});

test('a job refused by a quota stays pending with the reason, and can be started later', async () => {
  const by = await callerWith({ operations_per_day: 1 });
  const [first, second] = [await make({}, by), await make({}, by)];
  for (const job of [first, second]) expect((await put(job.uploadUrl!, csv)).status).toBe(200);
  expect((await read(first.id, by)).status).toBe('queued');
  const refused = await read(second.id, by);
  const tomorrow = new Date();
  tomorrow.setUTCHours(24, 0, 0, 0);
  expect(refused).toMatchObject({
    status: 'pending',
    startRefused: {
      code: 'quota_exceeded',
      quota: 'operations_daily',
      resetsAt: tomorrow.toISOString(),
    },
  });
  expect(await start(second.id, by)).toMatchObject({ status: 429, body: { quotaKey: 'operations_daily' } });
  await sql`update plans set operations_per_day = 9 where id =
    (select plan_id from workspaces where id = ${by.workspaceId})`.execute(service.db);
  const started = await start(second.id, by);
  expect(started).toMatchObject({ status: 200, body: { status: 'queued' } });
  expect(started.body).not.toHaveProperty('startRefused');
});

test('replacing the file of a refused job starts it if the quota now allows it', async () => {
  const by = await callerWith({ waiting: 1 });
  const jobs = [await make({}, by), await make({}, by), await make({}, by)];
  await sql`update plans set concurrency = 1 where id =
    (select plan_id from workspaces where id = ${by.workspaceId})`.execute(service.db);
  for (const job of jobs) await put(job.uploadUrl!, csv);
  const [, , last] = jobs;
  expect((await read(last!.id, by)).startRefused).toMatchObject({ quota: 'queued_jobs' });
  await by.expect(by.post(`/jobs/${jobs[1]!.id}/cancel`));
  await put(last!.uploadUrl!, csv);
  expect((await read(last!.id, by)).status).toBe('queued');
});

test('a job with a stored artifact starts when it is created', async () => {
  const { id, uploadUrl } = await client.expect(
    client.post<Artifact>('/artifacts', {
      filename: 'a.csv',
      fileSize: csv.length,
      contentType: 'text/csv',
    }),
  );
  await put(uploadUrl!, csv);
  const job = await client.create({
    type: 'document-convert',
    inputArtifactId: id,
    options: { outputFormat: 'json' },
    autoStart: true,
  });
  expect(job).toMatchObject({ status: 'queued', inputs: [{ artifactId: id }] });
  expect(job).not.toHaveProperty('uploads');
});

test("autoStart is part of an idempotency key's fingerprint, and false is the same as absent", async () => {
  const headers = { 'idempotency-key': randomUUID() };
  const job = await client.create(request(), headers);
  const replayed = await client.post('/jobs', { ...request(), autoStart: false }, headers);
  expect([replayed.status, replayed.body.id]).toEqual([200, job.id]);
  const other = await client.post<ErrorBody>('/jobs', { ...request(), autoStart: true }, headers);
  expect([other.status, other.body.code]).toEqual([409, 'idempotency_conflict']);
});

test('an upload interrupted before its commit is not stored, does not start the job, and can be repeated', async () => {
  const by = await service.client();
  const job = await make({}, by);
  const holder = new pg.Client({ connectionString: service.databaseUrl });
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from workspaces where id = $1 for update', [by.workspaceId]);
  const sending = put(job.uploadUrl!, csv);
  await until(async () => {
    const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like '%upload_at_once%' and wait_event_type = 'Lock'`.execute(
      service.db,
    );
    return rows.length === 1;
  }, 'the upload to be cut off');
  expect((await sending).status).toBeGreaterThanOrEqual(500);
  await holder.end();
  expect(await read(job.id, by)).toMatchObject({ status: 'pending', inputs: [{ uploaded: false }] });
  expect((await put(job.uploadUrl!, csv)).status).toBe(200);
  expect((await read(job.id, by)).status).toBe('queued');
});
