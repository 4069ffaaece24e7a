import { createHash, randomBytes } from 'node:crypto';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { Filemill } from '@filemill/client';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Artifact } from '../../src/contract/schemas/artifact.ts';
import type { Job } from '../../src/contract/schemas/job.ts';
import type { Recipe } from '../../src/contract/schemas/recipe.ts';
import type { RecipeRun } from '../../src/contract/schemas/run.ts';
import { sweepPartials } from '../../src/domain/files/uploads/discard.ts';
import { openStorage } from '../../src/open-data.ts';
import { loadConfig } from '../../src/settings/config.ts';
import type { ErrorBody } from '../support/client.ts';
import { isMissing } from '../support/needs.ts';
import { png } from '../support/samples.ts';
import { startService, type TestService } from '../support/service.ts';
import { type Swift, startSwift, withoutSwift } from '../support/swift/swift.ts';

const picture = png(40, 30);
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const request = {
  type: 'image-convert',
  filename: 'käse.png',
  contentType: 'image/png',
  fileSize: picture.length,
  options: { outputFormat: 'webp' },
};

async function expectPicture(bytes: Uint8Array): Promise<void> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([40, 30]);
  for (const [i, value] of [200, 30, 60].entries()) expect(Math.abs(data[i]! - value)).toBeLessThan(8);
}

const put = (url: string, bytes: Uint8Array, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'PUT', body: bytes as Uint8Array<ArrayBuffer>, headers });

