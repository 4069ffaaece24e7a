import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { publishAll } from '../../src/domain/outgoing/events/publish.ts';
import { redeliver, sendTest } from '../../src/domain/outgoing/webhooks/deliveries.ts';
import {
  getWebhook,
  pauseWebhook,
  resumeWebhook,
  rotateSecret,
} from '../../src/domain/outgoing/webhooks/webhooks.ts';
import { Bench } from './support/bench.ts';
import { type Received, Receiver } from './support/receiver.ts';

let bench: Bench;
let receiver: Receiver;
let workspaceId: string;
beforeAll(async () => {
  bench = await Bench.start();
});
afterAll(() => bench.stop());
beforeEach(async () => {
  receiver = await Receiver.start();
  workspaceId = await bench.workspace();
});
afterEach(async () => {
  await bench.stopDeliverers();
  await receiver.stop();
});

const ended = (log: { status: string }[]) => log.length > 0 && log.every(each => each.status !== 'pending');
const attempts = (n: number) => (log: { attempts: unknown[] }[]) => log[0]?.attempts.length === n;

describe('a message', () => {
  test('is signed according to Standard Webhooks: the official library verifies it', async () => {
    const { id, secret } = await bench.webhook(workspaceId, { url: receiver.url });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{42,}={0,2}$/);
    bench.deliver();
    const jobId = await bench.event(workspaceId, { ref: 'A-17' });
    const [got] = await receiver.count(1);
    const verified = new Webhook(secret).verify(got!.body, got!.headers) as Received['event'];
    expect(verified).toMatchObject({
      type: 'job.canceled',
      data: { id: jobId, status: 'canceled', metadata: { ref: 'A-17' }, fileCount: 0 },
    });
    expect(Date.parse(verified.timestamp)).toBeGreaterThan(Date.now() - 60_000);
    expect(got!.headers['content-type']).toBe('application/json');
    expect(got!.path).toBe('/hook');
    expect(() => new Webhook(secret).verify(`${got!.body} `, got!.headers)).toThrow();
    const [delivery] = await bench.logWhen(id, ended);
    expect(delivery).toMatchObject({
      eventId: got!.headers['webhook-id'],
      jobId,
      status: 'delivered',
      attempts: [{ number: 1, status: 200, answer: 'thanks', signature: got!.headers['webhook-signature'] }],
    });
    expect(Math.floor(Date.parse(delivery!.attempts[0]!.at) / 1000)).toBe(
      Number(got!.headers['webhook-timestamp']),
    );
  });

  test("has the job's state at the time of the event, and never a signed URL", async () => {
    await bench.webhook(workspaceId, { url: receiver.url });
    await bench.job(workspaceId);
    await bench.complete(await bench.begin(), 25);
    bench.deliver();
    const [started, completed] = (await receiver.count(2)).map(got => got.event);
    expect(started).toMatchObject({ type: 'job.started', data: { status: 'processing', progress: 0 } });
    expect(started!.data).not.toHaveProperty('result');
    expect(started!.data).not.toHaveProperty('completedAt');
    expect(completed).toMatchObject({ type: 'job.completed', data: { status: 'completed', fileCount: 25 } });
    const { files } = completed!.data.result as { files: { index: number; filename: string }[] };
    expect(files.map(file => file.index)).toEqual(Array.from({ length: 20 }, (_, index) => index));
    expect(files[0]).toMatchObject({ filename: 'a-1.pdf', size: 5, metadata: { pages: 1 } });
    expect(receiver.received.map(got => got.body).join()).not.toMatch(/url/i);
  });

  test('of a failure has its reason and diagnostic id, never the details', async () => {
    await bench.webhook(workspaceId, { url: receiver.url, events: ['job.failed'] });
    await bench.job(workspaceId);
    await bench.fail(await bench.begin());
    bench.deliver();
    const [got] = await receiver.count(1);
    expect(got!.event).toMatchObject({
      type: 'job.failed',
      data: { failure: { code: 'processing_failed', reason: 'unreadable_input' } },
    });
    expect(got!.body).not.toContain('operator only');
  });

  test("is sent only for subscribed events, and only of the webhook's workspace", async () => {
    const other = await bench.workspace();
    const { id } = await bench.webhook(workspaceId, { url: receiver.url, events: ['job.completed'] });
    await bench.event(other);
    await bench.event(workspaceId);
    await bench.job(workspaceId);
    await bench.complete(await bench.begin());
    bench.deliver();
    await receiver.count(1);
    await bench.event(workspaceId);
    expect(await bench.logWhen(id, ended)).toHaveLength(1);
    expect(receiver.received.map(got => got.event.type)).toEqual(['job.completed']);
  });

  test('is not sent for events from before the webhook was created', async () => {
    await bench.event(workspaceId);
    await bench.webhook(workspaceId, { url: receiver.url });
    const later = await bench.event(workspaceId);
    bench.deliver();
    const [first] = await receiver.count(1);
    expect(first!.event.data.id).toBe(later);
  });
});

