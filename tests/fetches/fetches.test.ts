import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CreatedJob, Job } from '../../src/contract/schemas/job.ts';
import type { Recipe } from '../../src/contract/schemas/recipe.ts';
import type { RecipeRun } from '../../src/contract/schemas/run.ts';
import type { ErrorBody } from '../support/client.ts';
import { pdf, png } from '../support/samples.ts';
import { until } from '../support/sending.ts';
import type { TestService } from '../support/service.ts';
import { useService } from '../support/use-service.ts';
import { FileServer } from './file-server.ts';

// 127.0.0.1 is allowed here, so every other loopback address stands for a private one.
const service = useService('all', { FETCH_ALLOW_HOSTS: '127.0.0.1' });
const files = new FileServer();
let client: Awaited<ReturnType<TestService['client']>>;
beforeAll(async () => {
  await files.start();
  client = await service.client();
});
afterAll(() => files.stop());

const csv = 'name,n\nAda,1\n';
const toJson = { type: 'document-convert', options: { outputFormat: 'json' }, autoStart: true };
const readText = async (job: Job) =>
  Buffer.from(await client.download(job.result!.downloadUrl!)).toString('utf8');

test('a job fetches its input from a URL, and shows the state of the fetch', async () => {
  const inputUrl = files.serve('/reports/people.csv', csv, { 'content-type': 'text/csv' });
  const made = await client.create({ ...toJson, inputUrl });
  expect(made).toMatchObject({
    status: 'uploading',
    inputs: [{ uploaded: false, fetch: { status: 'waiting' } }],
  });
  expect(made.uploadUrl).toBeUndefined();
  const job = await client.end(made.id);
  expect(job).toMatchObject({
    status: 'completed',
    inputs: [
      {
        filename: 'people.csv',
        contentType: 'text/csv',
        fileSize: csv.length,
        sha256: createHash('sha256').update(csv).digest('hex'),
        fetch: { status: 'done', failedAttempts: 0 },
      },
    ],
  });
  expect(JSON.parse(await readText(job))).toEqual([{ name: 'Ada', n: '1' }]);
  expect(files.requests.at(-1)!.headers).toMatchObject({ 'accept-encoding': 'identity' });
});

test('the format of a URL without an extension is taken from the response headers or the content', async () => {
  const named = files.serve('/download', csv, {
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename*=UTF-8''L%C3%BCbeck.csv`,
  });
  // The name's bytes are UTF-8, as many servers send them.
  const plain = Buffer.from('attachment; filename="Žluť ü.csv"').toString('latin1');
  const unencoded = files.serve('/unencoded', Buffer.from(csv), { 'content-disposition': plain });
  const bare = files.serve('/image', png(4, 4));
  const [one, three, two] = await Promise.all([
    client.create({ ...toJson, inputUrl: named }),
    client.create({ ...toJson, inputUrl: unencoded }),
    client.create({
      type: 'image-convert',
      options: { outputFormat: 'webp' },
      inputUrl: `${bare}?id=3`,
      autoStart: true,
    }),
  ]);
  expect(await client.end(one.id)).toMatchObject({
    status: 'completed',
    inputs: [{ filename: 'Lübeck.csv' }],
  });
  expect((await client.end(three.id)).inputs).toMatchObject([{ filename: 'Žluť ü.csv' }]);
  expect(await client.end(two.id)).toMatchObject({
    status: 'completed',
    inputs: [{ filename: 'image.png', contentType: 'image/png' }],
  });
});

test('redirects are followed, but not to a private address', async () => {
  files.serve('/target.csv', csv);
  const good = files.on(
    '/moved',
    (_, response) => void response.writeHead(302, { location: '/target.csv' }).end(),
  );
  const { port } = new URL(files.url);
  const bad = files.on(
    '/trap',
    (_, response) => void response.writeHead(302, { location: `http://127.0.0.2:${port}/target.csv` }).end(),
  );
  const [one, two] = await Promise.all([good, bad].map(inputUrl => client.create({ ...toJson, inputUrl })));
  expect(await client.end(one!.id)).toMatchObject({
    status: 'completed',
    inputs: [{ filename: 'target.csv' }],
  });
  const failed = await client.end(two!.id);
  expect(failed).toMatchObject({
    status: 'failed',
    failure: { reason: 'input_unreachable', message: expect.stringContaining('public address') },
    inputs: [{ fetch: { status: 'failed' } }],
  });
  expect(JSON.stringify(failed)).not.toContain('127.0.0.2');
  const refused = await client.post<ErrorBody>('/jobs', {
    ...toJson,
    inputUrl: `http://127.0.0.2:${port}/a.csv`,
  });
  expect(refused).toMatchObject({ status: 400, body: { details: [{ path: 'inputUrl' }] } });
});

test('an interrupted download is resumed where it ended, with the same version of the file', async () => {
  const bytes = Buffer.from(`name,n\n${'Ada,1\n'.repeat(50_000)}`);
  const inputUrl = files.on('/large.csv', (request, response) => {
    const from = /^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1];
    if (from === undefined) {
      response.writeHead(200, { 'content-length': bytes.length, etag: '"v1"' });
      response.write(bytes.subarray(0, 100_000), () => setTimeout(() => response.destroy(), 50));
      return;
    }
    const rest = bytes.subarray(Number(from));
    response.writeHead(206, {
      'content-length': rest.length,
      'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}`,
      etag: '"v1"',
    });
    response.end(rest);
  });
  const made = await client.create({ ...toJson, inputUrl });
  const job = await client.end(made.id);
  expect(job).toMatchObject({
    status: 'completed',
    inputs: [
      {
        sha256: createHash('sha256').update(bytes).digest('hex'),
        fetch: { status: 'done', failedAttempts: 1 },
      },
    ],
  });
  const [, second] = files.requests.filter(each => each.path === '/large.csv');
  expect(second!.headers).toMatchObject({
    range: expect.stringMatching(/^bytes=[1-9]\d*-$/),
    'if-range': '"v1"',
  });
});

