import { afterAll, beforeAll, expect, test } from 'vitest';
import { listDeliveries } from '../../src/domain/outgoing/webhooks/deliveries.ts';
import {
  deleteWebhook,
  getWebhook,
  listWebhooks,
  pauseWebhook,
  updateWebhook,
} from '../../src/domain/outgoing/webhooks/webhooks.ts';
import { limits } from '../../src/settings/limits.ts';
import { Bench } from './support/bench.ts';

let bench: Bench;
let workspaceId: string;
beforeAll(async () => {
  bench = await Bench.start();
  workspaceId = await bench.workspace();
});
afterAll(() => bench.stop());

test.each([
  ['nonsense', '`url` must be an http or https address'],
  ['ftp://a.example/', '`url` must be an http or https address'],
  [`https://a.example/${'x'.repeat(2048)}`, '`url` must be an http or https address'],
  [`https://a.example/${'я'.repeat(400)}`, '`url` must be an http or https address'],
  ['https://me:pw@a.example/', '`url` must not contain a user name or password'],
])('the URL %s is refused', async (url, message) => {
  await expect(bench.webhook(workspaceId, { url })).rejects.toThrow(message);
});

test('unknown events and workspaces are refused', async () => {
  const url = 'https://a.example/hook';
  await expect(bench.webhook(workspaceId, { url, events: ['job.started', 'nope'] })).rejects.toThrow(
    'not nope',
  );
  await expect(bench.webhook(workspaceId, { url, events: [] })).rejects.toThrow('`events` must be some of');
  await expect(bench.webhook('wsp_nope', { url })).rejects.toThrow('There is no workspace wsp_nope');
});

test('a webhook is invisible to other workspaces', async () => {
  const { id } = await bench.webhook(workspaceId, { url: 'https://a.example/#part' });
  const other = { id, workspaceId: await bench.workspace() };
  await expect(getWebhook(bench.db, other)).rejects.toThrow('There is no webhook');
  await expect(updateWebhook(bench.db, other, { url: 'https://b.example' })).rejects.toThrow(
    'There is no webhook',
  );
  await expect(pauseWebhook(bench.db, other)).rejects.toThrow('There is no webhook');
  await expect(
    listDeliveries(bench.db, { webhookId: id, workspaceId: other.workspaceId, limit: 1 }),
  ).rejects.toThrow('There is no webhook');
  await expect(deleteWebhook(bench.db, other)).rejects.toThrow('There is no webhook');
  expect(await listWebhooks(bench.db, other.workspaceId)).toEqual([]);
  expect(await getWebhook(bench.db, { id, workspaceId })).toMatchObject({
    url: 'https://a.example/',
    status: 'active',
    events: expect.arrayContaining(['run.failed', 'job.expired']),
  });
});

test('deleting a webhook also deletes its deliveries', async () => {
  const own = await bench.workspace();
  const { id } = await bench.webhook(own, { url: 'http://127.0.0.1:1/' });
  bench.deliver();
  await bench.event(own);
  await bench.logWhen(id, ([first]) => first?.attempts.length === 1);
  await deleteWebhook(bench.db, { id });
  await expect(bench.log(id)).rejects.toThrow('There is no webhook');
});

test('the delivery log is read in pages and filtered by status', async () => {
  const own = await bench.workspace();
  const { id } = await bench.webhook(own, { url: 'http://127.0.0.1:1/' });
  const jobs: string[] = [];
  for (let n = 0; n < 5; n++) jobs.unshift(await bench.event(own));
  bench.deliver();
  await bench.logWhen(id, log => log.length === 5);
  const first = await listDeliveries(bench.db, { webhookId: id, limit: 3 });
  const second = await listDeliveries(bench.db, { webhookId: id, limit: 3, cursor: first.nextCursor! });
  expect([...first.deliveries, ...second.deliveries].map(each => each.jobId)).toEqual(jobs);
  expect(first.deliveries[0]).toMatchObject({ subject: 'a.pdf' });
  expect(second.nextCursor).toBeNull();
  expect(
    (await listDeliveries(bench.db, { webhookId: id, limit: 9, status: 'delivered' })).deliveries,
  ).toEqual([]);
  await expect(listDeliveries(bench.db, { webhookId: id, limit: 9, cursor: 'nonsense' })).rejects.toThrow(
    'cursor',
  );
});

test('the number of webhooks of a workspace is limited, also under concurrency', async () => {
  const own = await bench.workspace();
  const made = await Promise.allSettled(
    Array.from({ length: limits.webhooksPerWorkspace + 5 }, () =>
      bench.webhook(own, { url: 'https://a.example' }),
    ),
  );
  expect(made.filter(each => each.status === 'fulfilled')).toHaveLength(limits.webhooksPerWorkspace);
  expect(await listWebhooks(bench.db, own)).toHaveLength(limits.webhooksPerWorkspace);
});
