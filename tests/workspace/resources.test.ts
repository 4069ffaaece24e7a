import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CreatedJob, Job } from '../../src/contract/schemas/job.ts';
import type { Recipe } from '../../src/contract/schemas/recipe.ts';
import type { RecipeRun } from '../../src/contract/schemas/run.ts';
import { waitForPeriodStart } from '../support/calendar.ts';
import { Client } from '../support/client.ts';
import { png } from '../support/samples.ts';
import { startService, type TestService } from '../support/service.ts';
import { answered, documentOf, firstUser, joined, type Person } from './support/person.ts';

/** The whole service with a worker: all resources of a workspace, used by people and with keys. */
let service: TestService;
let ada: Person;
let viewer: Person;
let home: string;
let client: Client;
beforeAll(async () => {
  // Everything here must be counted in one window.
  await waitForPeriodStart('day', 40);
  service = await startService('all');
  ({ person: ada, workspaceId: home } = await firstUser(service));
  ({ person: viewer } = await joined(ada, home, 'viewer', 'viewer@example.com'));
  client = await service.client({ workspaceId: home });
});
afterAll(() => service.stop());

const at = (path: string) => `/workspaces/${home}${path}`;
const bytes = png(6, 4);
const request = {
  type: 'image-convert',
  filename: 'a.png',
  contentType: 'image/png',
  fileSize: bytes.length,
  options: { outputFormat: 'webp' },
};

/** Runs a job in the workspace from beginning to end. */
async function run(body: Record<string, unknown> = request, file: Uint8Array = bytes): Promise<Job> {
  const job = await ada.ok<CreatedJob>('POST', at('/jobs'), body);
  await client.upload(job.uploadUrl!, file);
  await ada.ok('POST', at(`/jobs/${job.id}/start`));
  return ada.ok<Job>('GET', at(`/jobs/${job.id}?wait=30`));
}

let mine: Job;

