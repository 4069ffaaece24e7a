import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Activity, FailureSummary, System } from '../../src/contract/schemas/operator.ts';
import type { UsageBreakdown, UsageHistory } from '../../src/contract/schemas/usage.ts';
import { noteDisk } from '../../src/domain/installation/disk.ts';
import { claimModelInstalls, updateModelInstall } from '../../src/domain/installation/model-installs.ts';
import { noteQueue } from '../../src/domain/installation/queue-state.ts';
import { noteStorage } from '../../src/domain/metering/usage/history.ts';
import { addUpFailures } from '../../src/domain/work/failures/summary.ts';
import { failJob } from '../../src/queue/ends/end.ts';
import { waitForPeriodStart } from '../support/calendar.ts';
import { claimJobs } from '../support/queue.ts';
import { png } from '../support/samples.ts';
import { startService, type TestService } from '../support/service.ts';
import { firstUser, joined, type Person } from './support/person.ts';

let service: TestService;
let ada: Person;
let home: string;
let client: Awaited<ReturnType<TestService['client']>>;
beforeAll(async () => {
  await waitForPeriodStart('day', 60);
  service = await startService();
  ({ person: ada, workspaceId: home } = await firstUser(service));
  client = await service.client({ name: 'Robot' });
});
afterAll(() => service.stop());

const bytes = png(6, 4);

async function queue() {
  const job = await client.create({
    type: 'image-convert',
    filename: 'a.png',
    contentType: 'image/png',
    fileSize: bytes.length,
    options: { outputFormat: 'webp' },
  });
  await client.upload(job.uploadUrl!, bytes);
  await client.expect(client.post(`/jobs/${job.id}/start`));
  return job.id;
}

test('operators see workers, engines, models, the queue by workspace, and the storage', async () => {
  await queue();
  await queue();
  const system = await ada.ok<System>('GET', '/operator/system');
  expect(system.workers).toMatchObject([{ id: 'test', alive: true, jobs: 0 }]);
  expect(system.engines.find(engine => engine.id === 'sharp')).toMatchObject({
    version: 'test',
    licence: expect.stringMatching(/\w/),
  });
  expect(system.models.find(model => model.name.startsWith('whisper'))).toMatchObject({ installed: true });
  expect(system.queue).toMatchObject({
    queued: 2,
    processing: 0,
    workspaces: [{ id: client.workspaceId, queued: 2, processing: 0 }],
  });
  expect(system.storage).toEqual({ files: 2, bytes: 2 * bytes.length, damaged: 0 });
  expect(system).not.toHaveProperty('install');
  await sql`update workers set engines = engines - 'pikepdf', seen_at = now() - interval '1 hour'`.execute(
    service.db,
  );
  const checkedAt = '2026-11-15T10:00:00.000Z';
  await sql`update scrub set ended_at = ${checkedAt}::timestamptz`.execute(service.db);
  const poorer = await ada.ok<System>('GET', '/operator/system');
  expect(poorer.workers[0]!.alive).toBe(false);
  expect(poorer.storage.checkedAt).toBe(checkedAt);
  expect(poorer.install).toMatch(/^apt-get install .*python3-pikepdf/);
  const { person: member } = await joined(ada, home, 'member', 'member@example.com');
  for (const path of ['/operator/system', '/operator/failures/summary', '/operator/activity'])
    expect((await member.get(path)).status).toBe(403);
});

test('a long queue is counted periodically, a short one on every request', async () => {
  const read = async () => (await ada.ok<System>('GET', '/operator/system')).queue;
  const before = await read();
  await sql`insert into jobs (id, workspace_id, source, type, status, options, queued_at, expires_at, needs)
    select 'job_many' || n, ${home}, 'api', 'ocr', 'queued', '{}', now(), 'infinity', '{}'
    from generate_series(1, 1001) n`.execute(service.db);
  expect((await read()).queued).toBe(before.queued + 1001);
  await noteQueue(service.db);
  await sql`delete from jobs where id like 'job_many%'`.execute(service.db);
  const noted = await read();
  expect(noted.queued).toBe(before.queued + 1001);
  expect(noted.workspaces.find(each => each.id === home)).toMatchObject({ queued: 1001, processing: 0 });
  await noteQueue(service.db);
  expect(await read()).toMatchObject({ queued: before.queued, workspaces: before.workspaces });
});

