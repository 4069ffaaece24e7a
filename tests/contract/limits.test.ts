import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Job } from '../../src/contract/schemas/job.ts';
import type { Usage } from '../../src/contract/schemas/service.ts';
import { revokeKey } from '../../src/domain/people/keys/keys.ts';
import { limits } from '../../src/settings/limits.ts';
import { waitForPeriodStart } from '../support/calendar.ts';
import type { Answer, ErrorBody } from '../support/client.ts';
import { png } from '../support/samples.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let second: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await second?.stop();
  await service.stop();
});

const bytes = png(4, 4);
const job = {
  type: 'image-convert',
  filename: 'a.png',
  fileSize: bytes.length,
  contentType: 'image/png',
  options: { outputFormat: 'webp' },
};
type Caller = Awaited<ReturnType<TestService['client']>>;

async function uploaded(client: Caller): Promise<string> {
  const { id, uploadUrl } = await client.create(job);
  await client.upload(uploadUrl!, bytes);
  return id;
}

const setPlan = (plan: string, set: string) =>
  sql`update plans set ${sql.raw(set)} where id = ${plan}`.execute(service.db);
/** Creates a plan for one test, so that tests do not disturb each other. */
async function createPlan(set: string): Promise<string> {
  const id = `test-${randomUUID()}`;
  await sql`insert into plans select (jsonb_populate_record(p, jsonb_build_object('id', ${id}::text))).* from plans p where p.id = 'developer'`.execute(
    service.db,
  );
  await setPlan(id, set);
  return id;
}

describe('requests per window', () => {
  test('headers count down on success and on error alike', async () => {
    await waitForPeriodStart('minute');
    const client = await service.client({ plan: 'developer' });
    const first = await client.get('/jobs');
    const error = await client.get('/jobs/job_nope');
    const limit = Number(first.headers.get('x-ratelimit-limit'));
    expect(limit).toBe(1200);
    expect(Number(first.headers.get('x-ratelimit-remaining'))).toBe(1199);
    expect(Number(error.headers.get('x-ratelimit-remaining'))).toBe(1198);
    const reset = Number(error.headers.get('x-ratelimit-reset'));
    expect(reset * 1000 - Date.now()).toBeGreaterThan(-1000);
    expect(reset * 1000 - Date.now()).toBeLessThanOrEqual(60_000);
  });

  test('of concurrent requests, exactly those beyond the limit get 429 rate_limited', async () => {
    const client = await service.client({ plan: await createPlan('requests_per_window = 25') });
    await waitForPeriodStart('minute');
    const answers = await Promise.all(Array.from({ length: 40 }, () => client.get<ErrorBody>('/jobs')));
    expect(answers.filter(answer => answer.status === 200)).toHaveLength(25);
    const refused = answers.filter(answer => answer.status === 429);
    expect(refused).toHaveLength(15);
    for (const { body, headers } of refused) {
      expect(body).toMatchObject({ code: 'rate_limited', error: 'Rate limit exceeded' });
      expect(body.retryAfter).toBeGreaterThan(0);
      expect(headers.get('retry-after')).toBe(String(body.retryAfter));
      expect(headers.get('x-ratelimit-remaining')).toBe('0');
    }
  });

  test('a rate-limited key that is revoked gets 401 before its window ends', async () => {
    const client = await service.client({ plan: await createPlan('requests_per_window = 1') });
    await waitForPeriodStart('minute', 25);
    expect((await client.get('/jobs')).status).toBe(200);
    const refusedAt = performance.now();
    expect((await client.get('/jobs')).status).toBe(429);
    await revokeKey(service.db, { id: client.keyId });
    // For a second the key is refused from memory, however the header is written.
    const spelled = { authorization: `bearer   ${client.key} ` };
    const { status } = await client.send('GET', '/jobs', undefined, spelled);
    if (performance.now() - refusedAt < 1000) expect(status).toBe(429);
    await expect.poll(async () => (await client.get('/jobs')).status).toBe(401);
  });

  test('the requests of a key are counted across processes', async () => {
    const client = await service.client({ plan: await createPlan('requests_per_window = 10') });
    const { loadConfig } = await import('../../src/settings/config.ts');
    const { start } = await import('../../src/main.ts');
    const { pino } = await import('pino');
    const other = await start(
      loadConfig({ PORT: '0', DATA_DIR: service.dataDir, DATABASE_URL: service.databaseUrl, ROLE: 'api' }),
      pino({ level: 'silent' }),
    );
    try {
      await waitForPeriodStart('minute');
      const urls = [service.url, other.url!];
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          fetch(`${urls[i % 2]}/api/public/jobs`, { headers: { authorization: `Bearer ${client.key}` } }),
        ),
      );
      expect(answers.filter(answer => answer.status === 200)).toHaveLength(10);
    } finally {
      await other.stop();
    }
  });
});

