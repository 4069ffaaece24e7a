import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Job } from '../../src/contract/schemas/job.ts';
import { expire } from '../../src/domain/files/retention/expire.ts';
import { mendStorageCounters } from '../../src/domain/metering/usage/mend-storage.ts';
import { openLocalStorage } from '../../src/storage/local/local.ts';
import { byHand, result } from '../queue/by-hand.ts';
import type { ErrorBody } from '../support/client.ts';
import { completeJob } from '../support/queue.ts';
import { png } from '../support/samples.ts';
import { begin, send, until } from '../support/sending.ts';
import type { TestService } from '../support/service.ts';
import { makePngBytes } from '../support/transfers.ts';
import { useService } from '../support/use-service.ts';

/** Bytes on the disk that no quota would count: uploads that are never completed, and outputs. */
const service = useService('all');

type Caller = Awaited<ReturnType<TestService['client']>>;

const plan = async (storageBytes: number): Promise<string> => {
  const id = `storage-${randomUUID()}`;
  await sql`insert into plans select (jsonb_populate_record(p, jsonb_build_object('id', ${id}::text,
      'storage_bytes', ${storageBytes}::bigint))).* from plans p where p.id = 'developer'`.execute(
    service.db,
  );
  return id;
};

const caller = async (storageBytes: number) => service.client({ plan: await plan(storageBytes) });

async function used(client: Caller): Promise<number> {
  const { body } = await client.get<{ quotas: { storage_bytes: { used: number } } }>('/usage');
  return body.quotas.storage_bytes.used;
}

/** Lists the stored files of a job, including partial ones. */
async function listStoredFiles(jobId: string): Promise<string[]> {
  const names = await readdir(join(service.dataDir, 'storage'), { recursive: true });
  return names.filter(name => name.includes(jobId));
}

const listPartialFiles = async (): Promise<string[]> => readdir(join(service.dataDir, 'storage', 'tmp'));

const declared = (bytes: Uint8Array, options: object = { outputFormat: 'webp' }) => ({
  type: 'image-convert',
  filename: 'a.png',
  contentType: 'image/png',
  fileSize: bytes.length,
  options,
});

const chunk = {
  'tus-resumable': '1.0.0',
  'upload-offset': 0,
  'content-type': 'application/offset+octet-stream',
};

describe('a resumable upload that is one byte short', () => {
  const bytes = makePngBytes(1_000_000);

  async function almost(client: Caller): Promise<Job> {
    const job = await client.create(declared(bytes));
    expect((await send('PATCH', job.uploadUrl!, bytes.subarray(1), chunk)).status).toBe(400);
    expect((await send('PATCH', job.uploadUrl!, bytes.subarray(0, -1), chunk)).status).toBe(204);
    expect(await listStoredFiles(job.id)).toHaveLength(1);
    return job;
  }

  test.each([
    ['DELETE', (client: Caller, id: string) => client.send('DELETE', `/jobs/${id}`)],
    ['cancel', (client: Caller, id: string) => client.post(`/jobs/${id}/cancel`)],
  ])('counts towards the storage quota until %s erases it', async (_, end) => {
    const client = await caller(3_000_000);
    const job = await almost(client);
    expect(await used(client)).toBe(bytes.length);
    expect((await end(client, job.id)).status).toBeLessThan(300);
    expect(await listStoredFiles(job.id)).toEqual([]);
    expect(await used(client)).toBe(0);
  });

  test('is erased when the job expires', async () => {
    const client = await caller(3_000_000);
    const { id } = await almost(client);
    await sql`update jobs set expires_at = now() - interval '1 second' where id = ${id}`.execute(service.db);
    await expire(service.db, await openLocalStorage(join(service.dataDir, 'storage')), 10);
    expect(await listStoredFiles(id)).toEqual([]);
    expect(await used(client)).toBe(0);
  });
});

test('of forty concurrent uploads to one URL only one is accepted, and one copy is stored', async () => {
  const client = await caller(3_000_000);
  const bytes = makePngBytes(2_500_000);
  const { id, uploadUrl } = await client.create(declared(bytes));
  const senders = Array.from({ length: 40 }, () =>
    begin('PUT', uploadUrl!, { 'content-length': bytes.length }),
  );
  for (const { request } of senders) request.write(bytes.subarray(0, 2_000_000));
  const ended = new Map<number, number>();
  for (const [n, { answer }] of senders.entries())
    answer.then(({ status }) => ended.set(n, status)).catch(() => {});
  await until(() => ended.size === 39, 'all uploads but one to end');
  expect(new Set(ended.values())).toEqual(new Set([409]));
  expect((await listPartialFiles()).length).toBeLessThanOrEqual(1);
  expect(await used(client)).toBe(bytes.length);
  const open = senders.filter((_, n) => !ended.has(n));
  expect(open).toHaveLength(1);
  open[0]!.request.end(bytes.subarray(2_000_000));
  expect((await open[0]!.answer).status).toBe(200);
  expect(await listStoredFiles(id)).toHaveLength(1);
});