test('failures are summarised by reason and job type, with the latest one', async () => {
  const ids: string[] = [];
  for (const reason of ['unreadable_input', 'engine_error'] as const) {
    const [claim] = await claimJobs(service.db, {
      workerId: 'worker-1',
      most: 1,
      leaseSeconds: 60,
      engines: ['sharp', 'magick', 'jxl', 'libheif', 'ghostscript'],
    });
    ids.push(randomUUID());
    await failJob(service.db, claim!, {
      reason,
      detail: 'said so',
      diagnosticId: ids.at(-1)!,
      workerId: 'worker-1',
      attempts: 3,
    });
  }
  const read = async () =>
    (await ada.ok<FailureSummary>('GET', '/operator/failures/summary?hours=1')).reasons;
  const reasons = await read();
  expect(reasons).toMatchObject([
    { reason: 'engine_error', jobType: 'image-convert', attempts: 1, jobs: 0, lastDiagnosticId: ids[1] },
    { reason: 'unreadable_input', jobType: 'image-convert', attempts: 1, jobs: 1, lastDiagnosticId: ids[0] },
  ]);
  const addUp = () => addUpFailures(service.db, { batch: 1, settledSeconds: 0 });
  await addUp();
  expect(await read()).toEqual(reasons);
  await sql`update added_up set upto = now() + interval '2 hours' where what = 'failures'`.execute(
    service.db,
  );
  await addUp();
  expect(await read(), 'when the clock was set back').toEqual(reasons);
  const { rows: added } = await sql<{ n: number }>`select sum(attempts)::int as n from failure_hours`.execute(
    service.db,
  );
  expect(added[0]!.n).toBe(2);
  const list = (query: string) =>
    ada.ok<{ failures: { diagnosticId: string }[] }>('GET', `/operator/failures?${query}`);
  expect((await list('jobType=image-convert')).failures).toHaveLength(2);
  expect((await list('jobType=ocr')).failures).toEqual([]);
});

test('operators see the jobs of the last day by hour, by type with durations, and by caller', async () => {
  await sql`insert into jobs (id, workspace_id, key_id, source, type, status, options, queued_at, started_at, completed_at, duration_ms,
      expires_at, needs)
    select 'job_ended' || n, ${client.workspaceId}, ${client.keyId}, 'api', 'pdf-rotate', 'completed', '{}', at,
      at + interval '36 seconds', at + interval '40 seconds', n * 10, 'infinity', '{}'
    from generate_series(1, 100) n, (select date_trunc('hour', now()) - interval '3 hours' as at)`.execute(
    service.db,
  );
  await sql`insert into jobs (id, workspace_id, source, type, status, options, completed_at, expires_at, needs)
    values ('job_old', ${home}, 'workspace', 'pdf-rotate', 'completed', '{}', now() - interval '25 hours', 'infinity', '{}'),
      ('job_bad', ${home}, 'workspace', 'pdf-rotate', 'failed', '{}', now(), 'infinity', '{}')`.execute(
    service.db,
  );
  const activity = await ada.ok<Activity>('GET', '/operator/activity');
  expect(activity.types.find(({ type }) => type === 'pdf-rotate')).toEqual({
    type: 'pdf-rotate',
    completed: 100,
    failed: 1,
    durationMs50: 500,
    durationMs95: 950,
  });
  // A hundred jobs that waited for 36 seconds each are one job that waited for the whole hour.
  expect(activity.hours.find(({ completed }) => completed === 100)).toEqual({
    start: expect.stringMatching(/:00:00\.000Z$/),
    completed: 100,
    failed: 0,
    waiting: 1,
    waitMs95: 36_000,
  });
  expect(activity.callers.filter(({ type }) => type === 'pdf-rotate')).toEqual([
    {
      workspaceId: client.workspaceId,
      workspaceName: expect.any(String),
      keyName: 'Robot',
      type: 'pdf-rotate',
      completed: 100,
      failed: 0,
    },
    { workspaceId: home, workspaceName: expect.any(String), type: 'pdf-rotate', completed: 0, failed: 1 },
  ]);
  expect(activity).not.toHaveProperty('countedSince');
  await sql`delete from jobs where type = 'pdf-rotate'`.execute(service.db);
});

test('operators can request a model once; members and unknown or installed models are refused', async () => {
  await sql`update workers set engines = engines - 'model:silero-vad'`.execute(service.db);
  const read = async () =>
    (await ada.ok<System>('GET', '/operator/system')).models.find(({ name }) => name === 'silero-vad')!;
  expect(await read()).toMatchObject({ installed: false, installable: true });
  const install = (name: string, who = ada) => who.post(`/operator/models/${name}/install`);
  expect((await install('silero-vad')).status).toBe(204);
  expect((await read()).installing).toEqual({ percent: 0, waiting: true });

  const [claimed] = await claimModelInstalls(service.db, 'worker-1', 1);
  expect(claimed).toBe('silero-vad');
  await updateModelInstall(service.db, 'worker-1', 'silero-vad', { status: 'installing', percent: 40 });
  await updateModelInstall(service.db, 'worker-2', 'silero-vad', { status: 'installed' });
  await install('silero-vad');
  expect((await read()).installing, 'asked again').toEqual({ percent: 40, waiting: false });
  expect(await claimModelInstalls(service.db, 'worker-2', 1)).toEqual([]);
  await sql`update model_installs set updated_at = now() - interval '2 minutes'`.execute(service.db);
  expect(await claimModelInstalls(service.db, 'worker-2', 1), 'a worker is gone').toEqual(['silero-vad']);
  const problem = { reason: 'unreachable', message: 'example.com could not be reached.' };
  await updateModelInstall(service.db, 'worker-2', 'silero-vad', { status: 'failed', ...problem });
  expect(await read()).toMatchObject({ problem, pull: 'npx filemill models pull silero-vad' });
  await install('silero-vad');
  expect(await read()).not.toHaveProperty('problem');

  expect((await install('no-such-model')).status).toBe(404);
  expect(await install('whisper-base')).toMatchObject({ status: 400, body: { code: 'invalid_state' } });
  const { person: member } = await joined(ada, home, 'admin', 'admin@example.com');
  expect((await install('silero-vad', member)).status).toBe(403);
});