describe('operations', () => {
  test.each([
    ['operations_daily', 'operations_per_day = 3'],
    ['operations', 'operations_per_month = 3'],
  ])('%s: parallel starts never exceed the limit', async (quotaKey, set) => {
    await waitForPeriodStart('day');
    const client = await service.client({ plan: await createPlan(set) });
    const ids = await Promise.all(Array.from({ length: 8 }, () => uploaded(client)));
    const answers = await Promise.all(ids.map(id => client.post<ErrorBody>(`/jobs/${id}/start`)));
    expect(answers.filter(answer => answer.status === 200)).toHaveLength(3);
    const refused = answers.find(answer => answer.status === 429)!;
    expect(refused.body).toMatchObject({ code: 'quota_exceeded', error: 'Quota exceeded', quotaKey });
    const now = new Date();
    const boundary =
      quotaKey === 'operations_daily'
        ? Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1)
        : Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
    expect(refused.body.resetsAt).toBe(new Date(boundary).toISOString());
    // Used up: creating is refused too, and counts nothing.
    expect((await client.post<ErrorBody>('/jobs', job)).body).toMatchObject({
      code: 'quota_exceeded',
      quotaKey,
    });
    expect(
      (
        await client.post<ErrorBody>('/merge', {
          files: [1, 2].map(i => ({ filename: `${i}.pdf`, fileSize: 9, contentType: 'application/pdf' })),
        })
      ).body.code,
    ).toBe('quota_exceeded');
    const usage = await client.get<{ quotas: Record<string, { used: number }> }>('/usage');
    expect(usage.body.quotas.operations!.used).toBe(3);
    expect(usage.body.quotas.operations_daily!.used).toBe(3);
  });

  test('repeated starts of a job count once', async () => {
    await waitForPeriodStart('day');
    const client = await service.client();
    const id = await uploaded(client);
    await Promise.all(Array.from({ length: 10 }, () => client.post(`/jobs/${id}/start`)));
    const usage = await client.get<{ quotas: Record<string, { used: number }> }>('/usage');
    expect(usage.body.quotas.operations!.used).toBe(1);
  });

  test('the plan limits the number of waiting jobs', async () => {
    const client = await service.client({ plan: await createPlan('waiting = 2, concurrency = 1') });
    const ids = await Promise.all(Array.from({ length: 4 }, () => uploaded(client)));
    const answers = [];
    for (const id of ids) answers.push(await client.post<ErrorBody>(`/jobs/${id}/start`));
    expect(answers.map(answer => answer.status)).toEqual([200, 200, 200, 429]);
    expect(answers[3]!.body).toMatchObject({ code: 'quota_exceeded', quotaKey: 'queued_jobs' });
  });

  test('the plan limits the inputs of unstarted jobs, and canceling does not free them', async () => {
    const client = await service.client({ plan: await createPlan('pending_inputs = 4') });
    const mergeOf = (count: number) =>
      client.post<ErrorBody>('/merge', {
        files: Array.from({ length: count }, (_, i) => ({
          filename: `${i}.pdf`,
          fileSize: 9,
          contentType: 'application/pdf',
        })),
      });
    const started = await uploaded(client);
    expect((await mergeOf(4)).status, 'too many with the one that is not started').toBe(429);
    await client.expect(client.post(`/jobs/${started}/start`));
    const merge = await client.expect(mergeOf(3) as never as Promise<Answer<Job>>);
    await client.expect(client.post(`/jobs/${merge.id}/cancel`));
    const artifact = { filename: 'a.pdf', fileSize: 9, contentType: 'application/pdf' };
    expect((await client.post('/artifacts', artifact)).status).toBe(201);
    for (const answer of [await client.post('/artifacts', artifact), await client.post('/jobs', job)]) {
      expect(answer.status).toBe(429);
      expect(answer.body).toMatchObject({
        code: 'quota_exceeded',
        quotaKey: 'queued_jobs',
        message: expect.stringContaining('never started'),
      });
    }
    expect((await client.get<Usage>('/usage')).body.limits.pendingInputs).toBe(4);
    // A file that is sent with its job does not count.
    const whole = await fetch(`${client.base}/run/image-convert?filename=a.png&outputFormat=webp&wait=0`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.key}`, 'content-type': 'image/png' },
      body: bytes,
    });
    expect(whole.status).toBe(202);
    await sql`update jobs set created_at = now() - interval '25 hours' where id = ${merge.id}`.execute(
      service.db,
    );
    expect((await mergeOf(3)).status).toBe(201);
  });
});

describe('sizes', () => {
  test('a file larger than the plan allows is 413 with the limit', async () => {
    const client = await service.client({ plan: 'developer' });
    const answer = await client.post<ErrorBody>('/jobs', { ...job, fileSize: 2_000_000_001 });
    expect(answer.status).toBe(413);
    expect(answer.body).toMatchObject({ code: 'file_too_large', limit: 2_000_000_000 });
  });

  test('a merge with more files or bytes than the plan allows is 413', async () => {
    const client = await service.client({ plan: 'developer' });
    const files = (n: number, fileSize: number) =>
      Array.from({ length: n }, (_, i) => ({
        filename: `${i}.pdf`,
        fileSize,
        contentType: 'application/pdf',
      }));
    for (const count of [101, limits.jobInputs]) {
      const many = await client.post<ErrorBody>('/merge', { files: files(count, 1) });
      expect(many.status).toBe(413);
      expect(many.body).toMatchObject({ code: 'batch_too_large', limit: 100 });
    }
    const whatever = await client.post<ErrorBody>('/merge', { files: files(limits.jobInputs + 1, 1) });
    expect(whatever.body.message).toBe(`\`files\` must have at most ${limits.jobInputs} entries.`);
    const large = await client.post<ErrorBody>('/merge', { files: files(3, 1_500_000_000) });
    expect(large.body).toMatchObject({ code: 'batch_too_large', limit: 4_000_000_000 });
  });

  test('the declared bytes of concurrent jobs count towards the storage quota', async () => {
    const client = await service.client({ plan: await createPlan('storage_bytes = 1000') });
    const promised = await Promise.all(
      Array.from({ length: 6 }, () => client.post<ErrorBody>('/jobs', { ...job, fileSize: 300 })),
    );
    expect(promised.filter(answer => answer.status === 201)).toHaveLength(3);
    const refused = promised.find(answer => answer.status === 429)!;
    expect(refused.body).toMatchObject({ code: 'quota_exceeded', quotaKey: 'storage_bytes' });
    expect(Date.parse(refused.body.resetsAt!)).toBeGreaterThan(Date.now());
  });
});

describe('plans', () => {
  test('a plan without API access is 403 feature_not_available, with rate headers', async () => {
    const client = await service.client({ plan: 'free' });
    const answer = await client.get<ErrorBody>('/jobs');
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({ code: 'feature_not_available', error: 'Feature not available' });
    expect(answer.headers.get('x-ratelimit-limit')).toBeTruthy();
  });

  test('a job family that the plan excludes is 403', async () => {
    const client = await service.client({ plan: await createPlan(`families = '{pdf}'`) });
    const answer = await client.post<ErrorBody>('/jobs', job);
    expect(answer.body.code).toBe('feature_not_available');
  });

  test('a job type whose engine is not installed is 403, with the name of the engine', async () => {
    second = await startService();
    await sql`delete from workers`.execute(second.db);
    const client = await second.client();
    const answer = await client.post<ErrorBody>('/jobs', job);
    expect(answer.body.code).toBe('feature_not_available');
    expect(answer.body.message).toContain('sharp');
  });
});