test('a fetch is retried after a 503, but not after a 404', async () => {
  let asked = 0;
  const busy = files.on('/busy.csv', (_, response) => {
    asked += 1;
    if (asked === 1) response.writeHead(503).end();
    else response.end(csv);
  });
  const job = await client.create({ ...toJson, inputUrl: busy });
  await until(async () => asked > 0, 'the first request');
  expect(await client.end(job.id)).toMatchObject({ status: 'completed' });
  const gone = await client.create({ ...toJson, inputUrl: `${files.url}/none.csv` });
  expect(await client.end(gone.id)).toMatchObject({
    status: 'failed',
    failure: {
      reason: 'input_unreachable',
      message: 'The file could not be fetched: its server answered with HTTP status 404.',
    },
  });
  expect(files.count('/none.csv')).toBe(1);
});

test('a fetched file that does not match its declaration, or is too large, fails its job', async () => {
  const id = `p-${randomUUID().slice(0, 8)}`;
  await sql`insert into plans select (jsonb_populate_record(p, ${JSON.stringify({ id, file_bytes: 100 })}::jsonb)).*
    from plans p where id = 'developer'`.execute(service.db);
  const small = await service.client({ plan: id });
  const large = files.serve('/endless.csv', csv.repeat(100));
  const chunked = files.on('/chunked.csv', (_, response) => {
    for (let n = 0; n < 20; n++) response.write(csv);
    response.end();
  });
  const picture = files.serve('/picture', png(4, 4));
  const [a, b, c] = await Promise.all([
    small.create({ ...toJson, inputUrl: large }),
    small.create({ ...toJson, inputUrl: chunked }),
    client.create({ type: 'pdf-info', inputUrl: picture, contentType: 'application/pdf', autoStart: true }),
  ]);
  for (const made of [a, b])
    expect(await small.end(made.id)).toMatchObject({
      status: 'failed',
      failure: { reason: 'limit_exceeded' },
    });
  expect(await client.end(c.id)).toMatchObject({ failure: { reason: 'unreadable_input' } });
});

test('a plan can exclude input URLs', async () => {
  const id = `p-${randomUUID().slice(0, 8)}`;
  await sql`insert into plans select (jsonb_populate_record(p, ${JSON.stringify({ id, url_inputs: false })}::jsonb)).*
    from plans p where id = 'developer'`.execute(service.db);
  const without = await service.client({ plan: id });
  const answer = await without.post<ErrorBody>('/jobs', { ...toJson, inputUrl: `${files.url}/a.csv` });
  expect(answer).toMatchObject({ status: 403, body: { code: 'feature_not_available' } });
});

test('a merge accepts both URLs and uploaded files', async () => {
  const page = pdf(['one page']);
  const inputUrl = files.serve('/a.pdf', page);
  const made = await client.expect(
    client.post<CreatedJob>('/merge', {
      files: [{ inputUrl }, { filename: 'b.pdf', fileSize: page.length, contentType: 'application/pdf' }],
      autoStart: true,
    }),
  );
  expect(made.status).toBe('pending');
  expect(made.uploads!.map(({ index }) => index)).toEqual([1]);
  await client.upload(made.uploads![0]!.uploadUrl, page);
  expect(await client.end(made.id)).toMatchObject({
    status: 'completed',
    result: { files: [{ metadata: { pages: 2 } }] },
  });
});

