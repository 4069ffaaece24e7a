import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Job } from '../../src/contract/schemas/job.ts';
import { expire } from '../../src/domain/files/retention/expire.ts';
import { purge } from '../../src/domain/files/retention/purge.ts';
import { sweep } from '../../src/domain/files/retention/sweep.ts';
import { openLocalStorage } from '../../src/storage/local/local.ts';
import type { Storage } from '../../src/storage/storage.ts';
import type { ErrorBody } from '../support/client.ts';
import { png } from '../support/samples.ts';
import { until } from '../support/sending.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let storage: Storage;
beforeAll(async () => {
  service = await startService('api', { DATABASE_FILE_BYTES: '0' });
  storage = await openLocalStorage(join(service.dataDir, 'storage'));
});
afterAll(() => service.stop());

const bytes = png(5, 5);
const request = {
  type: 'image-convert',
  filename: 'a.png',
  fileSize: bytes.length,
  contentType: 'image/png',
  options: { outputFormat: 'webp' },
};

async function uploaded(client: Awaited<ReturnType<TestService['client']>>) {
  const job = await client.create(request);
  await client.upload(job.uploadUrl!, bytes);
  const { rows } = await sql<{
    storage_key: string;
  }>`select storage_key from artifacts where job_id = ${job.id}`.execute(service.db);
  return { id: job.id, key: rows[0]!.storage_key };
}
const age = (id: string) =>
  Promise.all([
    sql`update jobs set expires_at = now() - interval '1 second' where id = ${id}`.execute(service.db),
    sql`update artifacts set expires_at = now() - interval '1 second' where job_id = ${id}`.execute(
      service.db,
    ),
  ]);

test('an unstarted job expires with its upload after 24 hours', async () => {
  const client = await service.client();
  const { id, key } = await uploaded(client);
  const { body } = await client.get(`/jobs/${id}`);
  const hours = (Date.parse(body.expiresAt!) - Date.parse(body.createdAt)) / 3_600_000;
  expect(hours).toBeCloseTo(24, 2);
  await expire(service.db, storage, 100);
  expect((await client.get(`/jobs/${id}`)).body.status).toBe('pending');
  await age(id);
  await expire(service.db, storage, 100);
  const after = (await client.get(`/jobs/${id}`)).body;
  expect(after.status).toBe('expired');
  expect(after.inputs[0]).toMatchObject({ uploaded: true });
  expect(after.inputs[0]).not.toHaveProperty('artifactId');
  expect(await storage.size(key)).toBeUndefined();
  expect((await client.post<ErrorBody>(`/jobs/${id}/start`)).body.code).toBe('job_not_startable');
  expect((await client.post<ErrorBody>(`/jobs/${id}/refresh-url`)).body.code).toBe('invalid_state');
  const events = await sql<{ type: string }>`select type from events where job_id = ${id}`.execute(
    service.db,
  );
  expect(events.rows).toEqual([{ type: 'job.expired' }]);
});

test('a queued job keeps its input even if the input has expired', async () => {
  const client = await service.client();
  const { id, key } = await uploaded(client);
  await client.expect(client.post(`/jobs/${id}/start`));
  await sql`update artifacts set expires_at = now() - interval '1 day' where job_id = ${id}`.execute(
    service.db,
  );
  await expire(service.db, storage, 100);
  expect(await storage.size(key)).toBe(bytes.length);
  expect((await client.get(`/jobs/${id}`)).body.status).toBe('queued');
});

test('a canceled job keeps its state when its files are removed', async () => {
  const client = await service.client();
  const { id, key } = await uploaded(client);
  await client.expect(client.post(`/jobs/${id}/cancel`));
  await age(id);
  await expire(service.db, storage, 100);
  expect(await storage.size(key)).toBeUndefined();
  expect((await client.get(`/jobs/${id}`)).body.status).toBe('canceled');
});

test('a sweep removes only files that have no row and are old enough', async () => {
  const client = await service.client();
  const { key } = await uploaded(client);
  await storage.write('outputs/orphan', [Buffer.from('x')] as never);
  const settings = { batch: 10, orphanMinutes: 60, now: Date.now() };
  await sweep(service.db, storage, settings);
  expect(await storage.size('outputs/orphan')).toBe(1);
  const later = { ...settings, now: Date.now() + 61 * 60_000 };
  // After a failover, the old server may still answer for a moment, with old rows.
  await service.db
    .transaction()
    .setAccessMode('read only')
    .execute(readOnly => sweep(readOnly, storage, later));
  expect(await storage.size('outputs/orphan')).toBe(1);
  await sweep(service.db, storage, later);
  expect(await storage.size('outputs/orphan')).toBeUndefined();
  expect(await storage.size(key)).toBe(bytes.length);
});

