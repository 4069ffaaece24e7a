import { Filemill } from '@filemill/client';
import { sql } from 'kysely';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { Estimate } from '../../src/contract/schemas/estimate.ts';
import type { Job } from '../../src/contract/schemas/job.ts';
import { pdf, png } from '../support/samples.ts';
import { useSharedService } from '../support/use-service.ts';

const service = useSharedService();
type Caller = Awaited<ReturnType<typeof service.client>>;

const options = { outputFormat: 'webp' };
const picture = { type: 'image-convert', filename: 'a.png', bytes: png(6, 4) };

const countOperations = async (client: Caller): Promise<number> =>
  (await client.expect(client.get<{ quotas: { operations: { used: number } } }>('/usage'))).quotas.operations
    .used;

const again = (client: Caller, job: Job, more: object = {}) =>
  client.create({
    type: job.type,
    inputArtifactId: job.inputs[0]!.artifactId,
    options: job.options,
    autoStart: true,
    reuse: true,
    ...more,
  });

test('a job with the same bytes and options returns the earlier result at once, free of charge', async () => {
  const client = await service.client();
  const first = await client.run(picture, options);
  expect(first.result).not.toHaveProperty('reusedFrom');
  const declared = { type: 'image-convert', filename: 'b.png', contentType: 'image/png', options };
  const job = await client.create({ ...declared, fileSize: picture.bytes.length, reuse: true });
  await client.upload(job.uploadUrl!, picture.bytes);
  const started = await client.expect(client.post<Job>(`/jobs/${job.id}/start`));
  expect(started).toMatchObject({ status: 'completed', progress: 100, credits: 0 });
  expect(started.id).not.toBe(first.id);
  expect(started.result).toMatchObject({
    reusedFrom: first.id,
    fileCount: 1,
    durationMs: 0,
    engines: first.result!.engines,
  });
  const read = await client.download(started.result!.downloadUrl!);
  expect(await sharp(read).metadata()).toMatchObject({ format: 'webp', width: 6, height: 4 });
  const { files } = await client.expect(client.get<{ files: object[] }>(`/jobs/${job.id}/files`));
  expect(files).toHaveLength(1);
  const auto = await again(client, first);
  expect(auto).toMatchObject({ status: 'completed', result: { reusedFrom: first.id } });
  expect(await countOperations(client)).toBe(1);
  const { body } = await client.get<{ events: { type: string; data: { id: string; result?: object } }[] }>(
    '/events',
  );
  const reported = body.events.filter(({ data }) => data.id === auto.id);
  expect(reported.map(({ type }) => type)).toEqual(['job.completed']);
  expect(reported[0]!.data.result).toMatchObject({ reusedFrom: first.id });
  const estimated = await client.expect(
    client.post<Estimate>('/jobs/estimate', {
      type: 'image-convert',
      inputArtifactId: first.inputs[0]!.artifactId,
      options,
      reuse: true,
    }),
  );
  expect(estimated).toMatchObject({ accepted: true, operations: 0, expectedMs: 0 });
});

test('a job with other options, bytes, workspace or engine version runs as usual', async () => {
  const client = await service.client();
  const first = await client.run(picture, options);
  const end = async (job: { id: string }, by = client) => (await by.end(job.id)).result;
  const other = await end(await again(client, first, { options: { outputFormat: 'jpeg' } }));
  expect(other).not.toHaveProperty('reusedFrom');
  const elsewhere = await service.client();
  const theirs = new Filemill({ baseUrl: service.url, apiKey: elsewhere.key! });
  const made = await theirs.convert(picture.bytes, { filename: 'a.png', to: 'webp', reuse: true });
  expect(made.job!.result).not.toHaveProperty('reusedFrom');
  const repeated = await theirs.convert(picture.bytes, { filename: 'a.png', to: 'webp', reuse: true });
  expect(repeated.job!.result!.reusedFrom).toBe(made.job!.id);
  expect(await sharp(await repeated.bytes()).metadata()).toMatchObject({ format: 'webp', width: 6 });
  const bytes = await theirs.convert(png(5, 5), { filename: 'a.png', to: 'webp', reuse: true });
  expect(bytes.job!.result).not.toHaveProperty('reusedFrom');
  expect(await countOperations(elsewhere)).toBe(2);
  await sql`update jobs set engines = jsonb_set(engines, '{0,version}', '"0.0.1"') where id = ${first.id}`.execute(
    service.db,
  );
  expect(await end(await again(client, first))).not.toHaveProperty('reusedFrom');
});

test('a result made with a password is not reused without it', async () => {
  const client = await service.client();
  const first = await client.run(
    { type: 'pdf-rotate', filename: 'a.pdf', bytes: pdf(['one']) },
    { angle: 90, password: 'secret' },
  );
  expect(first.status).toBe('completed');
  const second = await again(client, first);
  expect((await client.end(second.id)).result).not.toHaveProperty('reusedFrom');
});

test('erasing the earlier job also removes the files of the job that reused them', async () => {
  const client = await service.client();
  const first = await client.run(picture, options);
  const second = await again(client, first);
  expect(second.result!.reusedFrom).toBe(first.id);
  await client.send('DELETE', `/jobs/${first.id}`);
  const response = await fetch(second.result!.downloadUrl!);
  expect(response.status).toBe(404);
  const third = await client.create({
    type: 'image-convert',
    filename: 'a.png',
    fileSize: picture.bytes.length,
    contentType: 'image/png',
    options,
    reuse: true,
  });
  await client.upload(third.uploadUrl!, picture.bytes);
  await client.expect(client.post(`/jobs/${third.id}/start`));
  expect((await client.end(third.id)).result).not.toHaveProperty('reusedFrom');
  const refused = await client.post('/jobs', {
    type: 'image-convert',
    inputArtifactId: third.inputs[0]!.artifactId,
    options,
    reuse: true,
    deleteAfterDownload: true,
  });
  expect(refused.status).toBe(400);
});
