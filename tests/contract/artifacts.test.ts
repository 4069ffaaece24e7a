import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Artifact } from '../../src/contract/schemas/artifact.ts';
import type { CreatedJob, Job } from '../../src/contract/schemas/job.ts';
import type { Recipe } from '../../src/contract/schemas/recipe.ts';
import type { RecipeRun } from '../../src/contract/schemas/run.ts';
import { expire } from '../../src/domain/files/retention/expire.ts';
import { openLocalStorage } from '../../src/storage/local/local.ts';
import type { ErrorBody } from '../support/client.ts';
import { pdf, png } from '../support/samples.ts';
import type { TestService } from '../support/service.ts';
import { useService } from '../support/use-service.ts';

const service = useService('all');
let client: Awaited<ReturnType<TestService['client']>>;
beforeAll(async () => {
  client = await service.client();
});

const declared = (bytes: Buffer) => ({
  filename: 'a.png',
  fileSize: bytes.length,
  contentType: 'image/png',
});

async function uploaded(): Promise<Artifact> {
  const bytes = png(16, 12);
  const made = await client.expect(client.post<Artifact>('/artifacts', declared(bytes)));
  await client.upload(made.uploadUrl!, bytes);
  return made;
}

const toWebp = { type: 'image-convert', options: { outputFormat: 'webp' } };

const recipe = () =>
  client.expect(
    client.post<Recipe>('/recipes', {
      name: 'Small pictures',
      steps: [
        { jobType: 'image-resize', options: { width: 8 } },
        { name: 'To webp', jobType: 'image-convert', options: { outputFormat: 'webp' } },
      ],
    }),
  );

describe('a file uploaded separately', () => {
  test('has an artifact id before it is uploaded, and does not appear in the job list', async () => {
    const bytes = png(16, 12);
    const { status, body } = await client.post<Artifact>('/artifacts', declared(bytes));
    expect(status).toBe(201);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^art_/),
      role: 'upload',
      filename: 'a.png',
      size: bytes.length,
      uploaded: false,
      upload: { method: 'PUT', url: body.uploadUrl, headers: { 'Content-Type': 'image/png' } },
    });
    expect(Date.parse(body.expiresAt!)).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    expect((await client.get<Artifact>(`/artifacts/${body.id}`)).body).toMatchObject({
      id: body.id,
      uploaded: false,
      uploadUrl: expect.stringContaining(body.id),
    });
    await client.upload(body.uploadUrl!, bytes);
    const kept = (await client.get<Artifact>(`/artifacts/${body.id}`)).body;
    expect(kept).toMatchObject({ id: body.id, role: 'upload', uploaded: true, size: bytes.length });
    expect(Buffer.from(await client.download(kept.downloadUrl!))).toEqual(bytes);
    expect((await client.get<{ jobs: Job[] }>('/jobs')).body.jobs).toEqual([]);
    expect((await client.send('GET', `/jobs/${body.id.replace('art_', 'job_')}`)).body.code).toBe(
      'job_not_found',
    );
    const other = await service.client();
    expect((await other.send('GET', `/artifacts/${body.id}`)).body.code).toBe('artifact_not_found');
  });

  test('can be sent in parts, and is refused if it does not match its declaration', async () => {
    const bytes = png(16, 12);
    const made = await client.expect(client.post<Artifact>('/artifacts', declared(bytes)));
    const headers = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' };
    const send = (offset: number, chunk: Buffer) =>
      fetch(made.uploadUrl!, {
        method: 'PATCH',
        headers: { ...headers, 'upload-offset': String(offset) },
        body: new Uint8Array(chunk),
      });
    expect((await send(0, bytes.subarray(0, 20))).headers.get('upload-offset')).toBe('20');
    expect((await send(20, bytes.subarray(20))).status).toBe(204);
    expect((await client.get<Artifact>(`/artifacts/${made.id}`)).body.uploaded).toBe(true);
    const wrong = await client.expect(client.post<Artifact>('/artifacts', declared(bytes)));
    const refused = await fetch(wrong.uploadUrl!, { method: 'PUT', body: 'x'.repeat(bytes.length) });
    expect([refused.status, ((await refused.json()) as ErrorBody).code]).toEqual([400, 'invalid_file_type']);
    const odd = { filename: 'a.odd', fileSize: 1, contentType: 'image/odd' };
    expect((await client.send('POST', '/artifacts', odd)).body.code).toBe('invalid_file_type');
  });

  test('expires without an event if unused, and is retained once a job uses it', async () => {
    const [unused, used] = [await uploaded(), await uploaded()];
    await client.create({ ...toWebp, inputArtifactId: used.id });
    const late = await fetch(used.uploadUrl!, { method: 'PUT', body: new Uint8Array(png(16, 12)) });
    expect(((await late.json()) as ErrorBody).code).toBe('invalid_state');
    const kept = (await client.get<Artifact>(`/artifacts/${used.id}`)).body;
    expect(Date.parse(kept.expiresAt!)).toBeGreaterThan(Date.now() + 29 * 86_400_000);
    for (const { id } of [unused, used])
      await sql`with aged as (update artifacts set expires_at = expires_at - interval '25 hours' where id = ${id})
        update jobs set expires_at = expires_at - interval '25 hours' where id = ${id.replace('art_', 'job_')}`.execute(
        service.db,
      );
    const storage = await openLocalStorage(join(service.dataDir, 'storage'));
    await expire(service.db, storage, 100);
    expect((await client.send('GET', `/artifacts/${unused.id}`)).body.code).toBe('artifact_not_found');
    expect((await client.get<Artifact>(`/artifacts/${used.id}`)).status).toBe(200);
    const { events } = (await client.get<{ events: { type: string }[] }>('/events')).body;
    expect(events.map(({ type }) => type)).not.toContain('job.expired');
  });
});

