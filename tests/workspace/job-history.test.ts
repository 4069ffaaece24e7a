import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Event } from '../../src/contract/schemas/event.ts';
import type { Job, ListedJob } from '../../src/contract/schemas/job.ts';
import type { Delivery } from '../../src/contract/schemas/webhook.ts';
import { png } from '../support/samples.ts';
import { startService, type TestService } from '../support/service.ts';
import { Receiver } from '../webhooks/support/receiver.ts';
import { firstUser, joined, type Person } from './support/person.ts';

/** The whole service: jobs of a key run, one completes and one fails, and a webhook receives both events. */
let service: TestService;
let receiver: Receiver;
let ada: Person;
let home: string;
let client: Awaited<ReturnType<TestService['client']>>;
let hook: string;
let done: ListedJob;
let failed: ListedJob;
beforeAll(async () => {
  receiver = await Receiver.start();
  service = await startService('all', { WEBHOOK_ALLOW_HOSTS: `127.0.0.1:${receiver.port}` });
  ({ person: ada, workspaceId: home } = await firstUser(service));
  client = await service.client({ workspaceId: home, name: 'Nightly import' });
  ({ id: hook } = await ada.ok<{ id: string }>('POST', at('/webhooks'), { url: receiver.url }));
  done = await client.run(
    { type: 'image-convert', filename: 'Holiday_100%.png', bytes: png(6, 4) },
    { outputFormat: 'webp' },
  );
  const broken = Uint8Array.from(png(6, 4)).fill(7, 40);
  failed = await client.run(
    { type: 'image-convert', filename: 'broken.png', bytes: broken },
    { outputFormat: 'webp' },
  );
  await receiver.count(4);
});
afterAll(async () => {
  await service.stop();
  await receiver.stop();
});

const at = (path: string) => `/workspaces/${home}${path}`;

interface History {
  origin: { key?: { id: string; name: string } };
  timeline: { what: string; at: string; worker?: string; reason?: string; diagnosticId?: string }[];
  events: Event[];
  deliveries: Delivery[];
}

describe('the history of a job', () => {
  test('has the times, the creator, the worker and the webhook deliveries', async () => {
    const history = await ada.ok<History>('GET', at(`/jobs/${done.id}/history`));
    expect(history.origin.key).toEqual({ id: client.keyId, name: 'Nightly import' });
    expect(history.timeline.map(each => each.what)).toEqual([
      'created',
      'uploaded',
      'queued',
      'started',
      'completed',
    ]);
    const times = history.timeline.map(each => Date.parse(each.at));
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(history.timeline[3]!.worker).toMatch(/\w/);
    expect(history.events.map(event => event.type)).toEqual(['job.started', 'job.completed']);
    expect(history.deliveries.map(each => [each.webhookId, each.type])).toEqual([
      [hook, 'job.completed'],
      [hook, 'job.started'],
    ]);
  });

  test('of a failed job has the reason and the diagnostic id', async () => {
    expect(failed.status).toBe('failed');
    const { timeline } = await ada.ok<History>('GET', at(`/jobs/${failed.id}/history`));
    expect(timeline.at(-1)).toMatchObject({
      what: 'failed',
      reason: 'unreadable_input',
      diagnosticId: failed.failure!.diagnosticId,
    });
    expect((await ada.get(at('/jobs/job_none/history'))).status).toBe(404);
  });

  test('of a waiting job has the number of jobs ahead', async () => {
    const create = async () => {
      const bytes = png(2, 2);
      const job = await client.create({
        type: 'image-convert',
        filename: 'a.png',
        contentType: 'image/png',
        fileSize: bytes.length,
        options: { outputFormat: 'webp' },
      });
      // As if no worker claimed it.
      await service.db
        .updateTable('jobs')
        .set({ status: 'queued', queued_at: new Date(), run_at: new Date('2999-01-01') })
        .where('id', '=', job.id)
        .execute();
      return job.id;
    };
    const [first, second] = [await create(), await create()];
    expect(await ada.ok('GET', at(`/jobs/${first}/history`))).toMatchObject({ ahead: 0 });
    expect(await ada.ok('GET', at(`/jobs/${second}/history`))).toMatchObject({ ahead: 1 });
    for (const id of [first, second]) await ada.ok('POST', at(`/jobs/${id}/cancel`));
  });
});