test('operators see the maximum stored and the minimum free bytes of each hour', async () => {
  const stored = (await ada.ok<System>('GET', '/operator/system')).storage.bytes;
  await sql`insert into storage_hours values (now() - interval '3 days', 1, 1)`.execute(service.db);
  for (const free of [9e9, 7e9, 8e9]) await noteDisk(service.db, free);
  const { disk } = await ada.ok<Activity>('GET', '/operator/activity');
  expect(disk).toEqual([
    { start: expect.stringMatching(/:00:00\.000Z$/), storedBytes: stored, freeBytes: 7e9 },
  ]);
});

test('operators find workspaces without members, and can adopt one once', async () => {
  const list = async (query: string) =>
    (await ada.ok<{ workspaces: { id: string; members: number }[] }>('GET', `/operator/workspaces?${query}`))
      .workspaces;
  expect(await list('memberless=true')).toMatchObject([{ id: client.workspaceId, members: 0 }]);
  expect((await list('memberless=false')).map(each => each.id)).toContain(home);
  const adopted = await ada.ok('POST', `/operator/workspaces/${client.workspaceId}/adopt`);
  expect(adopted).toMatchObject({ id: client.workspaceId, role: 'owner' });
  expect(await list('memberless=true')).toEqual([]);
  expect(await list('search=nowhere')).toEqual([]);
  expect((await ada.get(`/workspaces/${client.workspaceId}/jobs`)).status).toBe(200);
  expect(await ada.post(`/operator/workspaces/${client.workspaceId}/adopt`)).toMatchObject({
    status: 400,
    body: { code: 'invalid_state' },
  });
  expect((await ada.post('/operator/workspaces/wsp_none/adopt')).status).toBe(404);
});

test('usage has a history of operations, credits and storage, and a breakdown by type, key and source', async () => {
  const at = (path: string) => `/workspaces/${client.workspaceId}${path}`;
  await noteStorage(service.db);
  await sql`delete from artifacts where workspace_id = ${client.workspaceId}
    and id = (select min(id) from artifacts where workspace_id = ${client.workspaceId})`.execute(service.db);
  await noteStorage(service.db);
  const entry = (amount: number, kind: string, day: string) => sql`
    insert into credit_entries (id, workspace_id, kind, amount, created_at)
      values (${`led_${randomUUID()}`}, ${client.workspaceId}, ${kind}, ${amount}, ${day}::timestamptz)`;
  await entry(50, 'grant', '2026-01-01T00:00:00Z').execute(service.db);
  for (const [amount, kind] of [
    [-1, 'reservation'],
    [-4, 'settlement'],
    [-2, 'reservation'],
    [2, 'release'],
  ] as const)
    await entry(amount, kind, '2026-01-02T23:59:00Z').execute(service.db);
  const { windows } = await ada.ok<UsageHistory>('GET', at('/usage/history'));
  expect(windows).toEqual([
    // The operation of an internal failure is not returned yet, because the job is retried.
    {
      start: new Date().toISOString().slice(0, 10),
      operations: 2,
      credits: 0,
      storageBytes: 2 * bytes.length,
    },
    { start: '2026-01-02', operations: 0, credits: 5 },
  ]);
  const months = await ada.ok<UsageHistory>('GET', at('/usage/history?unit=month'));
  expect(months.windows.map(each => each.start.slice(-2))).toEqual(['01', '01']);
  const shares = async (by: string) =>
    (await ada.ok<UsageBreakdown>('GET', at(`/usage/breakdown?by=${by}`))).shares;
  expect(await shares('type')).toMatchObject([{ id: 'image-convert', operations: 2, failed: 1 }]);
  expect(await shares('key')).toMatchObject([{ id: client.keyId, name: 'Robot', operations: 2 }]);
  expect(await shares('source')).toMatchObject([{ id: 'api', operations: 2 }]);
  const day = new Date().toISOString().slice(0, 10);
  const [{ days } = {}] = await shares('type&daily=true');
  expect(days).toMatchObject([{ day, operations: 2, failed: 1 }]);
  await sql`select usage_return(id) from jobs where workspace_id = ${client.workspaceId} and status = 'failed'`.execute(
    service.db,
  );
  const [today] = (await ada.ok<UsageHistory>('GET', at('/usage/history'))).windows;
  expect(today).toMatchObject({ operations: 1 });
  expect(await shares('type'), 'an operation was returned').toMatchObject([{ operations: 1, failed: 1 }]);
});
