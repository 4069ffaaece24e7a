import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { CreatedJob } from '../../src/contract/schemas/job.ts';
import { waitForPeriodStart } from '../support/calendar.ts';
import type { ErrorBody } from '../support/client.ts';
import { useService } from '../support/use-service.ts';

const service = useService();

const job = {
  type: 'image-convert',
  filename: 'a.png',
  fileSize: 10,
  contentType: 'image/png',
  options: { outputFormat: 'webp' },
};
const pdf = (filename: string) => ({ filename, fileSize: 10, contentType: 'application/pdf' });

async function countJobs(workspaceId: string): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*) as n from jobs where workspace_id = ${workspaceId}`.execute(service.db);
  return rows[0]!.n;
}

describe('one key', () => {
  test('twenty requests at once create exactly one job', async () => {
    const client = await service.client();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => client.post<CreatedJob>('/jobs', job, { 'idempotency-key': 'k1' })),
    );
    expect(new Set(answers.map(answer => answer.body.id)).size).toBe(1);
    expect(answers.filter(answer => answer.status === 201)).toHaveLength(1);
    expect(answers.filter(answer => answer.status === 200)).toHaveLength(19);
    for (const answer of answers)
      expect(answer.headers.get('idempotency-replayed')).toBe(answer.status === 200 ? 'true' : null);
    expect(await countJobs(client.workspaceId)).toBe(1);
  });

  test('a replay has a valid upload URL', async () => {
    const client = await service.client();
    await client.create(job, { 'idempotency-key': 'k' });
    const again = await client.create(job, { 'idempotency-key': 'k' });
    const response = await fetch(again.uploadUrl!, { method: 'PUT', body: 'not a png!' });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'invalid_file_type' });
  });

  test('the order of fields and explicit defaults make no difference', async () => {
    const client = await service.client();
    const first = await client.create(job, { 'idempotency-key': 'k' });
    const { type, options, ...rest } = job;
    const second = await client.create(
      { ...rest, options: { ...first.options, ...options }, metadata: {}, type },
      { 'idempotency-key': 'k' },
    );
    expect(second.id).toBe(first.id);
  });

  test('a quoted and an unquoted key are the same', async () => {
    const client = await service.client();
    const first = await client.create(job, { 'idempotency-key': 'a-key' });
    const second = await client.create(job, { 'idempotency-key': '"a-key"' });
    expect(second.id).toBe(first.id);
  });

  test.each([
    ['another file size', { fileSize: 11 }],
    ['another option', { options: { outputFormat: 'png' } }],
    ['other metadata', { metadata: { a: 'b' } }],
    ['another name', { filename: 'b.png' }],
  ])('reused with %s is 409 and creates nothing', async (_name, change) => {
    const client = await service.client();
    await client.create(job, { 'idempotency-key': 'k' });
    const answer = await client.post<ErrorBody>('/jobs', { ...job, ...change }, { 'idempotency-key': 'k' });
    expect(answer.status).toBe(409);
    expect(answer.body.code).toBe('idempotency_conflict');
    expect(await countJobs(client.workspaceId)).toBe(1);
  });

  test.each(['', 'a b', 'é', 'x'.repeat(256)])('%j is refused as a key', async key => {
    const client = await service.client();
    const answer = await client.post<ErrorBody>('/jobs', job, {
      'idempotency-key': key === 'é' ? '%C3%A9 ' + '\u00e9' : key,
    });
    expect(answer.body.code).toBe('validation_failed');
  });
});

describe('the scope of a key', () => {
  test('is one endpoint of one workspace', async () => {
    const [a, b] = [await service.client(), await service.client()];
    const first = await a.create(job, { 'idempotency-key': 'k' });
    const second = await b.create(job, { 'idempotency-key': 'k' });
    expect(second.id).not.toBe(first.id);
    const merge = await a.post<CreatedJob>(
      '/merge',
      { files: [pdf('a.pdf'), pdf('b.pdf')] },
      { 'idempotency-key': 'k' },
    );
    expect(merge.status).toBe(201);
  });

  test('includes all API keys of a workspace', async () => {
    const a = await service.client();
    const b = await service.client({ workspaceId: a.workspaceId });
    const first = await a.create(job, { 'idempotency-key': 'k' });
    const second = await b.create(job, { 'idempotency-key': 'k' });
    expect(second.id).toBe(first.id);
  });

  test("a merge's fingerprint includes the order of the files and the options", async () => {
    const client = await service.client();
    const merge = (files: unknown[], options?: unknown) =>
      client.post<CreatedJob>(
        '/merge',
        { files, ...(options !== undefined && { options }) },
        { 'idempotency-key': 'm' },
      );
    const first = await merge([pdf('a.pdf'), pdf('b.pdf')]);
    expect((await merge([pdf('a.pdf'), pdf('b.pdf')], { preserveBookmarks: true })).body.id).toBe(
      first.body.id,
    );
    expect((await merge([pdf('b.pdf'), pdf('a.pdf')])).status).toBe(409);
    expect((await merge([pdf('a.pdf'), pdf('b.pdf')], { preserveBookmarks: false })).status).toBe(409);
  });
});

describe('after a refusal', () => {
  test('a key refused by validation stays usable for another payload', async () => {
    const client = await service.client();
    const refused = await client.post('/jobs', { ...job, fileSize: 0 }, { 'idempotency-key': 'k' });
    expect(refused.status).toBe(400);
    expect((await client.post('/jobs', job, { 'idempotency-key': 'k' })).status).toBe(201);
  });

  test('a key refused by size stays usable', async () => {
    const client = await service.client();
    const refused = await client.post('/jobs', { ...job, fileSize: 1e12 }, { 'idempotency-key': 'k' });
    expect(refused.status).toBe(413);
    expect((await client.post('/jobs', job, { 'idempotency-key': 'k' })).status).toBe(201);
  });

  test('a key refused by quota stays usable', async () => {
    await waitForPeriodStart('day');
    const client = await service.client({ plan: 'developer' });
    await sql`insert into usage_counters values (${client.workspaceId}, 'operations', date_trunc('month', now() at time zone 'UTC')::date, 20000)`.execute(
      service.db,
    );
    const refused = await client.post<ErrorBody>('/jobs', job, { 'idempotency-key': 'k' });
    expect(refused.body).toMatchObject({ code: 'quota_exceeded', quotaKey: 'operations' });
    await sql`delete from usage_counters where workspace_id = ${client.workspaceId}`.execute(service.db);
    expect((await client.post('/jobs', { ...job, fileSize: 12 }, { 'idempotency-key': 'k' })).status).toBe(
      201,
    );
  });
});

describe('a later replay', () => {
  test('is 404 if the job was deleted', async () => {
    const client = await service.client();
    const { id } = await client.create(job, { 'idempotency-key': 'k' });
    expect((await client.send('DELETE', `/jobs/${id}`)).status).toBe(204);
    const answer = await client.post<ErrorBody>('/jobs', job, { 'idempotency-key': 'k' });
    expect(answer.body.code).toBe('job_not_found');
    expect(await countJobs(client.workspaceId)).toBe(1);
  });

  test('returns the current state of the job', async () => {
    const client = await service.client();
    const { id } = await client.create(job, { 'idempotency-key': 'k' });
    await client.expect(client.post(`/jobs/${id}/cancel`));
    const again = await client.create(job, { 'idempotency-key': 'k' });
    expect(again).toMatchObject({ id, jobId: id, status: 'canceled' });
    expect(again).not.toHaveProperty('uploadUrl');
  });
});
