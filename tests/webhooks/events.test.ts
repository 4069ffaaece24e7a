import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/contract/ids.ts';
import type { Event } from '../../src/contract/schemas/event.ts';
import { purgeEvents } from '../../src/domain/outgoing/events/purge.ts';
import { pauseWebhook } from '../../src/domain/outgoing/webhooks/webhooks.ts';
import type { ErrorBody } from '../support/client.ts';
import { Bench } from './support/bench.ts';
import { Receiver } from './support/receiver.ts';

interface Page {
  events: Event[];
  nextCursor: string | null;
}

let bench: Bench;
beforeAll(async () => {
  bench = await Bench.start();
});
afterEach(() => bench.stopDeliverers());
afterAll(() => bench.stop());

type Client = Awaited<ReturnType<Bench['service']['client']>>;
const read = (client: Client, query = '') => client.expect(client.get<Page>(`/events${query}`));

async function readAll(client: Client, limit: number): Promise<Event[]> {
  const all: Event[] = [];
  for (let after = ''; ; ) {
    const { events, nextCursor } = await read(client, `?limit=${limit}${after}`);
    all.push(...events);
    if (nextCursor === null) return all;
    expect(events).toHaveLength(limit);
    after = `&after=${nextCursor}`;
  }
}

describe('GET /events', () => {
  test('is listed in the endpoint map and requires jobs:read', async () => {
    const client = await bench.service.client();
    const { body } = await client.get<{ endpoints: { path: string; scope?: string }[] }>('/');
    expect(body.endpoints).toContainEqual(expect.objectContaining({ path: '/events', scope: 'jobs:read' }));
    const writer = await bench.service.client({ scopes: ['jobs:write'] });
    expect((await writer.get<ErrorBody>('/events')).body.code).toBe('forbidden');
  });

  test('returns the events of one workspace, oldest first, in pages', async () => {
    const client = await bench.service.client();
    const other = await bench.service.client();
    expect(await read(client)).toEqual({ events: [], nextCursor: null });
    const jobs: string[] = [];
    for (let n = 0; n < 7; n++) {
      jobs.push(await bench.event(client.workspaceId));
      await bench.event(other.workspaceId);
    }
    const all = await readAll(client, 3);
    expect(all.map(event => event.data.id)).toEqual(jobs);
    expect(all.map(event => event.id)).toEqual([...new Set(all.map(event => event.id))].sort());
    expect(all[0]).toMatchObject({ id: expect.stringMatching(/^evt_/), type: 'job.canceled' });
    expect(await readAll(client, 100)).toEqual(all);
    const last = all.at(-1)!.id;
    expect(await read(client, `?after=${last}`)).toEqual({ events: [], nextCursor: null });
    const late = await bench.event(client.workspaceId);
    expect((await read(client, `?after=${last}`)).events.map(event => event.data.id)).toEqual([late]);
  });

  test.each(['nonsense', 'evt_nonsense', newId('job'), newId('event'), `evt_${'z'.repeat(26)}`])(
    'after=%s is 400',
    async after => {
      const client = await bench.service.client();
      const { status, body } = await client.get<ErrorBody>(`/events?after=${after}`);
      expect([status, body.code, body.details?.[0]?.path]).toEqual([400, 'validation_failed', 'after']);
    },
  );

  test("refuses another workspace's event as a cursor", async () => {
    const [client, other] = [await bench.service.client(), await bench.service.client()];
    await bench.event(other.workspaceId);
    const { events } = await read(other);
    expect((await client.get<ErrorBody>(`/events?after=${events[0]!.id}`)).status).toBe(400);
  });

  test('accepts a limit from 1 to 100', async () => {
    const client = await bench.service.client();
    for (const limit of ['0', '101', 'x'])
      expect((await client.get<ErrorBody>(`/events?limit=${limit}`)).status).toBe(400);
  });

  test('leaves out jobs created in the workspace', async () => {
    const client = await bench.service.client();
    const id = await bench.job(client.workspaceId);
    await sql`update jobs set source = 'workspace' where id = ${id}`.execute(bench.db);
    await bench.cancel(client.workspaceId, id);
    const shown = await bench.event(client.workspaceId);
    expect((await read(client)).events.map(event => event.data.id)).toEqual([shown]);
  });

  test('returns the same event as the webhook received, until the job is erased', async () => {
    const client = await bench.service.client();
    const receiver = await Receiver.start();
    await bench.webhook(client.workspaceId, { url: receiver.url });
    bench.deliver();
    const id = await bench.job(client.workspaceId, { ref: 'A-17' });
    await bench.complete(await bench.begin(), 2);
    const sent = (await receiver.count(2)).map(got => ({ id: got.headers['webhook-id'], ...got.event }));
    expect((await read(client)).events).toEqual(sent);
    expect((await client.send('DELETE', `/jobs/${id}`)).status).toBe(204);
    const after = (await read(client)).events;
    const name = ({ id, type, timestamp }: (typeof after)[number]) => ({ id, type, timestamp });
    expect(after.slice(0, 2).map(name)).toEqual(sent.map(each => name(each as (typeof after)[number])));
    expect(sent[1]).toMatchObject({ data: { fileCount: 2, metadata: { ref: 'A-17' } } });
    expect(after[1]!.data).toMatchObject({ id, status: 'completed', inputs: [], metadata: {}, options: {} });
    await receiver.stop();
  });

  test('recovers missed webhooks with the events after a given id', async () => {
    const client = await bench.service.client();
    const receiver = await Receiver.start();
    receiver.respond = (response, _got, count) => response.writeHead(count <= 2 ? 200 : 500).end();
    const { id } = await bench.webhook(client.workspaceId, { url: receiver.url });
    bench.deliver();
    const jobs: string[] = [];
    for (let n = 0; n < 5; n++) {
      jobs.push(await bench.event(client.workspaceId));
      await bench.logWhen(id, log => log.length === n + 1 && log.every(each => each.attempts.length > 0));
    }
    const last = receiver.received[1]!.headers['webhook-id'];
    const { events } = await read(client, `?after=${last}`);
    expect(events.map(event => event.data.id)).toEqual(jobs.slice(2));
    await receiver.stop();
  });
});

