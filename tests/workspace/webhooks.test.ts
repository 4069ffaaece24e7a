import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Delivery, Webhook as Shown } from '../../src/contract/schemas/webhook.ts';
import type { Scope } from '../../src/contract/states.ts';
import { startService, type TestService } from '../support/service.ts';
import { Receiver } from '../webhooks/support/receiver.ts';
import { answered, documentOf, firstUser, type Person } from './support/person.ts';

let service: TestService;
let receiver: Receiver;
let ada: Person;
let home: string;
let hook: { id: string; secret: string };
/** An event that was sent to the webhook, and to no callback. */
let hookEvent: string;
beforeAll(async () => {
  receiver = await Receiver.start();
  service = await startService('all', { WEBHOOK_ALLOW_HOSTS: `127.0.0.1:${receiver.port}` });
  ({ person: ada, workspaceId: home } = await firstUser(service));
});
afterAll(async () => {
  await service.stop();
  await receiver.stop();
});

const at = (path = '') => `/workspaces/${home}/webhooks${path}`;
const verified = (secret: string, n: number) =>
  new Webhook(secret).verify(receiver.received[n]!.body, receiver.received[n]!.headers);
const delivered = async (eventId: string, attempts = 1) => {
  for (;;) {
    const delivery = await ada.ok<Delivery>('GET', at(`/${hook.id}/deliveries/${eventId}`));
    if (delivery.attempts.length >= attempts) return delivery;
  }
};

test('a new webhook shows its secret once, receives a test event, and logs the attempt', async () => {
  hook = await ada.ok('POST', at(), { url: receiver.url, events: ['job.completed'], description: 'books' });
  expect(hook.secret).toMatch(/^whsec_/);
  const { webhooks } = await ada.ok<{ webhooks: Shown[] }>('GET', at());
  expect(webhooks).toMatchObject([
    { id: hook.id, status: 'active', events: ['job.completed'], description: 'books' },
  ]);
  expect(JSON.stringify(webhooks)).not.toContain(hook.secret);

  const { eventId } = await ada.ok<{ eventId: string }>('POST', at(`/${hook.id}/test`));
  hookEvent = eventId;
  await receiver.count(1);
  expect(verified(hook.secret, 0)).toMatchObject({ type: 'webhook.test' });
  expect(await delivered(eventId)).toMatchObject({
    type: 'webhook.test',
    status: 'delivered',
    attempts: [{ number: 1, status: 200 }],
  });

  expect((await ada.post(at(`/${hook.id}/deliveries/${eventId}/redeliver`))).status).toBe(202);
  await receiver.count(2);
  expect(receiver.received[1]!.headers['webhook-id']).toBe(receiver.received[0]!.headers['webhook-id']);
  await delivered(eventId, 2);
  const log = await ada.ok<{ deliveries: Delivery[] }>('GET', at(`/${hook.id}/deliveries?status=delivered`));
  expect(log.deliveries.map(each => each.attempts.length)).toEqual([2]);
});

test('after a rotation both secrets sign until the overlap ends', async () => {
  const fresh = await ada.ok<{ secret: string; oldSecretUntil: string }>('POST', at(`/${hook.id}/rotate`), {
    overlapSeconds: 600,
  });
  await ada.ok('POST', at(`/${hook.id}/test`));
  await receiver.count(3);
  expect(verified(fresh.secret, 2)).toEqual(verified(hook.secret, 2));
  expect((await ada.ok<Shown>('GET', at(`/${hook.id}`))).oldSecretUntil).toBe(fresh.oldSecretUntil);
});

test('a paused webhook refuses test events, and can be resumed and changed', async () => {
  expect(await ada.ok('POST', at(`/${hook.id}/pause`))).toMatchObject({
    status: 'paused',
    pausedReason: 'by_hand',
  });
  expect(await ada.post(at(`/${hook.id}/test`))).toMatchObject({
    status: 400,
    body: { code: 'invalid_state' },
  });
  expect(await ada.ok('POST', at(`/${hook.id}/resume`))).toMatchObject({ status: 'active' });
  const changed = await ada.ok('PATCH', at(`/${hook.id}`), { events: ['all'], description: 'all' });
  expect(changed).toMatchObject({ description: 'all', events: expect.arrayContaining(['run.failed']) });
});