describe('a job with inputArtifactId', () => {
  test('has its input, returns no upload URL and can be started at once', async () => {
    const artifact = await uploaded();
    const { status, body } = await client.post<CreatedJob>('/jobs', {
      ...toWebp,
      inputArtifactId: artifact.id,
    });
    expect(status).toBe(201);
    expect(body.uploadUrl).toBeUndefined();
    expect(body.uploads).toEqual([]);
    expect(body.inputs).toMatchObject([{ filename: 'a.png', uploaded: true, artifactId: artifact.id }]);
    await client.expect(client.post(`/jobs/${body.id}/start`));
    const done = await client.end(body.id);
    expect(done.result!.files[0]).toMatchObject({ filename: 'a.webp', contentType: 'image/webp' });
    // The output of the job is an artifact too.
    const again = await client.create({
      type: 'image-convert',
      inputArtifactId: done.result!.files[0]!.artifactId,
      options: { outputFormat: 'png' },
    });
    await client.expect(client.post(`/jobs/${again.id}/start`));
    expect((await client.end(again.id)).result!.files[0]!.contentType).toBe('image/png');
  });

  test('is refused with both a file and an artifact, with neither, or with a missing artifact', async () => {
    const { id } = await uploaded();
    const both = await client.send('POST', '/jobs', { ...toWebp, inputArtifactId: id, filename: 'b.png' });
    expect(both.body.details).toMatchObject([{ path: 'filename' }]);
    const neither = await client.send('POST', '/jobs', toWebp);
    expect(neither.body.details!.map(({ path }) => path)).toEqual(['filename', 'fileSize', 'contentType']);
    const bytes = png(16, 12);
    const awaited = await client.expect(client.post<Artifact>('/artifacts', declared(bytes)));
    for (const [inputArtifactId, says] of [
      [awaited.id, `The file of ${awaited.id} has not been uploaded yet.`],
      ['art_nothing', 'There is no such file'],
    ] as const)
      expect((await client.send('POST', '/jobs', { ...toWebp, inputArtifactId })).body).toMatchObject({
        code: 'artifact_not_found',
        message: expect.stringContaining(says),
      });
    const pdfJob = { type: 'pdf-rotate', options: { angle: 90 }, inputArtifactId: id };
    expect((await client.send('POST', '/jobs', pdfJob)).body.code).toBe('invalid_file_type');
  });

  test('is returned for its idempotency key after the artifact is deleted, but cannot be started', async () => {
    const source = await client.run(
      { type: 'image-convert', filename: 'b.png', bytes: png(16, 12) },
      {
        outputFormat: 'webp',
      },
    );
    const body = {
      type: 'image-convert',
      options: { outputFormat: 'png' },
      inputArtifactId: source.result!.files[0]!.artifactId,
    };
    const key = { 'idempotency-key': 'again' };
    const first = await client.create(body, key);
    await client.send('DELETE', `/jobs/${source.id}`);
    const replay = await client.post<CreatedJob>('/jobs', body, key);
    expect([replay.status, replay.body.id]).toEqual([200, first.id]);
    const started = await client.send('POST', `/jobs/${first.id}/start`);
    expect(started.body).toMatchObject({
      code: 'job_not_startable',
      message: 'The artifact of this job has expired. Create a new job.',
    });
  });
});