test('events of a transaction that commits late are not skipped', async () => {
  const client = await bench.service.client();
  const slow = await bench.job(client.workspaceId);
  await sql`update jobs set status = 'pending', vtag = null where id = ${slow}`.execute(bench.db);
  let commit = () => {};
  const held = new Promise<void>(resolve => {
    commit = resolve;
  });
  let inserted = () => {};
  const written = new Promise<void>(resolve => {
    inserted = resolve;
  });
  const late = bench.db.transaction().execute(async trx => {
    await sql`select job_event(${client.workspaceId}, ${slow}, 'job.canceled')`.execute(trx);
    inserted();
    await held;
  });
  await written;
  const quick = await bench.event(client.workspaceId);
  const first = (await read(client).finally(commit)).events;
  expect(first.map(event => event.data.id)).toEqual([quick]);
  await late;
  const then = (await read(client, `?after=${first[0]!.id}`)).events;
  expect(then.map(event => event.data.id)).toEqual([slow]);
  expect((await read(client)).events.map(event => event.data.id)).toEqual([quick, slow]);
});

test('concurrent readers see every event once and in the same order', async () => {
  const client = await bench.service.client();
  const writers = Array.from({ length: 4 }, async () => {
    for (let n = 0; n < 10; n++) await bench.event(client.workspaceId);
  });
  let writing = true;
  const follow = async () => {
    const seen: string[] = [];
    for (let last = false; !last; ) {
      last = !writing;
      const after = seen.at(-1);
      const { events } = await read(client, `?limit=100${after ? `&after=${after}` : ''}`);
      seen.push(...events.map(event => event.id));
    }
    return seen;
  };
  const readers = [follow(), follow()];
  await Promise.all(writers);
  writing = false;
  const [a, b] = await Promise.all(readers);
  const all = (await read(client, '?limit=100')).events.map(event => event.id);
  expect(all).toHaveLength(40);
  expect(a).toEqual(all);
  expect(b).toEqual(all);
});

describe('retention', () => {
  /** Creates an event from this many days ago. */
  async function pastEvent(workspaceId: string, days: number): Promise<void> {
    await bench.event(workspaceId);
    await sql`update events set created_at = now() - make_interval(secs => ${days * 86_400}), id = overlay(id::text
        placing left(uuidv7(make_interval(secs => ${-days * 86_400}))::text, 18) from 1 for 18)::uuid
      where workspace_id = ${workspaceId} and position is null`.execute(bench.db);
  }

  test('an event is removed when its retention ends, and its id remains a valid cursor', async () => {
    const client = await bench.service.client({ plan: 'developer' });
    const other = await bench.service.client({ plan: 'enterprise' });
    await pastEvent(other.workspaceId, 8);
    await pastEvent(client.workspaceId, 8);
    await pastEvent(client.workspaceId, 7.01);
    const before = (await read(client)).events;
    await pastEvent(client.workspaceId, 6);
    // Each batch has one row, and it continues until all are removed.
    expect(await purgeEvents(bench.db, 1)).toBe(2);
    const left = (await read(client)).events;
    expect(left).toHaveLength(1);
    expect((await read(other)).events).toHaveLength(1);
    for (const { id } of before) expect((await read(client, `?after=${id}`)).events).toEqual(left);
  });

  test('an undelivered event and its log are kept while the webhook is active', async () => {
    const client = await bench.service.client({ plan: 'developer' });
    const receiver = await Receiver.start();
    receiver.answer(500);
    const { id } = await bench.webhook(client.workspaceId, { url: receiver.url });
    await sql`update webhooks set created_at = now() - interval '9 days' where id = ${id}`.execute(bench.db);
    await pastEvent(client.workspaceId, 8);
    bench.deliver();
    await bench.logWhen(id, ([first]) => first?.attempts.length === 1);
    await purgeEvents(bench.db, 100);
    expect(await bench.log(id)).toHaveLength(1);
    await pauseWebhook(bench.db, { id });
    expect(await purgeEvents(bench.db, 100)).toBe(1);
    expect(await bench.log(id)).toEqual([]);
    await receiver.stop();
  });
});
