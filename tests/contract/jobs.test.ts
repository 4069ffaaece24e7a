import { request as httpRequest } from 'node:http';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Job } from '../../src/contract/schemas/job.ts';
import type { ErrorBody } from '../support/client.ts';
import { pdf, png } from '../support/samples.ts';
import { useService } from '../support/use-service.ts';

const service = useService();

const bytes = png(6, 4);
const request = {
  type: 'image-convert',
  filename: 'a.png',
  fileSize: bytes.length,
  contentType: 'image/png',
  options: { outputFormat: 'webp' },
};

describe('creating', () => {
  test('returns 201 with the job, its id in both fields and one signed upload URL', async () => {
    const client = await service.client();
    const { status, body } = await client.post<Job & Record<string, unknown>>('/jobs', {
      ...request,
      metadata: { ref: 'A-17' },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      type: 'image-convert',
      status: 'pending',
      progress: 0,
      source: 'api',
      metadata: { ref: 'A-17' },
      credits: 0,
      inputs: [
        { index: 0, filename: 'a.png', contentType: 'image/png', fileSize: bytes.length, uploaded: false },
      ],
      upload: { method: 'PUT', url: body.uploadUrl, expiresAt: expect.any(String) },
    });
    expect(body.id).toMatch(/^job_[0-9a-z]{26}$/);
    expect(body.jobId).toBe(body.id);
    expect(body.uploadUrl).toContain(service.url);
    expect(JSON.stringify(body)).not.toContain('null');
  });

  test('keeps a password write-only: never in a response, encrypted in the database', async () => {
    const client = await service.client();
    const secret = 'correct horse battery';
    const job = await client.create({
      type: 'pdf-rotate',
      filename: 'a.pdf',
      fileSize: 10,
      contentType: 'application/pdf',
      options: { angle: 90, password: secret },
    });
    expect(JSON.stringify(job)).not.toContain(secret);
    expect(JSON.stringify((await client.get(`/jobs/${job.id}`)).body)).not.toContain(secret);
    const { rows } = await sql<{
      row: string;
      secret: Buffer;
    }>`select to_jsonb(j)::text as row, secret from jobs j where id = ${job.id}`.execute(service.db);
    expect(rows[0]!.row).not.toContain(secret);
    expect(rows[0]!.secret.toString('latin1')).not.toContain(secret);
    await client.expect(client.post(`/jobs/${job.id}/cancel`));
    const after = await sql<{ secret: Buffer | null }>`select secret from jobs where id = ${job.id}`.execute(
      service.db,
    );
    expect(after.rows[0]!.secret).toBeNull();
  });

  test('returns URLs with the Host of the request', async () => {
    const client = await service.client();
    const { port } = new URL(service.url);
    const body = await new Promise<Job & { uploadUrl: string }>((resolve, reject) => {
      const text = JSON.stringify(request);
      const headers = {
        host: `mill.example.com:${port}`,
        authorization: `Bearer ${client.key}`,
        'content-type': 'application/json',
      };
      httpRequest(
        { host: '127.0.0.1', port, path: '/api/public/jobs', method: 'POST', headers },
        response => {
          let all = '';
          response.on('data', chunk => {
            all += chunk;
          });
          response.on('end', () => resolve(JSON.parse(all)));
        },
      )
        .on('error', reject)
        .end(text);
    });
    expect(body.uploadUrl).toMatch(new RegExp(`^http://mill\\.example\\.com:${port}/api/public/`));
  });
});

