import type { Batch } from '../../src/contract/schemas/batch.ts';
import type { GoldenFile } from '../../src/contract/schemas/golden-file.ts';
import type { CreatedJob, Job } from '../../src/contract/schemas/job.ts';
import type { Recipe } from '../../src/contract/schemas/recipe.ts';
import type { RecipeRun } from '../../src/contract/schemas/run.ts';
import type { Client } from '../support/client.ts';

type Caller = Client & { workspaceId: string; keyId: string };
type Json = Record<string, string>;

const bytes = Buffer.from('a few words');
const file = { filename: 'a.txt', contentType: 'text/plain', fileSize: bytes.length };
export const nap = (ms = 1) => ({ type: 'nap', ...file, options: { ms } });
const steps = [{ name: 'sleep', jobType: 'nap', options: { ms: 1 } }];

/** Everything a key can do. */
export async function useWithKey(client: Caller, stranger: Caller): Promise<Job> {
  const ok = <Body = Json>(method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    client.expect(client.send<Body>(method, path, body, headers));
  const key = { authorization: `Bearer ${client.key}` };
  const raw = async (url: string, init: RequestInit) => {
    const response = await fetch(url, init);
    if (!response.ok) throw new Error(`${init.method} ${url}: ${response.status} ${await response.text()}`);
    await response.bytes();
    return response;
  };
  for (const path of [
    '/',
    '/job-types',
    '/usage',
    '/jobs',
    '/jobs?status=failed',
    '/jobs?status=uploading',
    '/jobs?type=nap',
    '/events',
  ])
    await ok('GET', path);
  await ok('GET', '/jobs?createdAfter=2026-01-01T00:00:00Z&createdBefore=2040-01-01T00:00:00Z&limit=1');

  const created = await client.create(nap(), { 'idempotency-key': 'once' });
  await client.create(nap(), { 'idempotency-key': 'once' });
  const tus = { 'tus-resumable': '1.0.0' };
  await raw(created.uploadUrl!, {
    method: 'PATCH',
    headers: { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
    body: bytes,
  });
  await raw(created.uploadUrl!, { method: 'HEAD', headers: tus });
  await client.upload(created.uploadUrl!, bytes);
  await ok('POST', `/jobs/${created.id}/start`);
  const job = await client.end(created.id);
  await ok('GET', `/jobs/${job.id}`);
  await ok('POST', `/jobs/${job.id}/refresh-url`);
  await ok('GET', `/jobs/${job.id}/files`);
  const { downloadUrl, artifactId } = job.result as unknown as Json;
  for (const method of ['GET', 'HEAD']) await raw(downloadUrl!, { method });
  await ok('GET', `/artifacts/${artifactId ?? job.inputs[0]!.artifactId}`);
  await raw(`${client.base}/jobs/${job.id}/events`, { method: 'GET', headers: key });
  expectStatus(await stranger.send('GET', `/jobs/${job.id}`), 404);

  const own = await ok<Json>('POST', '/artifacts', file);
  await client.upload(own.uploadUrl!, bytes);
  const given = await ok<CreatedJob>('POST', '/jobs', {
    type: 'nap',
    inputArtifactId: own.id,
    options: { ms: 1 },
  });
  await ok('POST', `/jobs/${given.id}/start`);
  await client.end(given.id);
  const pending = await client.create(nap());
  await ok('POST', `/jobs/${pending.id}/cancel`);
  await ok('DELETE', `/jobs/${pending.id}`);

  await raw(`${client.base}/run/nap?ms=1&filename=a.txt`, {
    method: 'POST',
    headers: { ...key, 'content-type': 'text/plain', 'idempotency-key': 'run' },
    body: bytes,
  });
  await raw(`${client.base}/run/nap?ms=1&filename=a.txt`, {
    method: 'POST',
    headers: { ...key, 'content-type': 'text/plain', accept: 'application/json' },
    body: bytes,
  });

  const asked = { type: 'nap', inputArtifactId: own.id, options: { ms: 1 }, reuse: true };
  await ok('POST', '/jobs/estimate', nap());
  await ok('POST', '/jobs/estimate', asked);
  await ok('POST', '/jobs', { ...asked, autoStart: true });
  await raw(`${client.base}/run/nap?ms=1&filename=a.txt&reuse=true`, {
    method: 'POST',
    headers: { ...key, 'content-type': 'text/plain' },
    body: bytes,
  });

  const recipe = await ok<Recipe>('POST', '/recipes', { name: 'A recipe', steps: [...steps, ...steps] });
  await useBatches(client, own.id!, recipe.id);
  await ok('GET', '/recipes');
  await ok('GET', `/recipes/${recipe.id}`);
  await ok('PUT', `/recipes/${recipe.id}`, { name: 'A recipe', steps: [...steps, ...steps] });
  await ok('GET', `/recipes/${recipe.id}/versions`);
  await ok('GET', `/recipes/${recipe.id}/versions/1`);
  await ok('POST', `/recipes/${recipe.id}/versions/1/restore`);
  const run = await ok<RecipeRun>('POST', `/recipes/${recipe.id}/runs`, { inputArtifactId: own.id });
  const step = steps[0]!;
  const branches = await ok<Recipe>('POST', '/recipes', {
    name: 'Branches',
    steps: [
      { ...step, name: 'one', from: 'input' },
      { ...step, name: 'other', from: 'input', when: { minBytes: 1_000_000 } },
      { ...step, name: 'each', from: ['one', 'other'], forEach: true },
    ],
  });
  const branched = await ok<RecipeRun>('POST', `/recipes/${branches.id}/runs`, { inputArtifactId: own.id });
  await ok('GET', `/recipe-runs/${branched.id}?wait=30`);
  await ok('GET', `/recipe-runs/${branched.id}/files`);
  await raw(`${client.base}/recipe-runs/${run.id}/events`, { method: 'GET', headers: key });
  await ok('GET', `/recipe-runs/${run.id}?wait=30`);
  for (const query of ['', `?recipeId=${recipe.id}`, '?limit=1']) await ok('GET', `/recipe-runs${query}`);
  await useGoldenFiles(client, recipe.id, run.id);
  const slow = await ok<Recipe>('POST', '/recipes', {
    name: 'Slow',
    steps: [{ ...steps[0], options: { ms: 60_000 } }],
  });
  const stopped = await ok<RecipeRun>('POST', `/recipes/${slow.id}/runs`, { inputArtifactId: own.id });
  await ok('POST', `/recipe-runs/${stopped.id}/cancel`);
  await raw(`${client.base}/run/nap?ms=1&filename=a.txt&deleteAfterDownload=true`, {
    method: 'POST',
    headers: { ...key, 'content-type': 'text/plain' },
    body: bytes,
  });
  await raw(`${client.base}/run/recipes/${recipe.id}?filename=a.txt&deleteAfterDownload=true`, {
    method: 'POST',
    headers: { ...key, 'content-type': 'text/plain' },
    body: bytes,
  });
  await ok('DELETE', `/recipes/${recipe.id}`);

  const charged = await client.run(
    { type: 'meter', filename: 'a.txt', contentType: 'text/plain', bytes },
    { seconds: 90 },
  );
  for (const ending of ['fails'])
    await client.run(
      { type: 'meter', filename: 'a.txt', contentType: 'text/plain', bytes },
      { seconds: 1, ending },
    );
  // Including those of runs.
  await ok('GET', '/events?limit=100');
  return charged;
}

/** A golden file whose recipe makes something else, and one that stays. */
async function useGoldenFiles(client: Caller, recipeId: string, runId: string): Promise<void> {
  const ok = <Body = GoldenFile>(method: string, path: string, body?: unknown) =>
    client.expect(client.send<Body>(method, path, body));
  const { inputArtifactId } = await ok<RecipeRun>('GET', `/recipe-runs/${runId}`);
  const { id } = await ok('POST', `/recipes/${recipeId}/golden-files`, { runId });
  await ok('GET', `/recipes/${recipeId}/golden-files`);
  const other = steps.map(step => ({ ...step, options: { ms: 2 } }));
  await ok('PUT', `/recipes/${recipeId}`, { name: 'A recipe', steps: other });
  await ok('POST', `/golden-files/${id}/check`);
  const { check } = await ok('GET', `/golden-files/${id}?wait=60`);
  if (check?.status !== 'different') throw new Error(`the check is ${check?.status}`);
  await ok('POST', `/golden-files/${id}/accept`);
  await ok('DELETE', `/golden-files/${id}`);
  const own = await ok<Recipe>('POST', '/recipes', { name: 'Kept', steps });
  const run = await ok<RecipeRun>('POST', `/recipes/${own.id}/runs`, { inputArtifactId });
  await ok('GET', `/recipe-runs/${run.id}?wait=30`);
  await ok('POST', `/recipes/${own.id}/golden-files`, { runId: run.id });
}

/** Batches of a job type and of a recipe, with one that is canceled and retried. */
async function useBatches(client: Caller, inputArtifactId: string, recipeId: string): Promise<void> {
  const inputs = [{ inputArtifactId }];
  const create = (body: object, key: string) =>
    client.expect(client.post<Batch>('/batches', { ...body, inputs }, { 'idempotency-key': key }));
  for (const work of [{ type: 'nap', options: { ms: 1 } }, { recipeId }]) {
    const { id } = await create(work, JSON.stringify(work));
    for (let ended = false; !ended; )
      ended = (await client.expect(client.get<Batch>(`/batches/${id}?wait=30`))).status === 'completed';
    for (const path of ['', '/jobs', '/manifest', '/manifest?status=completed'])
      await client.expect(client.get(`/batches/${id}${path}`));
    const { result } = await client.expect(client.get<Batch>(`/batches/${id}`));
    await client.download(result!.archiveUrl!);
  }
  const slow = await create({ type: 'nap', options: { ms: 60_000 } }, 'slow');
  await client.expect(client.post(`/batches/${slow.id}/cancel`));
  await client.expect(client.post(`/batches/${slow.id}/retry`));
  // Its job is there once it is no longer waiting, and is canceled with it.
  for (let waiting = 1; waiting > 0; )
    waiting = (await client.expect(client.get<Batch>(`/batches/${slow.id}?wait=1`))).counts.waiting;
  await client.expect(client.post(`/batches/${slow.id}/cancel`));
  await client.expect(client.get('/batches'));
}

/** Makes the storage and operation limits look up their counters. */
export async function reachLimits(client: Caller): Promise<void> {
  await client.run({ type: 'nap', filename: 'a.txt', contentType: 'text/plain', bytes }, { ms: 1 });
  const large = Buffer.alloc(70_000, 'words ');
  const answer = await fetch(`${client.base}/run/nap?ms=1&filename=a.txt`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.key}`, 'content-type': 'text/plain' },
    body: large,
  });
  expectStatus(answer, 200);
  const page = await client.expect(client.get<{ nextCursor: string }>('/jobs?limit=1'));
  await client.expect(client.get(`/jobs?limit=1&cursor=${page.nextCursor}`));
  const recipe = await client.expect(client.post<Recipe>('/recipes', { name: 'A recipe', steps }));
  const own = await client.expect(client.post<Record<string, string>>('/artifacts', file));
  await client.upload(own.uploadUrl!, bytes);
  const run = await client.expect(
    client.post<RecipeRun>(`/recipes/${recipe.id}/runs`, { inputArtifactId: own.id }),
  );
  await client.expect(client.get(`/recipe-runs/${run.id}?wait=30`));
}

function expectStatus({ status }: { status: number }, wanted: number): void {
  if (status !== wanted) throw new Error(`${status} in place of ${wanted}`);
}