describe('running a job again', () => {
  test('uses the stored files with other options, even after a failure', async () => {
    const again = await ada.ok<Job>('POST', at(`/jobs/${done.id}/run-again`), {
      options: { outputFormat: 'jpeg', quality: 50 },
    });
    expect(again).toMatchObject({ type: 'image-convert', source: 'workspace', status: 'queued' });
    expect(again.id).not.toBe(done.id);
    const ended = await ada.ok<Job>('GET', at(`/jobs/${again.id}?wait=30`));
    expect(ended).toMatchObject({ status: 'completed', options: { outputFormat: 'jpeg', quality: 50 } });
    const bytes = await client.download(ended.result!.downloadUrl!);
    expect([...bytes.subarray(0, 2)]).toEqual([0xff, 0xd8]);
    const same = await ada.ok<Job>('POST', at(`/jobs/${failed.id}/run-again`), {});
    expect(await ada.ok<Job>('GET', at(`/jobs/${same.id}?wait=30`))).toMatchObject({ status: 'failed' });
    for (const { id } of [again, same]) await ada.send('DELETE', at(`/jobs/${id}`));
  });

  test('is refused with invalid options or without its files', async () => {
    const wrong = await ada.post(at(`/jobs/${done.id}/run-again`), { options: { outputFormat: 'docx' } });
    expect(wrong).toMatchObject({ status: 400, body: { details: [{ path: 'options.outputFormat' }] } });
    const bytes = png(2, 2);
    const never = await client.create({
      type: 'image-convert',
      filename: 'a.png',
      contentType: 'image/png',
      fileSize: bytes.length,
      options: { outputFormat: 'webp' },
    });
    expect(await ada.post(at(`/jobs/${never.id}/run-again`), {})).toMatchObject({
      status: 400,
      body: { code: 'invalid_state' },
    });
    await ada.send('DELETE', at(`/jobs/${never.id}`));
    expect((await ada.post(at('/jobs/job_none/run-again'), {})).status).toBe(404);
  });
});

describe('jobs are found', () => {
  const list = async (query: string) =>
    (await ada.ok<{ jobs: (ListedJob & { origin: unknown })[] }>('GET', at(`/jobs?${query}`))).jobs;
  const ids = async (query: string) => (await list(query)).map(job => job.id);

  test('by a literal part of the file name, and by ids', async () => {
    expect(await ids('search=holiday')).toEqual([done.id]);
    expect(await ids('search=100%25')).toEqual([done.id]);
    expect(await ids('search=1%250')).toEqual([]);
    expect(await ids('search=y_1')).toEqual([done.id]);
    expect(await ids('search=o_1')).toEqual([]);
    expect(await ids(`search=${done.id}`)).toEqual([done.id]);
    expect(await ids(`search=${failed.failure!.diagnosticId}`)).toEqual([failed.id]);
  });

  test('by the key that created them, which the list shows', async () => {
    const [first] = await list(`keyId=${client.keyId}&status=failed`);
    expect(first).toMatchObject({ id: failed.id, origin: { key: { name: 'Nightly import' } } });
    expect(await ids('keyId=key_none')).toEqual([]);
  });
});