describe('starting', () => {
  test('before the upload is 409 job_not_startable with the missing indexes, and changes nothing', async () => {
    const client = await service.client();
    const job = await client.create(request);
    const answer = await client.post<ErrorBody>(`/jobs/${job.id}/start`);
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({ code: 'job_not_startable', missingUploads: [0] });
    expect((await client.get(`/jobs/${job.id}`)).body.status).toBe('pending');
  });

  test('returns the queued job', async () => {
    const client = await service.client();
    const job = await client.create(request);
    await client.upload(job.uploadUrl!, bytes);
    const { body } = await client.post(`/jobs/${job.id}/start`);
    expect(body.queuedAt).not.toBeNull();
    expect((await client.get(`/jobs/${job.id}`)).body).toEqual(body);
  });

  test('is idempotent: concurrent starts queue the job once', async () => {
    const client = await service.client();
    const job = await client.create(request);
    await client.upload(job.uploadUrl!, bytes);
    const answers = await Promise.all(Array.from({ length: 10 }, () => client.post(`/jobs/${job.id}/start`)));
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body.status).toBe('queued');
    }
    expect(new Set(answers.map(answer => answer.body.queuedAt)).size).toBe(1);
  });

  test('is 409 for a canceled job', async () => {
    const client = await service.client();
    const job = await client.create(request);
    await client.expect(client.post(`/jobs/${job.id}/cancel`));
    expect((await client.post<ErrorBody>(`/jobs/${job.id}/start`)).body.code).toBe('job_not_startable');
  });

  test('is 409 during an upload, while the job is uploading', async () => {
    const client = await service.client();
    const job = await client.create(request);
    let finish: (value: unknown) => void = () => {};
    const held = new Promise(resolve => {
      finish = resolve;
    });
    const body = new ReadableStream({
      async start(controller) {
        controller.enqueue(bytes.subarray(0, 10));
        await held;
        controller.enqueue(bytes.subarray(10));
        controller.close();
      },
    });
    const put = fetch(job.uploadUrl!, { method: 'PUT', body, duplex: 'half' } as RequestInit);
    await expect.poll(async () => (await client.get(`/jobs/${job.id}`)).body.status).toBe('uploading');
    const listed = await client.get<{ jobs: Job[] }>('/jobs?status=uploading');
    expect(listed.body.jobs.map(each => each.id)).toEqual([job.id]);
    expect((await client.post<ErrorBody>(`/jobs/${job.id}/start`)).body.code).toBe('job_not_startable');
    finish(undefined);
    expect((await put).status).toBe(200);
    expect((await client.get(`/jobs/${job.id}`)).body.status).toBe('pending');
    expect((await client.post(`/jobs/${job.id}/start`)).body.status).toBe('queued');
  });
});

describe('merging', () => {
  const sources = [pdf(['one']), pdf(['two', 'three']), pdf(['four'])];
  const files = sources.map((source, i) => ({
    filename: `${i}.pdf`,
    fileSize: source.length,
    contentType: 'application/pdf',
  }));

  test('returns one upload per file in order, and stays pending until started', async () => {
    const client = await service.client();
    const { status, body } = await client.post<Job>('/merge', { files });
    expect(status).toBe(201);
    expect(body.uploads!.map(upload => [upload.index, upload.filename])).toEqual([
      [0, '0.pdf'],
      [1, '1.pdf'],
      [2, '2.pdf'],
    ]);
    expect(body).toMatchObject({
      type: 'pdf-merge',
      status: 'pending',
      options: { preserveBookmarks: true },
    });
    await client.upload(body.uploads![2]!.uploadUrl, sources[2]!);
    await client.upload(body.uploads![0]!.uploadUrl, sources[0]!);
    expect((await client.get(`/jobs/${body.id}`)).body.status).toBe('pending');
    const early = await client.post<ErrorBody>(`/jobs/${body.id}/start`);
    expect(early.body).toMatchObject({ code: 'job_not_startable', missingUploads: [1] });
    await client.upload(body.uploads![1]!.uploadUrl, sources[1]!);
    expect((await client.get(`/jobs/${body.id}`)).body.status).toBe('pending');
    expect((await client.post(`/jobs/${body.id}/start`)).body.status).toBe('queued');
  });
});

