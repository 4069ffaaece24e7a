import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/contract/ids.ts';
import type { Job } from '../../src/contract/schemas/job.ts';
import { limits } from '../../src/settings/limits.ts';
import { pdf, png } from '../support/samples.ts';
import type { TestService } from '../support/service.ts';
import { useSharedService } from '../support/use-service.ts';

const service = useSharedService();
let client: Awaited<ReturnType<TestService['client']>>;
beforeAll(async () => {
  client = await service.client();
});

const csv = 'name,n\nAda,1\n';
const other = 'name,n\nEve,2\n';
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

async function createUploadedJob() {
  const job = await client.create({
    type: 'document-convert',
    filename: 'a.csv',
    fileSize: csv.length,
    contentType: 'text/csv',
    options: { outputFormat: 'json' },
  });
  await client.upload(job.uploadUrl!, Buffer.from(csv));
  return job;
}

const readResult = async (id: string) => {
  const { result } = await client.end(id);
  return JSON.parse(Buffer.from(await client.download(result!.downloadUrl!)).toString());
};

test('starting a job returns its uploaded inputs', async () => {
  const { id } = await createUploadedJob();
  const read = await client.expect(client.get(`/jobs/${id}`));
  const { status, inputs, ...started } = await client.expect(client.post(`/jobs/${id}/start`));
  expect(status).toBe('queued');
  expect(inputs).toEqual(read.inputs);
  expect(inputs[0]?.sha256).toBe(sha256(csv));
  expect(started).toMatchObject({ options: read.options, createdAt: read.createdAt, source: 'api' });
  expect(await readResult(id)).toEqual([{ name: 'Ada', n: '1' }]);
  const again = await client.expect(client.post(`/jobs/${id}/start`));
  expect(again.status).toBe('completed');
});

test('a job runs on the file uploaded last, whichever process received it', async () => {
  const { id } = await createUploadedJob();
  await sql`select upload_at_once(${id}, 0, ${newId('artifact')}, ${`row/${id}`}, ${other.length}::bigint, ${sha256(other)}, ${Buffer.from(other)}::bytea)`.execute(
    service.db,
  );
  const { inputs } = await client.expect(client.post(`/jobs/${id}/start`));
  expect(inputs[0]?.sha256).toBe(sha256(other));
  expect(await readResult(id)).toEqual([{ name: 'Eve', n: '2' }]);
});

test('a job that another process canceled or erased does not start', async () => {
  const canceled = await createUploadedJob();
  await sql`select job_cancel(${client.workspaceId}, ${canceled.id})`.execute(service.db);
  expect(await client.post(`/jobs/${canceled.id}/start`)).toMatchObject({
    status: 409,
    body: {
      code: 'job_not_startable',
      message: 'The job is canceled and cannot be started again. Create a new one.',
    },
  });
  const erased = await createUploadedJob();
  await sql`update jobs set deleted_at = now() where id = ${erased.id}`.execute(service.db);
  expect(await client.post(`/jobs/${erased.id}/start`)).toMatchObject({
    status: 404,
    body: { code: 'job_not_found' },
  });
});

test('another workspace cannot start the job, and its owner still can', async () => {
  const { id } = await createUploadedJob();
  const stranger = await service.client();
  expect(stranger.workspaceId).not.toBe(client.workspaceId);
  expect((await stranger.post(`/jobs/${id}/start`)).status).toBe(404);
  expect((await client.post(`/jobs/${id}/start`)).status).toBe(200);
  expect(await readResult(id)).toEqual([{ name: 'Ada', n: '1' }]);
});

/** The job without its signed URLs, which differ in every response. */
const withoutUrls = (job: Job): unknown =>
  JSON.parse(JSON.stringify(job, (key, value) => (/Url$|UrlExpiresAt$/.test(key) ? undefined : value)));

test.each([
  ['one file', 'image-resize', png(64, 48), 'a.png', { width: 32 }],
  ['several files', 'pdf-split', pdf(['one', 'two', 'three']), 'a.pdf', { mode: 'every', every: 1 }],
  ['warnings', 'document-convert', Buffer.from('[{"a": [1, 2]}]'), 'a.json', { outputFormat: 'csv' }],
])(
  'a waiting request gets the same answer as a later read: %s',
  async (_name, type, bytes, filename, options) => {
    const job = await client.create({
      type,
      filename,
      fileSize: bytes.length,
      contentType: 'application/octet-stream',
      options,
    });
    await client.upload(job.uploadUrl!, bytes);
    await client.expect(client.post(`/jobs/${job.id}/start`));
    const [waited, also] = await Promise.all([client.end(job.id), client.end(job.id)]);
    const read = await client.expect(client.get(`/jobs/${job.id}`));
    expect(withoutUrls(waited)).toEqual(withoutUrls(read));
    expect(withoutUrls(also)).toEqual(withoutUrls(read));
    for (const { downloadUrl, size } of waited.result?.files ?? [])
      expect((await client.download(downloadUrl!)).length).toBe(size);
  },
);

test('wait=0 returns the processing job, and a waiting request returns once it is canceled', async () => {
  const bytes = png(3000, 3000);
  const job = await client.create({
    type: 'image-convert',
    filename: 'a.png',
    fileSize: bytes.length,
    contentType: 'image/png',
    options: { outputFormat: 'avif' },
  });
  await client.upload(job.uploadUrl!, bytes);
  await client.expect(client.post(`/jobs/${job.id}/start`));
  await expect
    .poll(async () => (await client.get(`/jobs/${job.id}?wait=0`)).body.status, { interval: 10 })
    .toBe('processing');
  const stranger = await service.client();
  expect((await stranger.get(`/jobs/${job.id}?wait=5`)).status).toBe(404);
  const waiting = client.get(`/jobs/${job.id}?wait=20`);
  await sql`select job_cancel(${client.workspaceId}, ${job.id})`.execute(service.db);
  expect((await waiting).body.status).toBe('canceled');
});

test('a worker claims a job with autoStart at once, and a waiting request returns the completed job', async () => {
  const job = await client.create({
    type: 'document-convert',
    filename: 'a.csv',
    fileSize: csv.length,
    contentType: 'text/csv',
    options: { outputFormat: 'json' },
    autoStart: true,
  });
  await client.upload(job.uploadUrl!, Buffer.from(csv));
  const done = await client.expect(client.get(`/jobs/${job.id}?wait=20`));
  expect(done.status).toBe('completed');
  // This is well before a worker would poll.
  expect(Date.parse(done.startedAt!) - Date.parse(done.queuedAt!)).toBeLessThan(limits.pollSeconds * 1000);
});