describe('deliveries', () => {
  const list = async (query: string) =>
    (await ada.ok<{ deliveries: Delivery[] }>('GET', at(`/deliveries?${query}`))).deliveries;

  test('are found by job, event, type, status and diagnostic id, in pages', async () => {
    expect((await list(`jobId=${done.id}`)).map(each => each.type)).toEqual(['job.completed', 'job.started']);
    const [byId] = await list(`diagnosticId=${failed.failure!.diagnosticId}&type=job.failed`);
    expect(byId).toMatchObject({ jobId: failed.id, status: 'delivered', attempts: [{ status: 200 }] });
    expect(await list(`eventId=${byId!.eventId}`)).toEqual([byId]);
    expect(await list('status=failed')).toEqual([]);
    expect(await list(`diagnosticId=${randomUUID()}`)).toEqual([]);
    const all = await list('limit=100');
    const first = await ada.ok<{ deliveries: Delivery[]; nextCursor: string }>(
      'GET',
      at('/deliveries?limit=1'),
    );
    const rest = await list(`limit=100&cursor=${first.nextCursor}`);
    expect([...first.deliveries, ...rest]).toEqual(all);
    expect((await ada.get(at('/deliveries?cursor=x'))).status).toBe(400);
    expect((await ada.get(at('/deliveries?diagnosticId=x'))).status).toBe(400);
    const one = await ada.ok<Delivery>('GET', at(`/webhooks/${hook}/deliveries/${byId!.eventId}`));
    expect(JSON.parse(one.body!)).toMatchObject({ type: 'job.failed', data: { id: failed.id } });
  });

  test('of a job are found by an operator who is not a member of its workspace', async () => {
    const lab = await ada.ok<{ id: string }>('POST', '/workspaces', { name: 'Lab' });
    const { person: bob, id } = await joined(ada, lab.id, 'member', 'bob@example.com');
    const asked = (query: string) => bob.get<{ deliveries: Delivery[] }>(`/operator/deliveries?${query}`);
    expect((await asked(`jobId=${done.id}`)).status).toBe(403);
    await service.db.updateTable('users').set({ operator: true }).where('id', '=', id).execute();
    expect((await bob.get(at(`/deliveries?jobId=${done.id}`))).status).toBe(404);
    const listTypes = async (query: string) => (await asked(query)).body.deliveries.map(each => each.type);
    expect(await listTypes(`jobId=${done.id}`)).toEqual(['job.completed', 'job.started']);
    const { diagnosticId } = failed.failure!;
    expect(await listTypes(`diagnosticId=${diagnosticId}`)).toEqual(['job.failed', 'job.started']);
    for (const [query, status] of [
      ['jobId=job_x', 404],
      [`diagnosticId=${randomUUID()}`, 404],
      ['limit=3', 400],
      [`jobId=${done.id}&diagnosticId=${diagnosticId}`, 400],
    ] as const)
      expect((await asked(query)).status, query).toBe(status);
  });

  test('that failed can all be sent again, and the activity counts the attempts by hour', async () => {
    await service.db
      .updateTable('deliveries')
      .set({ status: 'failed', ended_at: new Date() })
      .where('webhook_id', '=', hook)
      .execute();
    const before = receiver.received.length;
    const again = await ada.ok('POST', at(`/webhooks/${hook}/deliveries/redeliver-failed`));
    expect(again).toEqual({ redelivered: before });
    await receiver.count(2 * before);
    expect(await ada.ok('POST', at(`/webhooks/${hook}/deliveries/redeliver-failed`))).toEqual({
      redelivered: 0,
    });
    type Hours = { hours: { delivered: number; retried: number; failed: number }[] };
    for (;;) {
      const { hours } = await ada.ok<Hours>('GET', at(`/webhooks/${hook}/activity?hours=2`));
      expect(hours).toHaveLength(2);
      const sum = hours.reduce((total, hour) => total + hour.delivered, 0);
      expect(hours.every(hour => hour.failed === 0)).toBe(true);
      if (sum >= 2 * before) break;
    }
  });
});

test('events can be read newest first, by type and in pages', async () => {
  const list = (query: string) =>
    ada.ok<{ events: Event[]; nextCursor: string | null }>('GET', at(`/events?${query}`));
  const oldest = (await list('limit=100')).events;
  const newest = (await list('limit=100&order=newest')).events;
  expect(newest).toEqual([...oldest].reverse());
  const first = await list('limit=1&order=newest');
  const second = await list(`limit=1&order=newest&before=${first.nextCursor}`);
  expect([...first.events, ...second.events]).toEqual(newest.slice(0, 2));
  const failures = (await list('order=newest&type=job.failed')).events;
  expect(failures.every(event => event.type === 'job.failed')).toBe(true);
  expect(failures.at(-1)!.data.id).toBe(failed.id);
  expect((await client.send('GET', '/events?order=newest')).status).toBe(400);
});