test('a one-request conversion accepts an input URL', async () => {
  const inputUrl = files.serve('/one.csv', csv);
  const headers = { authorization: `Bearer ${client.key}` };
  const query = await fetch(`${client.base}/convert/json?inputUrl=${encodeURIComponent(inputUrl)}`, {
    method: 'POST',
    headers,
  });
  expect([query.status, await query.json()]).toEqual([200, [{ name: 'Ada', n: '1' }]]);
  const form = new FormData();
  form.set('inputUrl', inputUrl);
  form.set('outputFormat', 'json');
  const posted = await fetch(`${client.base}/run/document-convert`, { method: 'POST', headers, body: form });
  expect([posted.status, await posted.json()]).toEqual([200, [{ name: 'Ada', n: '1' }]]);
  form.set('file', new Blob([csv]), 'a.csv');
  const both = await fetch(`${client.base}/run/document-convert`, { method: 'POST', headers, body: form });
  expect(both.status).toBe(400);
});

const makeRecipe = () =>
  client.expect(
    client.post<Recipe>('/recipes', {
      name: 'To JSON',
      description: '',
      steps: [
        {
          name: 'To JSON',
          jobType: 'document-convert',
          config: { tab: 'document', processingMode: 'server', document: { outputFormat: 'json' } },
        },
      ],
    }),
  );
const endRun = async (id: string) => {
  let run: RecipeRun;
  do run = await client.expect(client.get<RecipeRun>(`/recipe-runs/${id}?wait=10`));
  while (!['completed', 'failed', 'canceled'].includes(run.status));
  return run;
};

test('a run starts after its file is fetched, once per idempotency key', async () => {
  const { id } = await makeRecipe();
  const inputUrl = files.serve('/run.csv', csv);
  const start = () =>
    client.post<RecipeRun>(`/recipes/${id}/runs`, { inputUrl }, { 'idempotency-key': 'one' });
  const [first, again] = [await start(), await start()];
  expect([first.status, again.status, again.body.id]).toEqual([201, 200, first.body.id]);
  const run = await endRun(first.body.id);
  expect(run).toMatchObject({ status: 'completed', result: { fileCount: 1 } });
  expect(files.count('/run.csv')).toBe(1);
  const missing = await client.expect(
    client.post<RecipeRun>(`/recipes/${id}/runs`, { inputUrl: `${files.url}/no.csv` }),
  );
  expect(await endRun(missing.id)).toMatchObject({
    status: 'failed',
    steps: [
      { status: 'failed', failure: { reason: 'input_unreachable', message: expect.stringContaining('404') } },
    ],
  });
});

test('a run that waits for its file can be canceled, and returns its operations', async () => {
  const { id } = await makeRecipe();
  let isAsked = false;
  const inputUrl = files.on('/slow.csv', () => {
    isAsked = true;
  });
  const countUsed = async () =>
    (
      await sql<{ used: number }>`select used from usage_counters where workspace_id = ${client.workspaceId}
        and quota = 'operations_daily'`.execute(service.db)
    ).rows[0]!.used;
  const before = await countUsed();
  const run = await client.expect(client.post<RecipeRun>(`/recipes/${id}/runs`, { inputUrl }));
  await until(() => isAsked, 'the request');
  await client.expect(client.post(`/recipe-runs/${run.id}/cancel`));
  expect(await endRun(run.id)).toMatchObject({ status: 'canceled' });
  expect(await countUsed()).toBe(before);
});

test('the example in the documentation works', async () => {
  const inputUrl = files.serve('/people.csv', csv, { 'content-type': 'text/csv' });
  const page = await readFile(new URL('../../docs/urls.md', import.meta.url), 'utf8');
  const script = /```sh\n(.*?)```/s.exec(page)![1]!.replaceAll('https://example.com/people.csv', inputUrl);
  const cwd = await mkdtemp(join(tmpdir(), 'filemill-example-'));
  const { stdout } = await promisify(execFile)('bash', ['-euc', script], {
    cwd,
    env: { ...process.env, API: `${service.url}/api/public`, AUTH: `Authorization: Bearer ${client.key}` },
  });
  expect(JSON.parse(await readFile(join(cwd, 'people.json'), 'utf8'))).toEqual([{ name: 'Ada', n: '1' }]);
  expect(await client.end(JSON.parse(stdout).id)).toMatchObject({ status: 'completed' });
  await rm(cwd, { recursive: true });
});