describe('ending', () => {
  test('cancel accepts a queued job, and refuses a canceled one', async () => {
    const client = await service.client();
    const job = await client.create(request);
    await client.upload(job.uploadUrl!, bytes);
    await client.expect(client.post(`/jobs/${job.id}/start`));
    const canceled = await client.post(`/jobs/${job.id}/cancel`);
    expect(canceled.body).toMatchObject({ status: 'canceled', completedAt: expect.any(String) });
    const again = await client.post<ErrorBody>(`/jobs/${job.id}/cancel`);
    expect(again.status).toBe(400);
    expect(again.body.code).toBe('invalid_state');
  });

  test('refresh-url of a job that is not completed is 400 invalid_state', async () => {
    const client = await service.client();
    const job = await client.create(request);
    const answer = await client.post<ErrorBody>(`/jobs/${job.id}/refresh-url`);
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe('invalid_state');
  });

  test('delete erases the files and hides the job', async () => {
    const client = await service.client();
    const job = await client.create(request);
    await client.upload(job.uploadUrl!, bytes);
    const { artifactId } = (await client.get(`/jobs/${job.id}`)).body.inputs[0]!;
    const artifact = await client.get<{ downloadUrl: string }>(`/artifacts/${artifactId}`);
    expect(Buffer.from(await client.download(artifact.body.downloadUrl))).toEqual(bytes);
    expect((await client.send('DELETE', `/jobs/${job.id}`)).status).toBe(204);
    expect((await client.send('DELETE', `/jobs/${job.id}`)).status).toBe(404);
    expect((await client.get(`/jobs/${job.id}`)).status).toBe(404);
    expect((await client.get(`/artifacts/${artifactId}`)).status).toBe(404);
    expect((await fetch(artifact.body.downloadUrl)).status).toBe(404);
  });
});

describe('ownership', () => {
  test("another workspace's job and artifact are not found with any method", async () => {
    const [owner, stranger] = [await service.client(), await service.client()];
    const job = await owner.create(request);
    await owner.upload(job.uploadUrl!, bytes);
    const { artifactId } = (await owner.get(`/jobs/${job.id}`)).body.inputs[0]!;
    for (const [method, path] of [
      ['GET', `/jobs/${job.id}`],
      ['POST', `/jobs/${job.id}/start`],
      ['POST', `/jobs/${job.id}/cancel`],
      ['POST', `/jobs/${job.id}/refresh-url`],
      ['DELETE', `/jobs/${job.id}`],
      ['GET', `/jobs/${job.id}/events`],
    ] as const) {
      const answer = await stranger.send(method, path);
      expect([method, path, answer.status, answer.body.code]).toEqual([method, path, 404, 'job_not_found']);
    }
    expect((await stranger.send('GET', `/artifacts/${artifactId}`)).body.code).toBe('artifact_not_found');
    expect((await stranger.get<{ jobs: Job[] }>('/jobs')).body.jobs).toEqual([]);
    expect((await owner.get(`/jobs/${job.id}`)).body.status).toBe('pending');
  });

  test('jobs created in the workspace are hidden; a recipe step can be read but not changed', async () => {
    const client = await service.client();
    const job = await client.create(request);
    await sql`update jobs set source = 'workspace' where id = ${job.id}`.execute(service.db);
    expect((await client.get(`/jobs/${job.id}`)).status).toBe(404);
    await sql`update jobs set source = 'recipe' where id = ${job.id}`.execute(service.db);
    expect((await client.get(`/jobs/${job.id}`)).status).toBe(200);
    expect((await client.get<{ jobs: Job[] }>('/jobs')).body.jobs).toEqual([]);
    for (const verb of ['start', 'cancel'])
      expect((await client.post<ErrorBody>(`/jobs/${job.id}/${verb}`)).body.code).toBe('job_not_found');
    expect((await client.send('DELETE', `/jobs/${job.id}`)).body.code).toBe('job_not_found');
  });
});

