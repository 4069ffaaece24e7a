import { Filemill, FilemillError, FilemillWorkspace, JobFailedError } from '@filemill/client';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeFirstUserToken } from '../../src/domain/people/workspaces/first-user.ts';
import { pdf, png } from '../support/samples.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let client: Filemill;
let apiKey: string;
beforeAll(async () => {
  service = await startService('all');
  apiKey = (await service.client()).key!;
  client = new Filemill({ baseUrl: service.url, apiKey });
});
afterAll(() => service.stop());

const blobOf = (bytes: Uint8Array): Blob => new Blob([bytes as Uint8Array<ArrayBuffer>]);

async function sendPicture(through: Filemill, filename = 'a.png'): Promise<string> {
  const bytes = png(6, 4);
  const job = await through.jobs.create({
    type: 'image-convert',
    filename,
    fileSize: bytes.length,
    contentType: 'image/png',
    options: { outputFormat: 'webp' },
  });
  await through.upload(job.uploadUrl!, blobOf(bytes), { headers: job.upload!.headers });
  await through.jobs.start(job.id);
  return job.id;
}

test("waitForResult follows a job's events until it is completed", async () => {
  const states: string[] = [];
  const id = await sendPicture(client);
  const job = await client.jobs.waitForResult(id, { onState: ({ status }) => states.push(status) });
  expect(states.at(-1)).toBe('completed');
  const download = await client.jobs.download(job);
  expect(download).toMatchObject({ filename: 'a.webp', contentType: 'image/webp' });
  const { format, width, height } = await sharp(await download.bytes()).metadata();
  expect({ format, width, height }).toEqual({ format: 'webp', width: 6, height: 4 });
});

test('waitForResult falls back to long polls if the event stream fails', async () => {
  let streams = 0;
  const through = new Filemill({
    baseUrl: `${service.url}/api/public/`,
    apiKey,
    retry: { firstDelayMs: 1 },
    fetch: async (input, init) => {
      if (!String(input).endsWith('/events')) return fetch(input, init);
      streams += 1;
      throw new TypeError('fetch failed');
    },
  });
  const id = await sendPicture(through);
  expect(await through.jobs.waitForResult(id)).toMatchObject({ status: 'completed' });
  expect(streams).toBeGreaterThan(1);
});

test('a refused request throws an error with its code, and a failed job one with its diagnostic id', async () => {
  const unknown = await client.jobs.get('job_unknown').catch(error => error);
  expect(unknown).toBeInstanceOf(FilemillError);
  expect(unknown).toMatchObject({ code: 'job_not_found', status: 404, requestId: expect.any(String) });
  const typo = await client.jobs
    .create({
      type: 'image-convert',
      filename: 'a.png',
      fileSize: 1,
      contentType: 'image/png',
      options: { outptFormat: 'webp' },
    })
    .catch(error => error);
  expect(typo).toMatchObject({ code: 'validation_failed', status: 400 });
  expect(typo.details.map(({ path }: { path: string }) => path).join()).toContain('outptFormat');

  const bytes = pdf(['one page']);
  const job = await client.jobs.create({
    type: 'pdf-extract',
    filename: 'a.pdf',
    fileSize: bytes.length,
    contentType: 'application/pdf',
    options: { pages: '99' },
  });
  await client.upload(job.uploadUrl!, blobOf(bytes));
  await client.jobs.start(job.id);
  const failed = await client.jobs.waitForResult(job.id).catch(error => error);
  expect(failed).toBeInstanceOf(JobFailedError);
  expect(failed).toMatchObject({ code: 'processing_failed', jobId: job.id });
  expect(failed.diagnosticId).toMatch(/^[0-9a-f-]{36}$/);
});

/** A client whose connection fails as specified: undefined lets a request pass. */
const over = (
  fault: (request: { method: string; path: string; attempt: number }) => Response | 'lost' | undefined,
) => {
  const attempts: string[] = [];
  const through = new Filemill({
    baseUrl: service.url,
    apiKey,
    retry: { firstDelayMs: 1 },
    fetch: async (input, init) => {
      const path = new URL(String(input)).pathname.replace('/api/public', '');
      attempts.push(`${init?.method} ${path}`);
      const attempt = attempts.filter(each => each === attempts.at(-1)).length;
      const answer = fault({ method: init!.method!, path, attempt });
      if (answer instanceof Response) return answer;
      const response = await fetch(input, init);
      if (answer === 'lost') throw new TypeError('fetch failed');
      return response;
    },
  });
  return { through, attempts };
};