const title = withoutSwift ? ` (skipped: ${withoutSwift})` : '';
describe.skipIf(isMissing(!withoutSwift))(`the service on an S3 store${title}`, () => {
  let swift: Swift;
  beforeAll(async () => {
    swift = await startSwift();
  });
  afterAll(() => swift?.stop());

  describe.each(['direct', 'proxy'] as const)('transfers: %s', transfers => {
    let service: TestService;
    let client: Awaited<ReturnType<TestService['client']>>;
    let env: Record<string, string>;
    const bucket = `files-${transfers}`;
    beforeAll(async () => {
      env = { STORAGE_URL: await swift.bucket(bucket), TRANSFERS: transfers, DATABASE_FILE_BYTES: '0' };
      service = await startService('all', env);
      client = await service.client();
    });
    afterAll(() => service?.stop());

    const objects = async (): Promise<string[]> =>
      ((await swift.client.send(new ListObjectsV2Command({ Bucket: bucket }))).Contents ?? []).map(
        each => each.Key!,
      );

    test('a job with autoStart starts when its upload is detected, and reports an invalid file', async () => {
      const job = await client.create({ ...request, autoStart: true });
      const { url, headers } = job.upload!;
      const wrong = Buffer.alloc(picture.length, 'x');
      const refused = await put(url, wrong, headers);
      const read = () => client.expect(client.get<Job>(`/jobs/${job.id}`));
      if (transfers === 'direct') {
        expect(refused.status).toBe(200);
        expect(await read()).toMatchObject({
          status: 'pending',
          startRefused: { code: 'invalid_file_type' },
        });
        expect(await client.post(`/jobs/${job.id}/start`)).toMatchObject({
          status: 400,
          body: { code: 'invalid_file_type' },
        });
      } else expect(refused.status).toBe(400);
      expect((await put(url, picture, headers)).status).toBe(200);
      const done = await client.end(job.id);
      expect(done).toMatchObject({ status: 'completed', inputs: [{ sha256: sha256(picture) }] });
      expect(done).not.toHaveProperty('startRefused');
      expect((await client.send('DELETE', `/jobs/${job.id}`)).status).toBe(204);
    });

    test('a job works from creation to deletion', async () => {
      const job = await client.create(request);
      const { url, headers, resumableUrl } = job.upload!;
      expect(url.startsWith(swift.endpoint)).toBe(transfers === 'direct');
      expect(resumableUrl?.startsWith(service.url)).toBe(transfers === 'direct' ? true : undefined);
      expect(headers).toEqual({ 'Content-Type': 'image/png' });

      const [refusal, tooMany, wrongType] = transfers === 'direct' ? [409, 403, 403] : [409, 413, 400];
      expect((await client.post(`/jobs/${job.id}/start`)).status).toBe(refusal);
      expect((await put(url, Buffer.concat([picture, picture]), headers)).status).toBe(tooMany);
      expect((await put(url, picture, { 'Content-Type': 'text/html' })).status).toBe(wrongType);
      expect((await put(url, picture, headers)).status).toBe(200);

      const started = await client.expect(client.post<Job>(`/jobs/${job.id}/start`));
      expect(started.inputs[0]).toMatchObject({ uploaded: true, sha256: sha256(picture) });
      // Too late: with direct transfers the store still accepts it, but it changes nothing.
      await put(url, png(40, 30, [0, 0, 0]), headers).then(response => response.text());
      const done = await client.end(job.id);
      expect(done).toMatchObject({ status: 'completed' });
      const [file] = done.result!.files!;
      const download = await fetch(file!.downloadUrl!);
      expect(download.url.startsWith(swift.endpoint)).toBe(transfers === 'direct');
      expect(download.headers.get('content-disposition')).toContain("filename*=UTF-8''k%C3%A4se.webp");
      expect(download.headers.get('content-type')).toBe('image/webp');
      const bytes = await download.bytes();
      expect(sha256(bytes)).toBe(file!.sha256);
      await expectPicture(bytes);

      const fresh = await client.expect(client.post<Job>(`/jobs/${job.id}/refresh-url`));
      const again = fresh.result!.downloadUrl!;
      const part = await fetch(again, { headers: { range: 'bytes=0-3' } });
      expect([part.status, await part.text()]).toEqual([206, 'RIFF']);
      const tag = `"${file!.sha256}"`;
      const head = await fetch(again, { method: 'HEAD' });
      expect([head.status, head.headers.get('content-length'), head.headers.get('etag')]).toEqual([
        200,
        String(file!.size),
        tag,
      ]);
      const rest = await fetch(again, { headers: { range: 'bytes=4-', 'if-range': tag } });
      expect([rest.status, await rest.bytes()]).toEqual([206, bytes.subarray(4)]);
      expect((await fetch(again, { headers: { 'if-none-match': tag } })).status).toBe(304);
      expect((await fetch(again, { headers: { range: `bytes=${file!.size}-` } })).status).toBe(416);

      expect((await client.send('DELETE', `/jobs/${job.id}`)).status).toBe(204);
      const storage = await openStorage(loadConfig(env));
      await sweepPartials(service.db, storage, 100);
      expect(await objects()).toEqual([]);
      expect((await fetch(fresh.result!.downloadUrl!)).status).toBe(404);
    });

    test('the service itself sends a file with deleteAfterDownload, and removes it from the store', async () => {
      const job = await client.create({ ...request, autoStart: true, deleteAfterDownload: true });
      await put(job.upload!.url, picture, job.upload!.headers);
      const { result } = await client.end(job.id);
      expect((await objects()).some(key => key.includes(job.id))).toBe(true);
      const download = await fetch(result!.downloadUrl!);
      expect(download.url.startsWith(service.url)).toBe(true);
      await expectPicture(await download.bytes());
      await expect.poll(async () => (await objects()).some(key => key.includes(job.id))).toBe(false);
      expect((await client.get<Job>(`/jobs/${job.id}`)).body.status).toBe('expired');
    });

    test('the service itself serves a small output that is stored in a row', async () => {
      const { DATABASE_FILE_BYTES: _, ...usual } = env;
      const other = await startService('all', usual);
      try {
        const caller = await other.client();
        const job = await caller.create(request);
        await put(job.upload!.url, picture, job.upload!.headers);
        await caller.post(`/jobs/${job.id}/start`);
        const { result } = await caller.end(job.id);
        const download = await fetch(result!.downloadUrl!);
        expect(download.url.startsWith(other.url)).toBe(true);
        await expectPicture(await download.bytes());
      } finally {
        await other.stop();
      }
    });

    test('a page of another origin may upload to the signed URL', async () => {
      const { upload } = await client.create(request);
      const preflight = await fetch(upload!.url, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://app.example.com',
          'access-control-request-method': 'PUT',
          'access-control-request-headers': 'content-type',
        },
      });
      expect(preflight.ok).toBe(true);
      expect(preflight.headers.get('access-control-allow-origin')).toMatch(
        /^(\*|https:\/\/app\.example\.com)$/,
      );
      expect(preflight.headers.get('access-control-allow-methods')).toContain('PUT');
      expect(preflight.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('content-type');
    });

    test('starting a job reads only the first bytes of a large file, and the job computes its digest', async () => {
      const large = await sharp(randomBytes(300 * 200 * 3), { raw: { width: 300, height: 200, channels: 3 } })
        .png()
        .toBuffer();
      const job = await client.create({ ...request, fileSize: large.length });
      await put(job.upload!.url, large, job.upload!.headers);
      const read = async () => {
        const text = await (await fetch(`${service.url}/metrics`)).text();
        return Number(/filemill_storage_seconds_count\{operation="digest"\} (\d+)/.exec(text)?.[1] ?? 0);
      };
      const before = await read();
      const started = await client.expect(client.post<Job>(`/jobs/${job.id}/start`));
      expect(await read()).toBe(before);
      expect(started.inputs[0]!.uploaded).toBe(true);
      const done = await client.end(job.id);
      expect(done.status).toBe('completed');
      expect(done.inputs[0]!.sha256).toBe(sha256(large));
      const { body } = await client.get<Artifact>(`/artifacts/${done.inputs[0]!.artifactId}`);
      expect(body.sha256).toBe(sha256(large));
      const head = await fetch(body.downloadUrl!, { method: 'HEAD' });
      expect(head.headers.get('etag')).toBe(`"${sha256(large)}"`);
    });

    test('a file that does not match its declaration is refused and not stored', async () => {
      const job = await client.create(request);
      const other = Buffer.alloc(picture.length, 'GIF89a');
      const uploaded = await put(job.upload!.url, other, job.upload!.headers);
      expect(uploaded.status).toBe(transfers === 'direct' ? 200 : 400);
      const start = await client.post<ErrorBody>(`/jobs/${job.id}/start`);
      expect([start.status, start.body.code]).toEqual(
        transfers === 'direct' ? [400, 'invalid_file_type'] : [409, 'job_not_startable'],
      );
      expect((await objects()).filter(key => key.includes(job.id))).toEqual([]);
      await put(job.upload!.url, picture, job.upload!.headers);
      await client.expect(client.post(`/jobs/${job.id}/start`));
      expect((await client.end(job.id)).status).toBe('completed');
    });

    test('a file can be uploaded in parts', async () => {
      const job = await client.create(request);
      const url = job.upload!.resumableUrl ?? job.upload!.url;
      for (const [from, to] of [
        [0, 50],
        [50, picture.length],
      ] as const) {
        const answer = await fetch(url, {
          method: 'PATCH',
          headers: {
            'tus-resumable': '1.0.0',
            'upload-offset': String(from),
            'content-type': 'application/offset+octet-stream',
          },
          body: picture.subarray(from, to),
        });
        expect([answer.status, answer.headers.get('upload-offset')]).toEqual([204, String(to)]);
      }
      const started = await client.expect(client.post<Job>(`/jobs/${job.id}/start`));
      expect(started.inputs[0]!.sha256).toBe(sha256(picture));
      const done = await client.end(job.id);
      await expectPicture(await client.download(done.result!.downloadUrl!));
      expect((await objects()).filter(key => key.startsWith('partial/'))).toEqual([]);
    });

    test('the client uploads files whole and in parts', async () => {
      const filemill = new Filemill({ baseUrl: client.base, apiKey: client.key! });
      for (const piecesFrom of [undefined, 10]) {
        const job = await filemill.jobs.create(request);
        const { url, headers, resumableUrl } = job.upload!;
        await filemill.upload(url, new Blob([picture]), { headers, resumableUrl, piecesFrom });
        const started = await filemill.jobs.start(job.id);
        expect(started.inputs[0]!.sha256).toBe(sha256(picture));
      }
    });

    test('a one-request conversion works', async () => {
      const answer = await fetch(`${client.base}/convert/webp?filename=a.png`, {
        method: 'POST',
        headers: { authorization: `Bearer ${client.key}`, 'content-type': 'image/png' },
        body: picture,
      });
      expect(answer.status).toBe(200);
      await expectPicture(await answer.bytes());
    });

    test('a recipe runs on a file uploaded separately', async () => {
      const { filename, contentType, fileSize } = request;
      const artifact = await client.expect(
        client.post<Artifact>('/artifacts', { filename, contentType, fileSize }),
      );
      expect((await client.get<Artifact>(`/artifacts/${artifact.id}`)).body.uploaded).toBe(false);
      expect((await put(artifact.upload!.url, picture, artifact.upload!.headers)).status).toBe(200);
      const recipe = await client.expect(
        client.post<Recipe>('/recipes', {
          name: 'To WebP and back',
          description: 'For a test',
          steps: ['webp', 'png'].map(outputFormat => ({
            name: outputFormat,
            jobType: 'image-convert',
            config: { tab: 'image', processingMode: 'server', image: { outputFormat } },
          })),
        }),
      );
      const { id } = await client.expect(
        client.post<RecipeRun>(`/recipes/${recipe.id}/runs`, { inputArtifactId: artifact.id }),
      );
      const run = await client.expect(client.get<RecipeRun>(`/recipe-runs/${id}?wait=60`));
      expect(run.status).toBe('completed');
      await expectPicture(await client.download(run.result!.downloadUrl!));
    });

    test('readiness and metrics report the store', async () => {
      const ready = await fetch(`${service.url}/readyz`);
      expect(ready.status).toBe(200);
      const metrics = await (await fetch(`${service.url}/metrics`)).text();
      expect(metrics).toMatch(/filemill_storage_seconds_count\{operation="write"\} [1-9]/);
    });
  });
});