describe('a run', () => {
  test('of an uploaded file can be awaited, and returns the result of its last step', async () => {
    const { id: recipeId, steps } = await recipe();
    expect(steps).toMatchObject([
      { name: 'Resize an image', config: { tab: 'image', image: { width: 8 } } },
      { name: 'To webp' },
    ]);
    const { id: inputArtifactId } = await uploaded();
    const { id } = await client.expect(
      client.post<RecipeRun>(`/recipes/${recipeId}/runs`, { inputArtifactId }),
    );
    const run = (await client.get<RecipeRun>(`/recipe-runs/${id}?wait=60`)).body;
    expect(run.status).toBe('completed');
    expect(run.result!.files).toEqual([
      expect.objectContaining({ filename: 'a.webp', metadata: expect.objectContaining({ width: 8 }) }),
    ]);
    expect(run.result!.engines).not.toEqual([]);
    const file = Buffer.from(await client.download(run.result!.downloadUrl!));
    expect(file.subarray(8, 12).toString()).toBe('WEBP');
  });

  test('streams its events to the end, and resumes after the last event seen', async () => {
    const { id: recipeId } = await recipe();
    const { id: inputArtifactId } = await uploaded();
    const { id } = await client.expect(
      client.post<RecipeRun>(`/recipes/${recipeId}/runs`, { inputArtifactId }),
    );
    const follow = async (seen?: string) => {
      const response = await fetch(`${client.base}/recipe-runs/${id}/events`, {
        headers: { authorization: `Bearer ${client.key}`, ...(seen && { 'last-event-id': seen }) },
      });
      return (await response.text())
        .split('\n\n')
        .map(text => /id: (.*)\nevent: (.*)\ndata: (.*)/.exec(text))
        .flatMap(found => (found ? [{ id: found[1]!, name: found[2]!, data: JSON.parse(found[3]!) }] : []));
    };
    const events = await follow();
    const last = events.at(-1)!;
    expect(last).toMatchObject({
      name: 'status',
      data: { id, status: 'completed', progress: 100, steps: [{ status: 'completed' }, { progress: 100 }] },
    });
    expect(await follow(events.at(-2)?.id ?? '0')).toMatchObject([last]);
    expect(await follow(last.id)).toEqual([]);
  });
});

test('files uploaded separately are merged without being sent again', async () => {
  const files = await Promise.all(
    [['one'], ['two', 'three']].map(async pages => {
      const bytes = pdf(pages);
      const made = await client.expect(
        client.post<Artifact>('/artifacts', {
          filename: `${pages[0]}.pdf`,
          fileSize: bytes.length,
          contentType: 'application/pdf',
        }),
      );
      await client.upload(made.uploadUrl!, bytes);
      return { inputArtifactId: made.id };
    }),
  );
  const created = await client.expect(client.post<CreatedJob>('/merge', { files }));
  expect(created.inputs.map(({ uploaded }) => uploaded)).toEqual([true, true]);
  await client.expect(client.post<Job>(`/jobs/${created.id}/start`));
  const { body: job } = await client.get<Job>(`/jobs/${created.id}?wait=60`);
  expect(job.result?.files[0]?.metadata.pages).toBe(3);

  const both = await client.post<ErrorBody>('/merge', {
    files: [{ ...files[0], filename: 'a.pdf' }, files[1]],
  });
  expect([both.status, both.body.details?.[0]?.path]).toEqual([400, 'files.0.filename']);
  const neither = await client.post<ErrorBody>('/merge', { files: [{ filename: 'a.pdf' }, files[1]] });
  expect([neither.status, neither.body.details?.[0]?.path]).toEqual([400, 'files.0.fileSize']);
});
