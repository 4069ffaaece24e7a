import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { publishAll } from '../../src/domain/outgoing/events/publish.ts';
import { limits } from '../../src/settings/limits.ts';
import { Bench, secretKey } from './support/bench.ts';
import { startDelivererProcess } from './support/deliverer-process.ts';
import { Receiver } from './support/receiver.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await Bench.start();
});
afterEach(() => bench.stopDeliverers());
afterAll(() => bench.stop());

/** Creates the events of this many jobs at once. */
async function manyEvents(workspaceId: string, count: number): Promise<void> {
  await sql`
    with made as (
      insert into jobs (id, workspace_id, source, type, status, options, needs, expires_at)
        select 'job_' || lpad(n::text, 26, '0'), ${workspaceId}, 'api', 'pdf-split', 'canceled', '{}', '{}', 'infinity'
        from generate_series(1, ${count}::int) n returning id
    ), inputs as (
      insert into job_inputs (job_id, index, filename, content_type, format, file_size)
        select id, 0, 'a.pdf', 'application/pdf', 'pdf', 1 from made
    )
    insert into events (workspace_id, job_id, type) select ${workspaceId}, id, 'job.canceled' from made`.execute(
    bench.db,
  );
}

const at = (times: number[], share: number) => times.sort((a, b) => a - b)[Math.floor(times.length * share)]!;

/** Measures how long a job's start and end take in the database. */
async function jobTimes(workspaceId: string, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < count; n++) {
    const began = performance.now();
    await bench.job(workspaceId);
    await bench.complete(await bench.begin());
    times.push(performance.now() - began);
  }
  return times;
}

const backlog = 4_000;

test(`${backlog} events for a slow webhook delay neither jobs nor another webhook`, async () => {
  const [slow, quick] = [await Receiver.start(), await Receiver.start()];
  slow.respond = response => void setTimeout(() => response.end(), 3000);
  const crowded = await bench.workspace();
  const { id: slowId } = await bench.webhook(crowded, { url: slow.url });
  const calm = await bench.workspace();
  const { id: quickId } = await bench.webhook(calm, { url: quick.url, events: ['job.canceled'] });
  const alone = await jobTimes(await bench.workspace(), 20);

  await manyEvents(crowded, backlog);
  await publishAll(bench.db);
  bench.deliver();
  await slow.count(limits.deliveriesPerWebhook);

  const waits: number[] = [];
  const sent = new Map<string, number>();
  quick.respond = (response, { event }) => {
    waits.push(performance.now() - sent.get(event.data.id)!);
    response.end();
  };
  const jobsRun = jobTimes(await bench.workspace(), 20);
  for (let n = 0; n < 40; n++) {
    const id = await bench.job(calm, {}, ['no-such-engine']);
    sent.set(id, performance.now());
    await bench.cancel(calm, id);
    await sleep(10);
  }
  await bench.logWhen(quickId, log => log.length === 40 && log.every(each => each.status === 'delivered'));
  const crowd = await jobsRun;

  const pending = await sql<{ n: number }>`select count(*) as n from deliveries
    where webhook_id = ${slowId} and status = 'pending'`.execute(bench.db);
  expect(pending.rows[0]!.n).toBeGreaterThan(backlog / 2);
  expect(slow.most).toBe(limits.deliveriesPerWebhook);
  // Compared with 3000 ms for each of the backlog, and an hour for all of it.
  expect(at(waits, 0.95)).toBeLessThan(2000);
  expect(at(crowd, 0.5)).toBeLessThan(10 * at(alone, 0.5) + 100);
  await bench.stopDeliverers();
  await Promise.all([slow.stop(), quick.stop()]);
});

test('a failing webhook has fewer concurrent deliveries, even with two deliverers', async () => {
  const receiver = await Receiver.start();
  const workspaceId = await bench.workspace();
  const { id } = await bench.webhook(workspaceId, { url: receiver.url });
  receiver.respond = response => void setTimeout(() => response.writeHead(500).end(), 100);
  await bench.event(workspaceId);
  bench.deliver();
  await bench.logWhen(id, ([first]) => first?.attempts.length === 1);
  receiver.most = 0;
  bench.deliver();
  for (let n = 0; n < 12; n++) await bench.event(workspaceId);
  await receiver.count(13);
  expect(receiver.most).toBeLessThanOrEqual(limits.deliveriesPerFailingWebhook);
  await bench.stopDeliverers();
  await receiver.stop();
});

test('every event arrives at least once although deliverers are killed', async () => {
  const receiver = await Receiver.start();
  receiver.respond = response => void setTimeout(() => response.end(), 20);
  const workspaceId = await bench.workspace();
  const { id } = await bench.webhook(workspaceId, { url: receiver.url });
  const jobs: string[] = [];
  const writing = (async () => {
    for (let n = 0; n < 60; n++) {
      jobs.push(await bench.event(workspaceId));
      await sleep(20);
    }
  })();
  const start = () =>
    startDelivererProcess({ DATABASE_URL: bench.service.databaseUrl, SECRET_KEY: secretKey });
  for (let kills = 0; kills < 3; kills++) {
    const victim = await start();
    const seen = receiver.received.length;
    // In the middle of its work: it has sent some, and waits for responses.
    await receiver.count(seen + 5);
    await victim.kill();
  }
  await writing;
  const last = await start();
  const log = await bench.logWhen(
    id,
    each => each.length === 60 && each.every(one => one.status === 'delivered'),
  );
  await last.kill();
  expect(log).toHaveLength(60);
  expect(new Set(receiver.received.map(got => got.event.data.id))).toEqual(new Set(jobs));
  // Each kill repeats at most the deliveries in progress.
  expect(receiver.received.length).toBeLessThanOrEqual(60 + 4 * limits.deliveriesPerWebhook);
  await receiver.stop();
});

test('a stopping deliverer releases deliveries that do not end in time', async () => {
  const receiver = await Receiver.start();
  receiver.respond = () => {};
  const workspaceId = await bench.workspace();
  const { id } = await bench.webhook(workspaceId, { url: receiver.url });
  await bench.event(workspaceId);
  const first = bench.deliver({ shutdownMs: 50 });
  await receiver.count(1);
  await first.stop();
  const [waiting] = await bench.log(id);
  expect(waiting).toMatchObject({ status: 'pending', attempts: [] });
  receiver.answer(200);
  bench.deliver();
  const [delivery] = await bench.logWhen(id, ([one]) => one!.status === 'delivered');
  expect(delivery!.attempts).toHaveLength(1);
  await bench.stopDeliverers();
  await receiver.stop();
});