describe('jobs', () => {
  test('created in the workspace run like any other, and show their source', async () => {
    mine = await run();
    expect(mine).toMatchObject({ status: 'completed', source: 'workspace' });
    const file = await client.download(mine.result!.downloadUrl!);
    expect(Buffer.from(file.subarray(0, 4)).toString()).toBe('RIFF');
    const fresh = await ada.ok<Job>('POST', at(`/jobs/${mine.id}/refresh-url`));
    expect(await client.download(fresh.result!.downloadUrl!)).toEqual(file);
    const { files } = await ada.ok<{ files: unknown[] }>('GET', at(`/jobs/${mine.id}/files`));
    expect(files).toHaveLength(1);
    const artifact = await ada.ok<{ jobId: string }>('GET', at(`/artifacts/${mine.inputs[0]!.artifactId}`));
    expect(artifact.jobId).toBe(mine.id);
  });

  test('created in the workspace are invisible to its API keys', async () => {
    const pending = await ada.ok<CreatedJob>('POST', at('/jobs'), request);
    await client.upload(pending.uploadUrl!, bytes);
    for (const { id } of [mine, pending])
      for (const [method, path] of [
        ['GET', `/jobs/${id}`],
        ['POST', `/jobs/${id}/start`],
        ['POST', `/jobs/${id}/cancel`],
        ['POST', `/jobs/${id}/refresh-url`],
        ['GET', `/jobs/${id}/events`],
        ['DELETE', `/jobs/${id}`],
      ] as const)
        expect(await client.send(method, path)).toMatchObject({
          status: 404,
          body: { code: 'job_not_found' },
        });
    expect((await client.send('GET', `/artifacts/${mine.inputs[0]!.artifactId}`)).status).toBe(404);
    expect((await client.get<{ jobs: Job[] }>('/jobs')).body.jobs).toEqual([]);
    expect(JSON.stringify((await client.get('/events?limit=100')).body)).not.toContain(mine.id);
    // None of these requests had an effect.
    expect((await ada.ok<Job>('GET', at(`/jobs/${pending.id}`))).status).toBe('pending');
    expect((await ada.ok<Job>('POST', at(`/jobs/${pending.id}/cancel`))).status).toBe('canceled');
    expect((await ada.send('DELETE', at(`/jobs/${pending.id}`))).status).toBe(204);
    expect((await ada.get(at(`/jobs/${pending.id}`))).status).toBe(404);
  });

  test('are listed from all sources, newest first, in pages, and can be filtered', async () => {
    const byKey = await client.run(
      { type: 'image-convert', filename: 'b.png', bytes },
      { outputFormat: 'jpeg' },
    );
    const list = (query: string) =>
      ada.ok<{ jobs: Job[]; nextCursor: string | null }>('GET', at(`/jobs?${query}`));
    const all = (await list('limit=100')).jobs;
    expect(all.map(job => job.id)).toEqual([byKey.id, mine.id]);
    const first = await list('limit=1');
    const second = await list(`limit=1&cursor=${first.nextCursor}`);
    expect([...first.jobs, ...second.jobs].map(job => job.id)).toEqual([byKey.id, mine.id]);
    expect(second.nextCursor).toBeNull();
    expect((await list('source=workspace')).jobs.map(job => job.id)).toEqual([mine.id]);
    expect((await list('source=api&status=completed')).jobs.map(job => job.id)).toEqual([byKey.id]);
    expect((await list('source=recipe')).jobs).toEqual([]);
    expect((await list('type=image-convert&status=failed')).jobs).toEqual([]);
    expect((await list(`createdBefore=${byKey.createdAt}`)).jobs.map(job => job.id)).toEqual([mine.id]);
    expect((await ada.get(at('/jobs?source=robot'))).status).toBe(400);
    expect((await client.send('GET', '/jobs?source=workspace')).status).toBe(400);
  });

  test('have idempotency keys separate from those of API keys', async () => {
    const headers = { 'idempotency-key': 'one' };
    const byKey = await client.create(request, headers);
    const send = () => ada.send<Job>('POST', at('/jobs'), request, headers);
    const [made, again] = [await send(), await send()];
    expect([made.status, again.status]).toEqual([201, 200]);
    expect(again.body.id).toBe(made.body.id);
    expect(made.body.id).not.toBe(byKey.id);
  });

  test('can be followed through an event stream', async () => {
    const response = await fetch(`${service.url}/api/workspace${at(`/jobs/${mine.id}/events`)}`, {
      headers: { cookie: ada.cookie },
    });
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(await response.text()).toContain('"status":"completed"');
  });

  test('can only be read by viewers', async () => {
    expect((await viewer.get(at(`/jobs/${mine.id}`))).status).toBe(200);
    for (const [method, path, body] of [
      ['POST', '/jobs', request],
      ['POST', '/merge', { files: [] }],
      ['POST', `/jobs/${mine.id}/cancel`, undefined],
      ['DELETE', `/jobs/${mine.id}`, undefined],
      ['POST', '/recipes', {}],
      ['POST', '/keys', {}],
      ['POST', '/webhooks', { url: 'https://example.com' }],
      ['GET', '/invitations', undefined],
    ] as const)
      expect(await viewer.send(method, at(path), body)).toMatchObject({
        status: 403,
        body: { code: 'forbidden' },
      });
  });
});

