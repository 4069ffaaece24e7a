import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Job } from '../../src/contract/schemas/job.ts';
import type { Answer, ErrorBody } from '../support/client.ts';
import { png } from '../support/samples.ts';
import { useService } from '../support/use-service.ts';

const service = useService('all');

const convert = (bytes: Buffer) => ({ type: 'image-convert', filename: 'a.png', bytes });

describe('a failed job', () => {
  test('has the legacy error text, a code and a diagnostic id, and cannot be restarted', async () => {
    const client = await service.client();
    // Its header is that of a PNG, so the upload is accepted; no engine can read the rest.
    const broken = Buffer.concat([png(6, 4).subarray(0, 40), Buffer.alloc(200)]);
    const failed = await client.run(convert(broken), { outputFormat: 'webp' });
    expect(failed).toMatchObject({
      status: 'failed',
      error: 'The file could not be processed.',
      failure: {
        code: 'processing_failed',
        reason: 'unreadable_input',
        diagnosticId: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      },
    });
    const again = await client.post<ErrorBody>(`/jobs/${failed.id}/start`);
    expect([again.status, again.body.code]).toEqual([409, 'job_not_startable']);
    expect((await client.get(`/jobs/${failed.id}`)).body).toEqual(failed);
  });
});

describe('a refreshed URL', () => {
  test('downloads the same bytes after the earlier one has expired', async () => {
    const client = await service.client();
    const done = await client.run(convert(png(6, 4)), { outputFormat: 'webp' });
    const first = await client.download(done.result!.downloadUrl!);
    await sql`update plans set download_url_seconds = 1`.execute(service.db);
    const short = (await client.get(`/jobs/${done.id}`)).body.result!.downloadUrl!;
    await expect.poll(async () => (await fetch(short)).status).toBe(403);
    await sql`update plans set download_url_seconds = 3600`.execute(service.db);
    const refreshed = await client.expect(client.post<Job>(`/jobs/${done.id}/refresh-url`));
    expect(await client.download(refreshed.result!.downloadUrl!)).toEqual(first);
    expect(await client.download(refreshed.result!.files[0]!.downloadUrl!)).toEqual(first);
    expect((await fetch(short)).status).toBe(403);
  });
});

describe('an internal error', () => {
  /** While `table` is missing, every statement that reads it fails unexpectedly. */
  async function without<T>(table: string, act: () => Promise<T>): Promise<T> {
    await sql`alter table ${sql.table(table)} rename to gone_for_a_test`.execute(service.db);
    try {
      return await act();
    } finally {
      await sql`alter table gone_for_a_test rename to ${sql.id(table)}`.execute(service.db);
    }
  }

  const secretsOf = (answer: Answer<ErrorBody>) =>
    JSON.stringify(answer.body).match(/relation|artifacts|recipes|select/);

  test('on refresh-url is 500 refresh_failed, and on another path 500 internal_error', async () => {
    const client = await service.client();
    const done = await client.run(convert(png(6, 4)), { outputFormat: 'webp' });
    const refused = await without('artifacts', () => client.post<ErrorBody>(`/jobs/${done.id}/refresh-url`));
    expect([refused.status, refused.body.error, refused.body.code]).toEqual([
      500,
      'Failed to refresh URL',
      'refresh_failed',
    ]);
    const broken = await without('recipes', () => client.get<ErrorBody>('/recipes'));
    expect([broken.status, broken.body.error, broken.body.code]).toEqual([
      500,
      'Internal error',
      'internal_error',
    ]);
    for (const answer of [refused, broken]) {
      expect(answer.body.requestId).toBe(answer.headers.get('x-request-id'));
      expect(secretsOf(answer)).toBeNull();
    }
    expect((await client.post(`/jobs/${done.id}/refresh-url`)).status).toBe(200);
  });
});