test('without a reliable clock, a file is removed only after two sweeps found no row for it', async () => {
  const client = await service.client();
  await storage.write('outputs/twice', [Buffer.from('x')] as never);
  const { key } = await uploaded(client);
  const settings = { batch: 10, orphanMinutes: 60, now: Date.now() + 61 * 60_000 };
  const first = await sweep(service.db, storage, { ...settings, seenBefore: new Set([key]) });
  expect([first.removed, first.unnamed.has('outputs/twice')]).toEqual([0, true]);
  await storage.write('outputs/later', [Buffer.from('x')] as never);
  const second = await sweep(service.db, storage, { ...settings, seenBefore: first.unnamed });
  expect([second.removed, [...second.unnamed]]).toEqual([1, ['outputs/later']]);
  expect(await storage.size('outputs/twice')).toBeUndefined();
  expect(await storage.size(key)).toBe(bytes.length);
  await storage.remove('outputs/later');
});

async function listOrphans(): Promise<string[]> {
  const found: string[] = [];
  for await (const { key } of storage.list()) if (key.startsWith('outputs/orphan-')) found.push(key);
  return found;
}

test('the next sweep finishes the work of a killed sweeper', async () => {
  const client = await service.client();
  const { key } = await uploaded(client);
  for (let i = 0; i < 300; i++) await storage.write(`outputs/orphan-${i}`, [Buffer.from('x')] as never);
  const child = fork(fileURLToPath(new URL('./sweeper.ts', import.meta.url)), [
    service.databaseUrl,
    join(service.dataDir, 'storage'),
  ]);
  await once(child, 'message');
  await until(async () => (await listOrphans()).length < 300, 'the sweeper has begun');
  child.kill('SIGKILL');
  await once(child, 'exit');
  await sweep(service.db, storage, { batch: 50, orphanMinutes: -1, now: Date.now() });
  expect(await listOrphans()).toEqual([]);
  expect(await storage.size(key)).toBe(bytes.length);
});

test('rows of old jobs are purged together with their idempotency keys', async () => {
  const client = await service.client();
  const { id } = await client.create(request, { 'idempotency-key': 'old' });
  await client.expect(client.post(`/jobs/${id}/cancel`));
  await purge(service.db, { rowDays: 90, batch: 100 });
  expect((await client.get(`/jobs/${id}`)).status).toBe(200);
  await sql`update jobs set completed_at = now() - interval '91 days' where id = ${id}`.execute(service.db);
  await sql`update idempotency_keys set created_at = now() - interval '91 days' where resource_id = ${id}`.execute(
    service.db,
  );
  await purge(service.db, { rowDays: 90, batch: 100 });
  expect((await client.get(`/jobs/${id}`)).status).toBe(404);
  expect((await client.create(request, { 'idempotency-key': 'old' })).id).not.toBe(id);
});

test('a deleted recipe is purged once its runs are', async () => {
  const client = await service.client();
  const steps = [{ name: 'Convert', jobType: 'image-convert', options: { outputFormat: 'webp' } }];
  const make = async () =>
    (await client.expect(client.post<{ id: string }>('/recipes', { name: 'R', steps }))).id;
  const [kept, used, unused] = [await make(), await make(), await make()];
  const { key: _, id: jobId } = await uploaded(client);
  const { inputs } = await client.expect(client.get<Job>(`/jobs/${jobId}`));
  const input = { inputArtifactId: inputs[0]!.artifactId };
  const run = await client.expect(client.post<{ id: string }>(`/recipes/${used}/runs`, input));
  await client.expect(client.post(`/recipe-runs/${run.id}/cancel`));
  for (const id of [used, unused]) await client.send('DELETE', `/recipes/${id}`);
  const readIds = async () =>
    (
      await service.db.selectFrom('recipes').select('id').where('id', 'in', [kept, used, unused]).execute()
    ).map(({ id }) => id);
  const purgeRows = () => purge(service.db, { rowDays: 90, batch: 100 });
  await purgeRows();
  expect(await readIds()).toHaveLength(3);
  await sql`update recipes set created_at = now() - interval '91 days', deleted_at = deleted_at - interval '91 days'`.execute(
    service.db,
  );
  await purgeRows();
  expect((await readIds()).sort()).toEqual([kept, used].sort());
  expect((await client.get(`/recipe-runs/${run.id}`)).status).toBe(200);
  await sql`update recipe_runs set completed_at = now() - interval '91 days'`.execute(service.db);
  await purgeRows();
  expect(await readIds()).toEqual([kept]);
});
