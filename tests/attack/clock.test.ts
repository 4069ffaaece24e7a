import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import type { Job } from '../../src/contract/schemas/job.ts';
import { png } from '../support/samples.ts';
import { useService } from '../support/use-service.ts';

/** The machine's clock is set forward or back while the service runs. Timers are not affected, as on a real machine. */
const service = useService('all');
afterEach(() => vi.useRealTimers());

const hour = 3_600_000;
const setClock = (by: number) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Date.now() + by);
};

const bytes = png(4, 4);
const request = {
  type: 'image-convert',
  filename: 'a.png',
  fileSize: bytes.length,
  contentType: 'image/png',
  options: { outputFormat: 'webp' },
};

test.each([
  ['forward', 30 * hour],
  ['back', -30 * hour],
])('clock set %s: new jobs and jobs uploaded before the change run to completion', async (_, by) => {
  const client = await service.client();
  const before = await client.create(request);
  await client.upload(before.uploadUrl!, bytes);
  setClock(by);
  await client.expect(client.post(`/jobs/${before.id}/start`));
  expect((await client.end(before.id)).status).toBe('completed');
  const { result } = await client.run({ type: 'image-convert', filename: 'b.png', bytes }, request.options);
  expect(await client.download(result!.files[0]!.downloadUrl!)).toHaveLength(result!.files[0]!.size);
});

test('clock set forward: a signed URL has expired, and a new one can be requested', async () => {
  const client = await service.client();
  const { id, result } = await client.run(
    { type: 'image-convert', filename: 'b.png', bytes },
    request.options,
  );
  setClock(200 * hour);
  expect((await fetch(result!.files[0]!.downloadUrl!)).status).toBe(403);
  const { body } = await client.post<Job>(`/jobs/${id}/refresh-url`);
  expect((await fetch(body.result!.files[0]!.downloadUrl!)).status).toBe(200);
});

test('clock set back: a worker still polls for jobs without a wake-up', async () => {
  const client = await service.client();
  const { id, uploadUrl } = await client.create(request);
  await client.upload(uploadUrl!, bytes);
  const needs = (names: string[]) =>
    sql`update jobs set needs = ${names} where id = ${id}`.execute(service.db);
  const { needs: own } = await service.db
    .selectFrom('jobs')
    .select('needs')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await needs(['nobody']);
  await client.expect(client.post(`/jobs/${id}/start`));
  // A job of another workspace shows that the worker has polled since.
  await client.run({ type: 'image-convert', filename: 'b.png', bytes }, request.options);
  setClock(-hour);
  await needs(own);
  await expect.poll(async () => (await client.get<Job>(`/jobs/${id}`)).body.status).toBe('completed');
});

test('clock set back: a rate-limited key is accepted again in its next window', async () => {
  const plan = `clock-${randomUUID()}`;
  await sql`insert into plans select (jsonb_populate_record(p, jsonb_build_object('id', ${plan}::text,
      'requests_per_window', 2))).* from plans p where p.id = 'developer'`.execute(service.db);
  const client = await service.client({ plan });
  await expect.poll(async () => (await client.get('/usage')).status).toBe(429);
  setClock(-hour);
  await sql`delete from rate_windows where key_id = ${client.keyId}`.execute(service.db);
  await expect.poll(async () => (await client.get('/usage')).status).toBe(200);
});