describe('listing', () => {
  test('pages by cursor, newest first, and is stable while jobs are added', async () => {
    const client = await service.client();
    const ids: string[] = [];
    for (let i = 0; i < 7; i++) ids.push((await client.create(request)).id);
    const page = (query: string) => client.get<{ jobs: Job[]; nextCursor: string | null }>(`/jobs?${query}`);
    const first = await page('limit=3');
    expect(first.body.jobs.map(job => job.id)).toEqual(ids.slice(4).reverse());
    await client.create(request);
    const next = await page(`limit=3&cursor=${first.body.nextCursor}`);
    expect(next.body.jobs.map(job => job.id)).toEqual(ids.slice(1, 4).reverse());
    const last = await page(`limit=3&cursor=${next.body.nextCursor}`);
    expect(last.body.jobs.map(job => job.id)).toEqual(ids.slice(0, 1));
    expect(last.body.nextCursor).toBeNull();
    expect(JSON.stringify(first.body)).not.toContain('signature');
  });

  test('filters by status, type and time', async () => {
    const client = await service.client();
    const a = await client.create(request);
    const b = await client.create({ ...request, type: 'image-compress', options: {} });
    // Times have milliseconds: two jobs may have been created in the same one.
    await sql`update jobs set created_at = created_at - interval '1 second' where id = ${a.id}`.execute(
      service.db,
    );
    await client.expect(client.post(`/jobs/${a.id}/cancel`));
    const ids = async (query: string) =>
      (await client.get<{ jobs: Job[] }>(`/jobs?${query}`)).body.jobs.map(job => job.id);
    expect(await ids('status=canceled')).toEqual([a.id]);
    expect(await ids('status=pending')).toEqual([b.id]);
    expect(await ids('type=image-compress')).toEqual([b.id]);
    expect(await ids(`createdAfter=${encodeURIComponent(b.createdAt)}`)).toEqual([b.id]);
    expect(await ids('createdBefore=2020-01-01T00:00:00Z')).toEqual([]);
  });
});

describe('waiting', () => {
  test('wait returns as soon as the job ends', async () => {
    const client = await service.client();
    const [ending, other] = [await client.create(request), await client.create(request)];
    const untouched = client.get(`/jobs/${other.id}?wait=15`);
    const waiting = client.get(`/jobs/${ending.id}?wait=30`);
    await client.expect(client.post(`/jobs/${ending.id}/cancel`));
    // The first request, which waits for half the time, is still waiting when the job ends.
    expect((await Promise.race([untouched, waiting])).body).toMatchObject({
      id: ending.id,
      status: 'canceled',
    });
    await client.expect(client.post(`/jobs/${other.id}/cancel`));
    await untouched;
  });

  test('wait returns the current job after the timeout', async () => {
    const client = await service.client();
    const job = await client.create(request);
    expect((await client.get(`/jobs/${job.id}?wait=1`)).body.status).toBe('pending');
  });

  test('events report every change and end with the job; Last-Event-ID resumes', async () => {
    const client = await service.client();
    const job = await client.create(request);
    const listen = (headers: Record<string, string> = {}) =>
      fetch(`${client.base}/jobs/${job.id}/events`, {
        headers: { authorization: `Bearer ${client.key}`, ...headers },
      });
    const stream = await listen();
    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
    const { value: first } = await reader.read();
    const text = (async () => {
      let all = first!;
      for (let part = await reader.read(); !part.done; part = await reader.read()) all += part.value;
      return all;
    })();
    await client.upload(job.uploadUrl!, bytes);
    await client.expect(client.post(`/jobs/${job.id}/start`));
    await expect.poll(async () => (await client.get(`/jobs/${job.id}`)).body.status).toBe('queued');
    await client.expect(client.post(`/jobs/${job.id}/cancel`));
    const events = [...(await text).matchAll(/id: (\d+)\nevent: (\w+)\ndata: (.*)\n/g)].map(
      ([, id, name, data]) => ({ id: Number(id), name, data: JSON.parse(data!) }),
    );
    expect(events[0]).toMatchObject({ name: 'status', data: { id: job.id, status: 'pending' } });
    expect(events.at(-1)).toMatchObject({ name: 'status', data: { status: 'canceled' } });
    expect(events.map(event => event.id)).toEqual([...events.map(event => event.id)].sort((a, b) => a - b));
    const resumed = await (await listen({ 'last-event-id': String(events.at(-2)!.id) })).text();
    expect(resumed.match(/event:/g)).toHaveLength(1);
    expect(resumed).toContain('canceled');
    const nothing = await (await listen({ 'last-event-id': String(events.at(-1)!.id) })).text();
    expect(nothing).not.toContain('event:');
  });
});