describe('failures', () => {
  test('a delivery fails after ten attempts on schedule, all with the same id and body', async () => {
    const { id } = await bench.webhook(workspaceId, { url: receiver.url });
    receiver.answer(500, {}, 'broken');
    bench.deliver({ random: () => 0.5 });
    await bench.event(workspaceId);
    for (let n = 1; n <= 10; n++) {
      await bench.logWhen(id, attempts(n));
      await bench.timePasses();
    }
    const [delivery] = await bench.logWhen(id, ended);
    expect(delivery).toMatchObject({ status: 'failed' });
    const waits = delivery!.attempts.map(
      each =>
        each.nextAt && Math.round((Date.parse(each.nextAt) - Date.parse(each.at) - each.durationMs) / 1000),
    );
    // Excludes the time of the attempt itself, which is longer on a busy machine.
    for (const [index, seconds] of [5, 300, 1800, 7200, 18000, 36000, 50400, 72000, 86400].entries())
      expect(Math.abs((waits[index] as number) - seconds)).toBeLessThan(60);
    expect(waits[9]).toBeUndefined();
    expect(delivery!.attempts[3]).toMatchObject({
      number: 4,
      status: 500,
      answer: 'broken',
      error: 'status',
    });
    expect(new Set(receiver.received.map(got => got.headers['webhook-id'])).size).toBe(1);
    expect(new Set(receiver.received.map(got => got.body)).size).toBe(1);
  });

  test('each attempt is signed again, and a later success ends the retries', async () => {
    const { id, secret } = await bench.webhook(workspaceId, { url: receiver.url });
    receiver.respond = (response, _got, count) => response.writeHead(count === 1 ? 503 : 204).end();
    bench.deliver();
    await bench.event(workspaceId);
    await bench.logWhen(id, attempts(1));
    await bench.timePasses();
    const [delivery] = await bench.logWhen(id, ended);
    expect(delivery).toMatchObject({ status: 'delivered', attempts: [{ status: 503 }, { status: 204 }] });
    for (const got of receiver.received) new Webhook(secret).verify(got.body, got.headers);
    expect((await getWebhook(bench.db, { id })).failingSince).toBeUndefined();
  });

  test('Retry-After is respected, in seconds or as a date, up to a day', async () => {
    const { id } = await bench.webhook(workspaceId, { url: receiver.url });
    const answers = ['1200', new Date(Date.now() + 7_200_000).toUTCString(), '99999999'];
    receiver.respond = (response, _got, count) =>
      response.writeHead(429, { 'retry-after': answers[count - 1] ?? '1' }).end();
    bench.deliver();
    await bench.event(workspaceId);
    for (let n = 1; n <= 3; n++) {
      await bench.logWhen(id, attempts(n));
      await bench.timePasses();
    }
    const [delivery] = await bench.log(id);
    const waits = delivery!.attempts.slice(0, 3).map(each => Date.parse(each.nextAt!) - Date.parse(each.at));
    for (const [index, seconds] of [1200, 7200, 86_400].entries())
      expect(Math.abs(waits[index]! / 1000 - seconds)).toBeLessThan(60);
  });

  test('redirects are not followed', async () => {
    const elsewhere = await Receiver.start();
    const { id } = await bench.webhook(workspaceId, { url: receiver.url });
    receiver.answer(307, { location: elsewhere.url });
    bench.deliver();
    await bench.event(workspaceId);
    const [delivery] = await bench.logWhen(id, attempts(1));
    expect(delivery).toMatchObject({ status: 'pending', attempts: [{ status: 307, error: 'redirect' }] });
    expect(elsewhere.received).toEqual([]);
    await elsewhere.stop();
  });

  test('a response that takes too long is a failure', async () => {
    const { id } = await bench.webhook(workspaceId, { url: receiver.url });
    receiver.respond = () => {};
    bench.deliver({ timeoutMs: 150 });
    await bench.event(workspaceId);
    const [delivery] = await bench.logWhen(id, attempts(1));
    expect(delivery!.attempts[0]).toMatchObject({ error: 'timeout' });
    expect(delivery!.attempts[0]).not.toHaveProperty('status');
  });

  test('only the first 4 KiB of a response are stored', async () => {
    const { id } = await bench.webhook(workspaceId, { url: receiver.url });
    receiver.respond = response => {
      response.writeHead(200);
      // Endless: only closing the connection ends it.
      const more = () =>
        response.write(`\0\xff${'x'.repeat(1000)}`, 'latin1', () => response.writable && more());
      more();
    };
    bench.deliver();
    await bench.event(workspaceId);
    const [delivery] = await bench.logWhen(id, ended);
    expect(delivery!.status).toBe('delivered');
    const { answer } = delivery!.attempts[0]!;
    expect(answer).toMatch(/^\ufffdx{1000}/);
    expect(answer!.length).toBeGreaterThan(4000);
    expect(answer!.length).toBeLessThanOrEqual(4096);
  });

  test('a response that is not HTTP is reported as such', async () => {
    const { id } = await bench.webhook(workspaceId, { url: receiver.url });
    receiver.respond = response => response.socket!.end('SSH-2.0-OpenSSH_9.9\r\n');
    bench.deliver();
    await bench.event(workspaceId);
    const [delivery] = await bench.logWhen(id, attempts(1));
    expect(delivery!.attempts[0]).toMatchObject({ error: 'bad_answer' });
  });

  test('a refused connection is reported as such', async () => {
    const { id } = await bench.webhook(workspaceId, { url: 'http://127.0.0.1:1/hook' });
    bench.deliver();
    await bench.event(workspaceId);
    const [delivery] = await bench.logWhen(id, attempts(1));
    expect(delivery!.attempts[0]).toMatchObject({ error: 'connection_failed' });
  });

  test('410 disables the webhook until it is resumed', async () => {
    const { id } = await bench.webhook(workspaceId, { url: receiver.url });
    receiver.answer(410);
    bench.deliver();
    await bench.event(workspaceId);
    const [delivery] = await bench.logWhen(id, ended);
    expect(delivery).toMatchObject({ status: 'failed', attempts: [{ status: 410 }] });
    expect(await getWebhook(bench.db, { id })).toMatchObject({ status: 'disabled', pausedReason: 'gone' });
    await bench.event(workspaceId);
    await publishAll(bench.db);
    await expect(sendTest(bench.db, { id })).rejects.toThrow('is disabled; resume it first');
    await expect(pauseWebhook(bench.db, { id })).rejects.toThrow('is disabled');
    expect((await getWebhook(bench.db, { id })).status).toBe('disabled');
    receiver.answer(200);
    await resumeWebhook(bench.db, { id });
    const jobId = await bench.event(workspaceId);
    await receiver.count(2);
    expect(receiver.received.map(got => got.event.data.id).slice(1)).toEqual([jobId]);
  });

  test('a webhook that has failed for five days is paused with the reason', async () => {
    const { id } = await bench.webhook(workspaceId, { url: receiver.url });
    receiver.answer(500);
    bench.deliver();
    await bench.event(workspaceId);
    await bench.logWhen(id, attempts(1));
    const { failingSince, status } = await getWebhook(bench.db, { id });
    expect([failingSince, status]).toEqual([expect.any(Date), 'active']);
    const age = (interval: string) =>
      sql`update webhooks set failing_since = now() - ${interval}::interval where id = ${id}`.execute(
        bench.db,
      );
    await age('4 days 23 hours');
    await bench.timePasses();
    await bench.logWhen(id, attempts(2));
    expect((await getWebhook(bench.db, { id })).status).toBe('active');
    await age('5 days 1 minute');
    await bench.timePasses();
    await bench.logWhen(id, attempts(3));
    expect(await getWebhook(bench.db, { id })).toMatchObject({ status: 'paused', pausedReason: 'failing' });
  });
});