test('a replacement counts in addition to the stored input during its upload', async () => {
  const client = await caller(3_000_000);
  const bytes = makePngBytes(1_600_000);
  const { uploadUrl } = await client.create(declared(bytes));
  expect((await send('PUT', uploadUrl!, bytes)).status).toBe(200);
  const { status, body } = await send('PUT', uploadUrl!, bytes);
  expect([status, body.quotaKey]).toEqual([429, 'storage_bytes']);
  expect(await used(client)).toBe(bytes.length);
});

test.each(['PUT', 'PATCH'])('a stalled %s is ended when its job is erased', async method => {
  const client = await caller(3_000_000);
  const bytes = makePngBytes(1_000_000);
  const { id, uploadUrl } = await client.create(declared(bytes));
  const sending = begin(method, uploadUrl!, {
    ...(method === 'PATCH' && chunk),
    'content-length': bytes.length,
  });
  sending.request.write(bytes.subarray(0, 900_000));
  await until(async () => (await client.get<Job>(`/jobs/${id}`)).body.status === 'uploading', 'an upload');
  expect((await client.send('DELETE', `/jobs/${id}`)).status).toBe(204);
  expect((await sending.answer).body.code).toBe('invalid_state');
  expect(await listStoredFiles(id)).toEqual([]);
  expect(await listPartialFiles()).toEqual([]);
});

describe('outputs', () => {
  /** A few kilobytes that expand to four megabytes. */
  const drawing = png(1200, 1200);
  const large = { outputFormat: 'bmp' };

  test('count towards the quota; a job whose outputs exceed it fails, is not charged and stores none', async () => {
    const client = await caller(6_000_000);
    const file = { type: 'image-convert', filename: 'a.png', bytes: drawing };
    const first = await client.run(file, large);
    expect(first.status).toBe('completed');
    const held = await used(client);
    expect(held).toBe(first.result!.files[0]!.size + drawing.length);
    const second = await client.run(file, large);
    expect(second).toMatchObject({ status: 'failed', failure: { reason: 'limit_exceeded' } });
    expect(await used(client)).toBe(held + drawing.length);
    await until(async () => (await listStoredFiles(second.id)).length === 1, 'only the input on the disk');
    const { body } = await client.get<{ quotas: { operations: { used: number } } }>('/usage');
    expect(body.quotas.operations.used).toBe(1);
  });

  test('are not produced if the storage is full: the start is refused', async () => {
    const client = await caller(drawing.length);
    const { id, uploadUrl } = await client.create(declared(drawing, large));
    await client.upload(uploadUrl!, drawing);
    const { status, body } = await client.post<ErrorBody>(`/jobs/${id}/start`);
    expect([status, body.code, body.quotaKey]).toEqual([429, 'quota_exceeded', 'storage_bytes']);
  });

  test('never exceed the quota in total, however many jobs end at once', async () => {
    const database = service.db;
    const queue = byHand(database);
    const { ws } = await queue.workspace({ concurrency: 20, storage_bytes: 20 * 3 + 7, waiting: 100 });
    const jobs = [];
    for (let made = 0; made < 20; made++) jobs.push(await queue.create(ws));
    for (const job of jobs) await queue.upload(job);
    // The worker cannot reach it.
    await sql`update jobs set needs = '{by-hand}' where workspace_id = ${ws}`.execute(database);
    for (const job of jobs) expect(await queue.start(job)).toBe('started');
    const { rows } = await sql<{ id: string; attempt: number }>`
      update jobs set status = 'processing', attempt = 1, lease_until = now() + interval '1 hour'
        where workspace_id = ${ws} returning id, attempt`.execute(database);
    const claims = rows.map(row => ({ ...row, workspaceId: ws }) as never);
    const outcomes = await Promise.all(claims.map(claim => completeJob(database, claim, result())));
    expect(outcomes.filter(outcome => outcome === 'completed')).toHaveLength(7);
    expect(outcomes.filter(outcome => outcome === 'storage_bytes')).toHaveLength(13);
  });
});

test('the storage counter equals the stored bytes, and a wrong counter is corrected', async () => {
  expect(await mendStorageCounters(service.db)).toEqual([]);
  const client = await caller(1_000_000);
  const { uploadUrl } = await client.create(declared(makePngBytes(5000)));
  await send('PUT', uploadUrl!, makePngBytes(5000));
  await sql`update storage_counters set bytes = bytes + 777 where workspace_id = ${client.workspaceId}`.execute(
    service.db,
  );
  expect(await mendStorageCounters(service.db)).toEqual([{ workspaceId: client.workspaceId, wrongBy: 777 }]);
  expect(await used(client)).toBe(5000);
});