test('a request whose response was lost is retried without creating a second job', async () => {
  const { through, attempts } = over(({ attempt }) => (attempt === 1 ? 'lost' : undefined));
  const id = await sendPicture(through, 'once.png');
  await through.jobs.waitForResult(id);
  expect(attempts.filter(each => each === 'POST /jobs')).toHaveLength(2);
  const made = (await client.jobs.list({ limit: 100 })).jobs.filter(
    ({ inputs }) => inputs[0]!.filename === 'once.png',
  );
  expect(made).toHaveLength(1);
});

test('rate limits and 503 are retried, and an exhausted quota is reported at once', async () => {
  const refuse = (status: number, code: string, more: object = {}) =>
    Response.json(
      { error: code, code, requestId: 'r', ...more },
      { status, headers: { 'retry-after': '0' } },
    );
  const busy = over(({ attempt }) =>
    attempt === 1
      ? refuse(429, 'rate_limited', { retryAfter: 0 })
      : attempt === 2
        ? refuse(503, 'unavailable')
        : undefined,
  );
  await busy.through.recipes.create({
    name: 'r',
    description: '',
    steps: [
      {
        name: 's',
        jobType: 'image-convert',
        config: { tab: 'image', processingMode: 'server', image: { outputFormat: 'webp' } },
      },
    ],
  });
  expect(busy.attempts).toHaveLength(3);
  const used = over(() =>
    refuse(429, 'quota_exceeded', { quotaKey: 'operations', resetsAt: '2030-01-01T00:00:00Z' }),
  );
  await expect(sendPicture(used.through)).rejects.toMatchObject({
    code: 'quota_exceeded',
    quotaKey: 'operations',
    resetsAt: '2030-01-01T00:00:00Z',
  });
  expect(used.attempts).toHaveLength(1);
});

test('an unknown failure reason keeps its diagnostic id', async () => {
  const diagnosticId = 'c0ffee00-0000-4000-8000-000000000000';
  const { through } = over(({ path }) =>
    path.startsWith('/convert')
      ? Response.json(
          {
            error: 'x',
            code: 'processing_failed',
            requestId: 'r',
            jobId: 'job_1',
            failure: { code: 'brand_new', diagnosticId },
          },
          { status: 422 },
        )
      : undefined,
  );
  const failed = await through.convert(png(2, 2), { filename: 'a.png', to: 'webp' }).catch(error => error);
  expect(failed).toBeInstanceOf(JobFailedError);
  expect(failed).toMatchObject({ code: 'brand_new', diagnosticId, jobId: 'job_1', status: 422 });
});

test('the workspace client authenticates with the session', async () => {
  let cookie = '';
  const workspace = new FilemillWorkspace({
    baseUrl: service.url,
    fetch: async (input, init) => {
      const response = await fetch(input, { ...init, headers: { ...(init?.headers as object), cookie } });
      for (const set of response.headers.getSetCookie()) cookie = set.split(';')[0]!;
      return response;
    },
  });
  await expect(workspace.session.get()).rejects.toMatchObject({ code: 'unauthorized' });
  const { user, workspaces } = await workspace.session.welcome({
    token: (await makeFirstUserToken(service.db))!,
    name: 'Ada',
    email: 'ada@example.com',
    password: 'correct horse battery',
  });
  expect(user.operator).toBe(true);
  const room = workspace.in(workspaces[0]?.id ?? (await workspace.workspaces.create('Engines')).id);
  const made = await room.keys.create({ name: 'press' });
  expect((await room.keys.list()).keys.map(({ id }) => id)).toContain(made.id);
  const { secret, id } = await room.webhooks.create({
    url: 'https://example.com/hook',
    events: ['job.completed'],
  });
  expect(secret).toMatch(/^whsec_/);
  expect(await room.webhooks.list()).toMatchObject([{ id }]);
  expect((await room.jobTypes.list()).map(type => type.id)).toContain('pdf-merge');
  const bytes = png(3, 3);
  const job = await room.jobs.create({
    type: 'image-convert',
    filename: 'a.png',
    fileSize: bytes.length,
    contentType: 'image/png',
    options: { outputFormat: 'jpeg' },
  });
  await room.upload(job.uploadUrl!, blobOf(bytes));
  await room.jobs.start(job.id);
  await room.jobs.waitForResult(job.id);
  const listed = [];
  for await (const { id } of room.jobs.each({ source: 'workspace' })) listed.push(id);
  expect(listed).toEqual([job.id]);
});