describe('manual actions', () => {
  test('the deliveries of a paused webhook wait until it is resumed', async () => {
    const { id } = await bench.webhook(workspaceId, { url: receiver.url });
    await pauseWebhook(bench.db, { id });
    bench.deliver();
    const jobs = [await bench.event(workspaceId), await bench.event(workspaceId)];
    await bench.logWhen(id, log => log.length === 2);
    expect(receiver.received).toEqual([]);
    await resumeWebhook(bench.db, { id });
    await receiver.count(2);
    expect(receiver.received.map(got => got.event.data.id).sort()).toEqual(jobs.sort());
  });

  test('after a rotation both secrets sign until the overlap ends', async () => {
    const { id, secret } = await bench.webhook(workspaceId, { url: receiver.url });
    const rotated = await rotateSecret(bench.db, bench.secrets, { id }, 3600);
    expect(rotated.secret).not.toBe(secret);
    bench.deliver();
    await bench.event(workspaceId);
    const [first] = await receiver.count(1);
    expect(first!.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/);
    for (const each of [secret, rotated.secret]) new Webhook(each).verify(first!.body, first!.headers);
    await sql`update webhooks set old_secret_until = now() where id = ${id}`.execute(bench.db);
    await bench.event(workspaceId);
    const [, second] = await receiver.count(2);
    new Webhook(rotated.secret).verify(second!.body, second!.headers);
    expect(() => new Webhook(secret).verify(second!.body, second!.headers)).toThrow();
  });

  test('secrets are stored encrypted', async () => {
    const { id, secret } = await bench.webhook(workspaceId, { url: receiver.url });
    const { rows } = await sql<{ text: string }>`select to_jsonb(w)::text || encode(secret, 'escape') as text
      from webhooks w where id = ${id}`.execute(bench.db);
    expect(rows[0]!.text).not.toContain(secret.slice('whsec_'.length));
  });

  test('redelivering sends the same id and body again, and restarts the schedule', async () => {
    const { id } = await bench.webhook(workspaceId, { url: receiver.url });
    bench.deliver();
    await bench.event(workspaceId);
    const [delivery] = await bench.logWhen(id, ended);
    receiver.answer(500);
    await redeliver(bench.db, { id }, delivery!.eventId);
    const [again] = await bench.logWhen(id, attempts(2));
    expect(again).toMatchObject({
      status: 'pending',
      attempts: [{ status: 200 }, { number: 2, status: 500 }],
    });
    const { at, nextAt } = again!.attempts[1]!;
    expect(Date.parse(nextAt!) - Date.parse(at)).toBeLessThan(8000);
    const [first, second] = receiver.received;
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
    expect(second!.body).toBe(first!.body);
  });

  test('an event of another workspace cannot be redelivered', async () => {
    const { id } = await bench.webhook(workspaceId, { url: receiver.url });
    const other = await bench.service.client();
    await bench.event(other.workspaceId);
    const { events } = await other.expect(other.get<{ events: { id: string }[] }>('/events'));
    await expect(redeliver(bench.db, { id }, events[0]!.id)).rejects.toThrow('There is no event');
    await expect(redeliver(bench.db, { id }, 'evt_nonsense')).rejects.toThrow('There is no event');
  });

  test('a test event is sent only to its webhook, and does not appear in GET /events', async () => {
    const client = await bench.service.client();
    const { id, secret } = await bench.webhook(client.workspaceId, {
      url: receiver.url,
      events: ['run.failed'],
    });
    await bench.webhook(client.workspaceId, { url: `${receiver.url}/other` });
    bench.deliver();
    const { eventId } = await sendTest(bench.db, { id });
    const [got] = await receiver.count(1);
    expect(new Webhook(secret).verify(got!.body, got!.headers)).toMatchObject({
      type: 'webhook.test',
      data: { webhookId: id },
    });
    expect(got!.headers['webhook-id']).toBe(eventId);
    expect(got!.path).toBe('/hook');
    await bench.event(client.workspaceId);
    await receiver.count(2);
    const { events } = await client.expect(client.get<{ events: { type: string }[] }>('/events'));
    expect(events.map(event => event.type)).toEqual(['job.canceled']);
  });
});