test('recipes are created, run on stored files, followed and deleted', async () => {
  const recipe = await ada.ok<Recipe>('POST', at('/recipes'), {
    name: 'Smaller',
    steps: [
      {
        name: 'half',
        jobType: 'image-resize',
        config: { tab: 'image', processingMode: 'server', image: { width: 3 } },
      },
    ],
  });
  const started = await ada.ok<RecipeRun>('POST', at(`/recipes/${recipe.id}/runs`), {
    inputJobId: mine.id,
    inputOutputIndex: 0,
  });
  // Outputs of the workspace are not inputs for a key.
  const byKey = await client.send('POST', `/recipes/${recipe.id}/runs`, {
    inputJobId: mine.id,
    inputOutputIndex: 0,
  });
  expect(byKey.status).toBe(404);
  const { jobId } = started.steps[0]!;
  await ada.ok('GET', at(`/jobs/${jobId}?wait=30`));
  const ended = await ada.ok<RecipeRun>('GET', at(`/recipe-runs/${started.id}`));
  expect(ended).toMatchObject({ status: 'completed', steps: [{ outputs: [{ metadata: { width: 3 } }] }] });
  await ada.ok('GET', at(`/recipe-runs/${started.id}/files`));
  expect((await ada.post(at(`/recipe-runs/${started.id}/cancel`))).status).toBe(400);
  expect((await ada.ok<{ runs: RecipeRun[] }>('GET', at('/recipe-runs'))).runs[0]!.id).toBe(started.id);
  expect((await ada.ok<{ recipes: Recipe[] }>('GET', at('/recipes'))).recipes[0]!.id).toBe(recipe.id);
  expect((await ada.ok<{ jobs: Job[] }>('GET', at('/jobs?source=recipe'))).jobs[0]!.id).toBe(jobId);
  await ada.ok('GET', at(`/recipes/${recipe.id}`));
  await ada.ok('GET', at(`/recipes/${recipe.id}/versions`));
  await ada.ok('GET', at(`/recipes/${recipe.id}/versions/1`));
  await ada.ok('POST', at(`/recipes/${recipe.id}/versions/1/restore`));
  await ada.ok('POST', at(`/recipes/${recipe.id}/golden-files`), { runId: started.id });
  await ada.ok('GET', at(`/recipes/${recipe.id}/golden-files`));
  expect((await ada.send('DELETE', at(`/recipes/${recipe.id}`))).status).toBe(204);
});

test('keys with scopes and an expiry are created, used, rotated and revoked, and hidden from other workspaces', async () => {
  const status = (key: string) =>
    fetch(`${service.url}/api/public/jobs`, { headers: { authorization: `Bearer ${key}` } }).then(
      r => r.status,
    );
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const made = await ada.ok<{ id: string; key: string }>('POST', at('/keys'), {
    name: 'CI',
    scopes: ['jobs:read'],
    expiresAt,
  });
  expect(await status(made.key)).toBe(200);
  expect((await new Client(service.url, made.key).send('POST', '/jobs', request)).status).toBe(403);
  const { keys } = await ada.ok<{ keys: Record<string, unknown>[] }>('GET', at('/keys?limit=1'));
  expect(keys[0]).toMatchObject({
    id: made.id,
    name: 'CI',
    scopes: ['jobs:read'],
    status: 'active',
    expiresAt,
  });
  expect(JSON.stringify(keys)).not.toContain(made.key);
  const fresh = await ada.ok<{ id: string; key: string }>('POST', at(`/keys/${made.id}/rotate`), {
    overlapSeconds: 60,
  });
  expect([await status(made.key), await status(fresh.key)]).toEqual([200, 200]);
  for (const { id } of [made, fresh]) expect((await ada.post(at(`/keys/${id}/revoke`))).status).toBe(204);
  expect([await status(made.key), await status(fresh.key)]).toEqual([401, 401]);
  expect((await ada.post(at(`/keys/${made.id}/rotate`), {})).status).toBe(400);
  // An accidental revocation can be undone for a short time.
  expect((await ada.post(at(`/keys/${fresh.id}/restore`))).status).toBe(204);
  expect(await status(fresh.key)).toBe(200);
  expect((await ada.post(at(`/keys/${fresh.id}/restore`))).status).toBe(400);
  expect((await viewer.post(at(`/keys/${made.id}/restore`))).status).toBe(403);
  await service.db
    .updateTable('api_keys')
    .set({ revoked_at: new Date(Date.now() - 3_600_000) })
    .where('id', '=', made.id)
    .execute();
  expect((await ada.post(at(`/keys/${made.id}/restore`))).status).toBe(400);
  const rotated = (await ada.ok<{ keys: { id: string }[] }>('GET', at('/keys'))).keys;
  expect(rotated.find(({ id }) => id === made.id)).toMatchObject({ rotatedTo: fresh.id });
  // A leap second is a time to JSON Schema but not to JavaScript.
  for (const wrong of ['2020-01-01T00:00:00Z', '2036-12-31T23:59:60Z'])
    expect(await ada.post(at('/keys'), { expiresAt: wrong })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'expiresAt' }] },
    });
  const foreign = await service.client();
  expect((await ada.post(at(`/keys/${foreign.keyId}/revoke`))).status).toBe(404);
  expect((await ada.post(at(`/keys/${foreign.keyId}/rotate`))).status).toBe(404);
  // Every field may be left out, and so may the body.
  const bare = await ada.ok<{ id: string }>('POST', at('/keys'));
  expect((await ada.post(at(`/keys/${bare.id}/rotate`))).status).toBe(201);
  expect((await ada.post(at(`/keys/${bare.id}/rotate`), { overlap: 60 })).status).toBe(400);
  expect(await status(foreign.key!)).toBe(200);
});

