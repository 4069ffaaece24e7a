import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CreatedJob, Job } from '../../src/contract/schemas/job.ts';
import { png } from '../support/samples.ts';
import { send } from '../support/sending.ts';
import { startService, type TestService } from '../support/service.ts';
import { firstUser, type Person } from '../workspace/support/person.ts';

/** One of each kind of attack that has always failed, as regression tests. The tests of each area try more of them. */
let service: TestService;
let ada: Person;
let home: string;
beforeAll(async () => {
  service = await startService();
  ({ person: ada, workspaceId: home } = await firstUser(service));
});
afterAll(() => service.stop());

const bytes = png(4, 4);
const request = {
  type: 'image-convert',
  filename: 'a.png',
  fileSize: bytes.length,
  contentType: 'image/png',
  options: { outputFormat: 'webp' },
};

test('another workspace’s job is invisible to every request', async () => {
  const [owner, stranger] = [await service.client(), await service.client()];
  const { id } = await owner.create(request);
  for (const [method, path] of [
    ['GET', `/jobs/${id}`],
    ['GET', `/jobs/${id}/files`],
    ['GET', `/jobs/${id}/events`],
    ['POST', `/jobs/${id}/start`],
    ['POST', `/jobs/${id}/cancel`],
    ['POST', `/jobs/${id}/refresh-url`],
    ['DELETE', `/jobs/${id}`],
  ] as const) {
    const { status, body } = await stranger.send(method, path);
    expect([method, path, status, body.code]).toEqual([method, path, 404, 'job_not_found']);
  }
  expect((await owner.get<Job>(`/jobs/${id}`)).body.status).toBe('pending');
});

test('a signed URL with a changed job, expiry or size is refused', async () => {
  const client = await service.client();
  const [mine, other] = [await client.create(request), await client.create(request)];
  const swapped = mine.uploadUrl!.replace(mine.id, other.id);
  const longer = mine.uploadUrl!.replace(/expires=(\d+)/, (_, at) => `expires=${Number(at) + 9999}`);
  for (const url of [swapped, longer, mine.uploadUrl!.replace(/size=\d+/, 'size=999999')])
    expect((await send('PUT', url, bytes)).status).toBe(403);
});

test('a cross-site request cannot act for a signed-in user', async () => {
  const { status } = await ada.send('POST', `/workspaces/${home}/jobs`, request, {
    origin: 'https://evil.example',
  });
  expect(status).toBe(403);
});

test.each([
  'http://127.0.0.1:5432/',
  'https://[::ffff:169.254.169.254]/latest/meta-data',
  'https://0x7f000001/',
  'https://2130706433/',
  'file:///etc/passwd',
  'gopher://127.0.0.1/',
])('creating a webhook to %s is refused', async url => {
  const { status, body } = await ada.send('POST', `/workspaces/${home}/webhooks`, { url });
  expect([status, (body as { code: string }).code]).toEqual([400, 'validation_failed']);
});

describe('races', () => {
  test('one idempotency key creates one job under concurrent requests', async () => {
    const client = await service.client();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        client.post<CreatedJob>('/jobs', request, { 'idempotency-key': 'again' }),
      ),
    );
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  test('concurrent starts of a job are counted once', async () => {
    const client = await service.client();
    const { id, uploadUrl } = await client.create(request);
    await client.upload(uploadUrl!, bytes);
    await Promise.all(Array.from({ length: 20 }, () => client.post(`/jobs/${id}/start`)));
    const { body } = await client.get<{ quotas: { operations: { used: number } } }>('/usage');
    expect(body.quotas.operations.used).toBe(1);
  });
});

test('a file name with bidirectional control characters is returned without them', async () => {
  const client = await service.client();
  const { inputs } = await client.create({ ...request, filename: 'inv\u202egnp.exe\u202c.png' });
  expect(inputs[0]!.filename).toBe('invgnp.exe.png');
});