describe('order', () => {
  test("a job's events arrive one after the other, even if the first response is slow", async () => {
    await bench.webhook(workspaceId, { url: receiver.url });
    const seen: string[] = [];
    receiver.respond = (response, { event }) => {
      seen.push(`${event.type} asked`);
      setTimeout(
        () => {
          seen.push(`${event.type} answered`);
          response.end();
        },
        event.type === 'job.started' ? 300 : 0,
      );
    };
    await bench.job(workspaceId);
    await bench.complete(await bench.begin());
    bench.deliver();
    await receiver.count(2);
    expect(seen.slice(0, 3)).toEqual(['job.started asked', 'job.started answered', 'job.completed asked']);
  });

  test('a retry is on time even while many events without a subscriber occur', async () => {
    const { id } = await bench.webhook(workspaceId, { url: receiver.url });
    receiver.answer(500);
    const timers: NodeJS.Timeout[] = [];
    bench.deliver({
      schedule: [1, 3600],
      listener: {
        on: (channel, callback) => {
          if (channel === 'job_changed') timers.push(setInterval(() => callback('job_x processing'), 20));
          return () => timers.splice(0).forEach(clearInterval);
        },
      },
    });
    await bench.event(workspaceId);
    const log = await bench.logWhen(id, attempts(1));
    const { nextAt } = log[0]!.attempts[0]!;
    // If the deliverer were kept busy, the second attempt would never happen.
    await receiver.count(2);
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(nextAt!));
  });

  test('a later event waits for the first retry of an earlier one, but not for further retries', async () => {
    const { id } = await bench.webhook(workspaceId, { url: receiver.url });
    receiver.answer(500);
    bench.deliver({ schedule: [0.4, 3600] });
    await bench.job(workspaceId);
    const claim = await bench.begin();
    await receiver.count(1);
    await bench.complete(claim);
    await receiver.count(3);
    expect(receiver.received.map(got => got.event.type)).toEqual([
      'job.started',
      'job.started',
      'job.completed',
    ]);
    const log = await bench.logWhen(id, ([completed]) => completed!.attempts.length > 0);
    expect(log.map(each => [each.type, each.status])).toEqual([
      ['job.completed', 'pending'],
      ['job.started', 'pending'],
    ]);
  });
});