test('viewers can read the usage, its history and the ledger, whose entries are immutable', async () => {
  const usage = await viewer.ok<{ quotas: { operations: { used: number } } }>('GET', at('/usage'));
  expect(usage.quotas.operations.used).toBeGreaterThanOrEqual(3);
  for (const unit of ['day', 'month'])
    expect(await viewer.ok('GET', at(`/usage/history?unit=${unit}`))).toMatchObject({
      unit,
      windows: [{ operations: usage.quotas.operations.used }],
    });
  expect(await ada.post(`/operator/workspaces/${home}/credits`, { amount: 0 })).toMatchObject({
    status: 400,
    body: { details: [{ path: 'amount' }] },
  });
  for (const amount of [100, -30])
    await ada.ok('POST', `/operator/workspaces/${home}/credits`, { amount, note: `note ${amount}` });
  const page = await viewer.ok<{ balance: number; nextCursor: string }>('GET', at('/ledger?limit=1'));
  expect(page).toMatchObject({ balance: 70, entries: [{ kind: 'grant', amount: -30, note: 'note -30' }] });
  const rest = await viewer.ok('GET', at(`/ledger?limit=1&cursor=${page.nextCursor}`));
  expect(rest).toMatchObject({ balance: 70, entries: [{ amount: 100 }], nextCursor: null });
  await expect(service.db.updateTable('credit_entries').set({ amount: 0 }).execute()).rejects.toThrow(
    /never changed/,
  );
  await expect(service.db.deleteFrom('credit_entries').execute()).rejects.toThrow(/never changed/);
});

test('every shared route is covered by this file, with documented responses', async () => {
  await ada.ok('GET', at('/job-types'));
  await ada.ok('GET', at('/events'));
  await ada.ok('POST', at('/merge'), {
    files: ['a.pdf', 'b.pdf'].map(filename => ({ filename, fileSize: 9, contentType: 'application/pdf' })),
  });
  const estimate = await ada.ok<{ accepted: boolean }>('POST', at('/jobs/estimate'), {
    type: 'pdf-rotate',
    filename: 'a.pdf',
    fileSize: 9,
    contentType: 'application/pdf',
    options: { angle: 90 },
  });
  expect(estimate.accepted).toBe(true);
  const own = await ada.ok<{ id: string }>('POST', at('/artifacts'), {
    filename: 'a.pdf',
    fileSize: 9,
    contentType: 'application/pdf',
  });
  // Uploads of the workspace are invisible to a key.
  expect((await client.send('GET', `/artifacts/${own.id}`)).status).toBe(404);
  const { document } = await documentOf(service.url);
  const routes = Object.entries(document.paths)
    .filter(([path]) =>
      /\/(jobs|merge|recipes|recipe-runs|events|artifacts|job-types|usage|ledger|keys)/.test(path),
    )
    .flatMap(([path, methods]) => Object.keys(methods).map(method => `${method.toUpperCase()} ${path}`));
  // These respond with a stream or, here, with a refusal; others have their own tests.
  const elsewhere = [
    /\/(jobs|recipe-runs|batches)\/\{id\}\/(events|history|run-again)$/,
    /\/batches\/\{id\}\/jobs$/,
    /\/recipe-runs\/\{id\}\/cancel$/,
    /\/(jobs\/estimate|recipes\/(preview|step-choices|trials))$/,
    /PUT .*\/recipes\/\{id\}$/,
    /\/job-types\/\{id\}$/,
    /\/usage\/breakdown$/,
    /\/run\/recipes\/\{id\}$/,
  ];
  const missed = routes.filter(route => !answered.has(route) && !elsewhere.some(each => each.test(route)));
  expect(missed).toEqual([]);
});