test.each([
  [{ url: 'ftp://example.com' }, 'url'],
  [{ url: 'https://a:b@example.com' }, 'url'],
  [{ url: 'https://example.com', events: ['job.exploded'] }, 'events'],
  [{ url: 'https://example.com', secret: 'mine' }, 'secret'],
  [{}, 'url'],
])('creating a webhook with %j is refused', async (body, path) => {
  const answer = await ada.post(at(), body);
  expect(answer.status).toBe(400);
  expect(answer.body.details![0]!.path).toMatch(new RegExp(`^${path}`));
});

test("another workspace's webhook, delivery or event is invisible", async () => {
  const other = await ada.ok<{ id: string }>('POST', '/workspaces', { name: 'Other' });
  const there = (path: string) => `/workspaces/${other.id}/webhooks/${hook.id}${path}`;
  for (const [method, path] of [
    ['GET', ''],
    ['PATCH', ''],
    ['POST', '/pause'],
    ['POST', '/resume'],
    ['POST', '/rotate'],
    ['POST', '/test'],
    ['GET', '/deliveries'],
    ['DELETE', ''],
  ] as const) {
    const body = method === 'PATCH' ? { description: 'x' } : path === '/rotate' ? {} : undefined;
    expect((await ada.send(method, there(path), body)).status).toBe(404);
  }
  expect((await ada.get(at(`/${hook.id}/deliveries/evt_x`))).status).toBe(404);
  expect((await ada.post(at(`/${hook.id}/deliveries/evt_00000000000000000000000000/redeliver`))).status).toBe(
    404,
  );
});

