import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Recipe } from '../../src/contract/schemas/recipe.ts';
import type { RecipeRun } from '../../src/contract/schemas/run.ts';
import { runsAll } from '../support/needs.ts';
import { png } from '../support/samples.ts';
import { startService, type TestService } from '../support/service.ts';
import { Receiver } from './support/receiver.ts';

/** The whole service with a worker, and the operator's command line. */
let service: TestService;
let client: Awaited<ReturnType<TestService['client']>>;
let receiver: Receiver;
let hook: { id: string; secret: string };
beforeAll(async () => {
  receiver = await Receiver.start();
  service = await startService('all', { WEBHOOK_ALLOW_HOSTS: `127.0.0.1:${receiver.port}` });
  client = await service.client();
});
afterAll(async () => {
  await service.stop();
  await receiver.stop();
});

const cli = fileURLToPath(new URL('../../bin/filemill.mjs', import.meta.url));
const filemill = (...args: string[]) =>
  promisify(execFile)(process.execPath, [cli, 'webhooks', ...args], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: service.dataDir,
      DATABASE_URL: service.databaseUrl,
      WEBHOOK_ALLOW_HOSTS: new URL(receiver.url).host,
    },
  });
const json = async (...args: string[]) => JSON.parse((await filemill(...args, '--json')).stdout);
const verified = () => receiver.received.map(got => new Webhook(hook.secret).verify(got.body, got.headers));

test('create prints { id, secret }; the webhook receives the events of a job and a run', async () => {
  hook = await json('create', '--workspace', client.workspaceId, '--url', receiver.url);
  expect(hook).toEqual({ id: expect.stringMatching(/^whk_/), secret: expect.stringMatching(/^whsec_/) });

  const job = await client.run(
    { type: 'image-convert', filename: 'a.png', bytes: png(5, 5) },
    { outputFormat: 'webp' },
  );
  await receiver.count(2);
  expect(verified()).toMatchObject([
    { type: 'job.started', data: { id: job.id, status: 'processing', startedAt: job.startedAt } },
    {
      type: 'job.completed',
      data: {
        id: job.id,
        completedAt: job.completedAt,
        fileCount: 1,
        result: { files: [{ filename: 'a.webp' }] },
      },
    },
  ]);

  const config = { tab: 'image', processingMode: 'server', image: { outputFormat: 'png' } };
  const { id: recipeId } = await client.expect(
    client.post<Recipe>('/recipes', {
      name: 'Back',
      steps: [{ name: 'To png', jobType: 'image-convert', config }],
    }),
  );
  const run = await client.expect(
    client.post<RecipeRun>(`/recipes/${recipeId}/runs`, {
      inputArtifactId: job.result!.files[0]!.artifactId,
    }),
  );
  await receiver.count(5);
  expect(receiver.received.slice(2).map(got => got.event.type)).toEqual([
    'job.started',
    'job.completed',
    'run.completed',
  ]);
  expect(verified()[4]).toMatchObject({
    data: {
      id: run.id,
      recipeId,
      status: 'completed',
      fileCount: 1,
      steps: [{ status: 'completed', outputs: [{ filename: 'a.png', contentType: 'image/png' }] }],
    },
  });
  expect(receiver.received.map(got => got.body).join()).not.toMatch(/downloadUrl|signature/i);
  const { events } = await client.expect(client.get<{ events: { id: string }[] }>('/events'));
  expect(events.map(event => event.id)).toEqual(receiver.received.map(got => got.headers['webhook-id']));
});

test.runIf(runsAll)('a webhook is updated, paused, listed and resumed', async () => {
  expect(
    await json('update', hook.id, '--events', 'job.canceled,job.failed', '--description', 'for tests'),
  ).toMatchObject({
    events: ['job.canceled', 'job.failed'],
    description: 'for tests',
  });
  expect(await json('pause', hook.id)).toMatchObject({ status: 'paused', pausedReason: 'by_hand' });
  const text = (await filemill('list', '--workspace', client.workspaceId)).stdout;
  expect(text).toContain(`${hook.id}  paused (by_hand)`);
  expect(text).not.toContain('whsec_');
  expect(await json('resume', hook.id)).toMatchObject({ status: 'active' });
});

test.runIf(runsAll)('a webhook of the first workspace is created and listed by that name', async () => {
  const other = await json('create', '--workspace', 'first', '--url', receiver.url);
  expect((await json('list', '--workspace', 'first')).webhooks).toMatchObject([{ id: other.id }]);
  await json('delete', other.id);
});

test.runIf(runsAll)(
  'rotate returns a new secret, test signs with it, and deliveries and redeliver show and repeat the event',
  async () => {
    const rotated = await json('rotate', hook.id, '--overlap', '0');
    expect(rotated).toMatchObject({ id: hook.id, secret: expect.stringMatching(/^whsec_/) });
    hook = rotated;
    const before = receiver.received.length;
    const { eventId } = await json('test', hook.id);
    await receiver.count(before + 1);
    expect(verified).toThrow();
    const got = receiver.received.at(-1)!;
    expect(new Webhook(hook.secret).verify(got.body, got.headers)).toMatchObject({ type: 'webhook.test' });
    expect(got.headers['webhook-id']).toBe(eventId);
    const logged = async () => (await json('deliveries', hook.id, '--limit', '1')).deliveries;
    while ((await logged())[0].status !== 'delivered') await sleep(50);
    expect(await logged()).toMatchObject([{ eventId, attempts: [{ status: 200, answer: 'thanks' }] }]);
    expect(await json('redeliver', hook.id, eventId)).toEqual({ id: hook.id, eventId });
    await receiver.count(before + 2);
  },
);

test('errors are reported in one line', async () => {
  const runFailing = (...args: string[]) =>
    filemill(...args).then(
      () => '',
      error => error.stderr as string,
    );
  const [url, unreachable, unknown] = await Promise.all([
    runFailing('create', '--workspace', client.workspaceId, '--url', 'ftp://a'),
    runFailing('update', hook.id, '--url', 'http://169.254.169.254/latest'),
    runFailing('pause', 'whk_nope'),
  ]);
  expect(url).toBe('filemill: `url` must be an http or https address of at most 2048 characters.\n');
  expect(unreachable).toMatch(/^filemill: `url` must lead to a public address/);
  expect(unknown).toBe('filemill: There is no webhook whk_nope.\n');
});

test('delete removes the webhook', async () => {
  const { webhooks } = await json('list');
  expect(webhooks).toMatchObject([{ id: hook.id, url: receiver.url, status: 'active' }]);
  expect(await json('delete', hook.id)).toEqual({ id: hook.id, deleted: true });
  expect((await json('list')).webhooks).toEqual([]);
});
