import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '../../src/settings/limits.ts';
import { begin, until } from '../support/sending.ts';
import { startService, type TestService } from '../support/service.ts';

/** A service that handles one request and runs one job at a time. */
let narrow: TestService;
let wide: TestService;
beforeAll(async () => {
  const jobsDir = fileURLToPath(new URL('../support/jobs', import.meta.url));
  const settings = { SANDBOX: 'off', WORKER_CONCURRENCY: '1' };
  [narrow, wide] = await Promise.all([
    startService('all', { ...settings, REQUESTS_AT_ONCE: '1' }, jobsDir),
    startService('all', settings, jobsDir),
  ]);
});
afterAll(async () => {
  await narrow?.stop();
  await wide?.stop();
});

const bytes = Buffer.from('a few words');

test('requests above the limit get 503 before their body is read, and accepted requests complete', async () => {
  const client = await narrow.client();
  const headers = { authorization: `Bearer ${client.key}` };
  const job = await client.create({
    type: 'nap',
    filename: 'a.txt',
    contentType: 'text/plain',
    fileSize: bytes.length,
    options: { ms: 200 },
  });
  await client.upload(job.uploadUrl!, bytes);
  // Its start waits for the workspace's row as long as the test holds it.
  let started: ReturnType<typeof client.post> | undefined;
  await narrow.db.transaction().execute(async trx => {
    await sql`select from workspaces where id = ${client.workspaceId} for update`.execute(trx);
    started = client.post(`/jobs/${job.id}/start`);
    await until(async () => {
      const { rows } = await sql`select from pg_stat_activity where wait_event_type = 'Lock'
        and datname = current_database()`.execute(narrow.db);
      return rows.length > 0;
    }, 'the start to wait for the row lock');

    const refused = await client.get<{ code: string; retryAfter: number }>('/jobs');
    expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(Number(refused.headers.get('retry-after'))).toBe(refused.body.retryAfter);
    expect(refused.body.retryAfter).toBeGreaterThan(0);
    const upload = begin('POST', `${client.base}/run/nap?ms=1&filename=a.txt`, {
      ...headers,
      'content-length': 10_000_000,
      expect: '100-continue',
    });
    let isAskedFor = false;
    upload.request.on('continue', () => {
      isAskedFor = true;
    });
    expect(await upload.answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(isAskedFor).toBe(false);
    upload.request.destroy();
    expect((await fetch(`${narrow.url}/api/workspace/session`)).status).toBe(503);
    for (const probe of ['healthz', 'readyz', 'metrics'])
      expect((await fetch(`${narrow.url}/${probe}`)).status, probe).toBe(200);
  });
  expect(await started).toMatchObject({ status: 200, body: { id: job.id } });

  // Requests that wait for a job, or are still sending a body, do not count.
  const waiting = client.get(`/jobs/${job.id}?wait=30`);
  const slow = begin('POST', `${client.base}/jobs`, {
    ...headers,
    'content-type': 'application/json',
    'content-length': 1000,
  });
  slow.request.write('{');
  await until(async () => (await client.get('/jobs')).status === 200, 'a free request slot');
  expect((await client.get('/jobs')).status).toBe(200);
  slow.request.destroy();
  expect(await waiting).toMatchObject({ status: 200, body: { status: 'completed' } });
});

test("a workspace's waiting requests for one job type are limited; other requests are not affected", async () => {
  const client = await wide.client();
  const other = await wide.client();
  const run = (query: string, name = 'nap', { key } = client) =>
    fetch(`${client.base}/run/${name}?filename=a.txt&${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'text/plain' },
      body: bytes,
    });
  const { least } = limits.oneRequest;
  // The first job holds the worker's only place until all requests have arrived.
  const first = await client.create({
    type: 'nap',
    filename: 'a.txt',
    contentType: 'text/plain',
    fileSize: bytes.length,
    options: { ms: 60_000 },
  });
  await client.upload(first.uploadUrl!, bytes);
  await client.expect(client.post(`/jobs/${first.id}/start`));
  const accepted = Array.from({ length: least }, () => run('ms=1'));
  await until(async () => {
    const { rows } = await sql`select from jobs where status = 'queued'`.execute(wide.db);
    return rows.length === least;
  }, 'all requests to be queued');

  const refused = await run('ms=1');
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused.json()).toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('?wait=0'),
  });
  expect((await run('ms=1&wait=0')).status).toBe(202);
  // Another workspace's job runs in the place that a full worker reserves for it, even if slowly.
  expect([200, 202]).toContain((await run('ms=1&wait=1', 'nap', other)).status);
  expect((await run('', 'none-like-it')).status).not.toBe(503);

  await client.expect(client.post(`/jobs/${first.id}/cancel`));
  const answers = await Promise.all((await Promise.all(accepted)).map(answer => answer.text()));
  expect(answers).toEqual(Array.from({ length: least }, () => 'slept 1'));
  expect((await run('ms=1')).status).toBe(200);
});