describe('with a key', () => {
  const scopes: Scope[] = ['jobs:read', 'jobs:write', 'webhooks:read', 'webhooks:write'];
  const makeKey = (given: Scope[]) => service.client({ workspaceId: home, scopes: given });

  test('webhooks can be managed, and a key without the scope gets 403', async () => {
    const client = await makeKey(scopes);
    const made = await client.expect(
      client.post<{ id: string; secret: string }>('/webhooks', { url: receiver.url, events: ['job.failed'] }),
    );
    expect(made.secret).toMatch(/^whsec_/);
    const { body: list } = await client.get<{ webhooks: Shown[] }>('/webhooks');
    expect(list.webhooks.map(({ id }) => id)).toEqual([hook.id, made.id]);
    const change = await client.send<Shown>('PATCH', `/webhooks/${made.id}`, { description: 'by key' });
    expect(change.body.description).toBe('by key');
    const { eventId } = await client.expect(client.post<{ eventId: string }>(`/webhooks/${made.id}/test`));
    await expect
      .poll(
        async () => (await client.get<Delivery>(`/webhooks/${made.id}/deliveries/${eventId}`)).body.status,
      )
      .toBe('delivered');
    const rotated = await client.expect(client.post<{ secret: string }>(`/webhooks/${made.id}/rotate`, {}));
    expect(rotated.secret).not.toBe(made.secret);
    expect((await client.send('DELETE', `/webhooks/${made.id}`)).status).toBe(204);

    const readers = await makeKey(['webhooks:read']);
    expect((await readers.get('/webhooks')).status).toBe(200);
    expect((await readers.post('/webhooks', { url: receiver.url })).status).toBe(403);
    const usual = await service.client({ workspaceId: home });
    for (const path of ['/webhooks', `/webhooks/${hook.id}`, '/deliveries'])
      expect(await usual.get(path)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect((await usual.post('/callbacks/rotate', {})).status).toBe(403);
  });

  test('the callback of a job is sent once, signed with the secret of the workspace, retried and logged', async () => {
    const client = await makeKey(scopes);
    const { secret } = await client.expect(client.post<{ secret: string }>('/callbacks/rotate', {}));
    await client.send('PATCH', `/webhooks/${hook.id}`, { events: ['run.failed'] });
    const before = receiver.received.length;
    receiver.respond = response => response.writeHead(500).end();
    const callbackUrl = `${receiver.url}?token=t`;
    const file = { filename: 'a.csv', contentType: 'text/csv', fileSize: 7 };
    const settings = { metadata: { ref: 'A-17' }, callbackUrl };
    const options = { outputFormat: 'json' };
    const job = await client.create({
      type: 'document-convert',
      ...file,
      options,
      autoStart: true,
      ...settings,
    });
    expect(job).toMatchObject(settings);
    await client.upload(job.uploadUrl!, Buffer.from('a,b\n1,2'));
    await receiver.count(before + 1);
    receiver.respond = response => response.end('thanks');
    await client.end(job.id);
    const log = async () =>
      (await client.get<{ deliveries: Delivery[] }>(`/deliveries?jobId=${job.id}`)).body.deliveries;
    await expect.poll(async () => (await log())[0]?.status).toBe('delivered');
    expect(await log()).toMatchObject([
      { type: 'job.completed', jobId: job.id, callbackUrl, attempts: [{ status: 500 }, { status: 200 }] },
    ]);
    const got = receiver.received[before + 1]!;
    expect(got.path).toBe('/hook?token=t');
    expect(got.headers['webhook-signature']).toMatch(/^v1,\S+$/);
    expect(new Webhook(secret).verify(got.body, got.headers)).toMatchObject({
      type: 'job.completed',
      data: { id: job.id, metadata: { ref: 'A-17' } },
    });
    expect(got.event.data).not.toHaveProperty('callbackUrl');
    expect(receiver.received.length).toBe(before + 2);

    const [{ webhookId, eventId }] = (await log()) as [Delivery];
    expect((await client.post(`/webhooks/${webhookId}/deliveries/${eventId}/redeliver`)).status).toBe(202);
    await receiver.count(before + 3);
    // The row behind the callbacks is not listed or usable as a webhook.
    const { body: list } = await client.get<{ webhooks: Shown[] }>('/webhooks');
    expect(list.webhooks.map(({ id }) => id)).toEqual([hook.id]);
    expect((await client.get(`/webhooks/${webhookId}`)).status).toBe(404);
    expect((await client.send('DELETE', `/webhooks/${webhookId}`)).status).toBe(404);
    expect((await client.post(`/webhooks/${webhookId}/test`)).status).toBe(404);
    expect((await client.post(`/webhooks/${webhookId}/deliveries/${hookEvent}/redeliver`)).status).toBe(404);
  });

  test('the callback of a run reports the end of the run, not of its steps', async () => {
    const client = await makeKey([...scopes, 'recipes:read', 'recipes:write']);
    const step = { jobType: 'document-convert', options: { outputFormat: 'json' } };
    const recipe = await client.expect(
      client.post<{ id: string }>('/recipes', { name: 'One', steps: [step] }),
    );
    const before = receiver.received.length;
    const callback = `callbackUrl=${encodeURIComponent(receiver.url)}`;
    await fetch(`${client.base}/run/recipes/${recipe.id}?filename=a.csv&${callback}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.key}` },
      body: 'a,b\n1,2',
    });
    await receiver.count(before + 1);
    const gone = await client.create({
      type: 'document-convert',
      ...{ filename: 'a.csv', contentType: 'text/csv', fileSize: 7 },
      options: { outputFormat: 'json' },
      callbackUrl: receiver.url,
    });
    await client.post(`/jobs/${gone.id}/cancel`);
    await receiver.count(before + 2);
    expect(receiver.received.slice(before).map(({ event }) => event.type)).toEqual([
      'run.completed',
      'job.canceled',
    ]);
  });
});

test('a deleted webhook is 404, and every route is covered by this file', async () => {
  await ada.ok('GET', at(`/${hook.id}/activity`));
  await ada.ok('POST', at(`/${hook.id}/deliveries/redeliver-failed`));
  expect((await ada.send('DELETE', at(`/${hook.id}`))).status).toBe(204);
  expect((await ada.get(at(`/${hook.id}`))).status).toBe(404);
  const { document } = await documentOf(service.url);
  const missed = Object.entries(document.paths)
    .filter(([path]) => path.includes('/webhooks'))
    .flatMap(([path, methods]) => Object.keys(methods).map(method => `${method.toUpperCase()} ${path}`))
    .filter(route => !answered.has(route));
  expect(missed).toEqual([]);
});
