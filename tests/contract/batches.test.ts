import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Filemill } from '@filemill/client';
import { Client as McpClient } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openServer } from '../../src/cli/backend/server.ts';
import { Roots } from '../../src/cli/mcp/roots.ts';
import { createSession } from '../../src/cli/mcp/server.ts';
import { newId } from '../../src/contract/ids.ts';
import type { Batch, BatchManifest } from '../../src/contract/schemas/batch.ts';
import type { Recipe } from '../../src/contract/schemas/recipe.ts';
import type { ErrorBody } from '../support/client.ts';
import { runsAll } from '../support/needs.ts';
import { pdf, png } from '../support/samples.ts';
import { useSharedService } from '../support/use-service.ts';

const service = useSharedService();
const cli = fileURLToPath(new URL('../../bin/filemill.mjs', import.meta.url));
type Caller = Awaited<ReturnType<typeof service.client>>;

async function store(client: Caller, bytes: Buffer, filename: string): Promise<string> {
  const { body } = await client.post<{ id: string; uploadUrl: string }>('/artifacts', {
    filename,
    fileSize: bytes.length,
    contentType: 'application/octet-stream',
  });
  await client.upload(body.uploadUrl, bytes);
  return body.id;
}

const storePictures = (client: Caller, count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => store(client, png(at + 1, 2), 'a.png')));

async function end(client: Caller, id: string): Promise<Batch> {
  for (;;) {
    const batch = await client.expect(client.get<Batch>(`/batches/${id}?wait=30`));
    if (batch.status === 'completed' || batch.status === 'canceled') return batch;
  }
}

const readManifest = async (client: Caller, id: string): Promise<BatchManifest['inputs']> =>
  (await client.expect(client.get<BatchManifest>(`/batches/${id}/manifest?limit=1000`))).inputs;

/** Lists the names in a zip with Python, another tool than the one that made it. */
const listZip = (bytes: Uint8Array): string[] =>
  JSON.parse(
    execFileSync(
      'python3',
      [
        '-c',
        'import io, json, sys, zipfile; print(json.dumps(zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read())).namelist()))',
      ],
      { input: bytes, encoding: 'utf8' },
    ),
  ) as string[];

const toWebp = { type: 'image-convert', options: { outputFormat: 'webp' } };

test('a batch runs all inputs, emits one event at the end, and provides a ZIP and a manifest', async () => {
  const client = await service.client();
  const artifacts = await storePictures(client, 6);
  const inputs = artifacts.map((inputArtifactId, at) => ({ inputArtifactId, metadata: { at: String(at) } }));
  const { status, body } = await client.post<Batch>(
    '/batches',
    { ...toWebp, inputs, metadata: { ref: 'A-17' } },
    { 'idempotency-key': 'one' },
  );
  expect(status).toBe(201);
  expect(body).toMatchObject({ inputCount: 6, type: 'image-convert', metadata: { ref: 'A-17' } });
  const again = await client.post<Batch>(
    '/batches',
    { ...toWebp, inputs, metadata: { ref: 'A-17' } },
    { 'idempotency-key': 'one' },
  );
  expect([again.status, again.body.id]).toEqual([200, body.id]);
  const batch = await end(client, body.id);
  expect(batch).toMatchObject({ status: 'completed', progress: 100, result: { fileCount: 6 } });
  expect(batch.counts).toMatchObject({ completed: 6, failed: 0, waiting: 0 });
  const names = listZip(await client.download(batch.result!.archiveUrl!));
  expect(names).toEqual([1, 2, 3, 4, 5, 6].map(n => `0000${n}-a.webp`));
  const manifest = await readManifest(client, batch.id);
  expect(manifest.map(({ inputArtifactId }) => inputArtifactId)).toEqual(artifacts);
  expect(manifest[3]).toMatchObject({ status: 'completed', fileCount: 1, files: [{ filename: 'a.webp' }] });

  type Jobs = { jobs: { id: string; batchId: string; source: string; metadata: object }[] };
  const { jobs } = await client.expect(client.get<Jobs>(`/batches/${batch.id}/jobs`));
  expect(jobs).toHaveLength(6);
  expect(jobs.every(job => job.batchId === batch.id && job.source === 'api')).toBe(true);
  const first = jobs.find(({ id }) => id === manifest[0]!.jobId);
  expect(first!.metadata).toEqual({ ref: 'A-17', at: '0' });
  expect((await client.expect(client.get<Jobs>('/jobs'))).jobs).toEqual([]);
  expect((await client.expect(client.get<Jobs>(`/jobs?batchId=${batch.id}`))).jobs).toHaveLength(6);
  const { body: log } = await client.get<{ events: { type: string; data: Batch }[] }>('/events?limit=100');
  const ended = log.events.filter(({ type }) => type === 'batch.completed');
  expect(ended).toHaveLength(1);
  expect(ended[0]!.data).toMatchObject({ id: batch.id, status: 'completed', counts: { completed: 6 } });
  const other = await service.client();
  expect((await other.get(`/batches/${batch.id}`)).status).toBe(404);
});

test('a CSV table sets the options of each input', async () => {
  const client = await service.client();
  const [one, two] = await storePictures(client, 2);
  const csv = `inputArtifactId,outputFormat,quality\n${one},webp,50\n${two},jpeg,\n`;
  const { id } = await client.expect(
    client.post<Batch>('/batches', { type: 'image-convert', inputs: { csv } }),
  );
  await end(client, id);
  const manifest = await readManifest(client, id);
  expect(manifest.map(({ files }) => files[0]!.filename)).toEqual(['a.webp', 'a.jpg']);
  const wrong = await client.post<ErrorBody>('/batches', {
    type: 'image-convert',
    inputs: { csv: `inputArtifactId,outputFormat\n${one},webp\n${two},docx\n` },
  });
  expect(wrong.status).toBe(400);
});

test('failed inputs are listed in the manifest, and only they are retried', async () => {
  const client = await service.client();
  const [good] = await storePictures(client, 1);
  const bad = await store(client, Buffer.from(png(3, 3).subarray(0, 40)), 'broken.png');
  const { id } = await client.expect(
    client.post<Batch>('/batches', {
      ...toWebp,
      inputs: [{ inputArtifactId: good }, { inputArtifactId: bad }],
    }),
  );
  expect((await end(client, id)).counts).toMatchObject({ completed: 1, failed: 1 });
  const before = await readManifest(client, id);
  expect(before[1]).toMatchObject({ status: 'failed', failure: { reason: 'unreadable_input' } });
  const failed = await client.expect(
    client.get<BatchManifest>(`/batches/${id}/manifest?status=failed&limit=1`),
  );
  expect(failed).toMatchObject({ inputs: [{ index: 1, filename: 'broken.png' }], nextCursor: null });
  const retried = await client.expect(client.post<Batch>(`/batches/${id}/retry`));
  expect(retried.status).not.toBe('completed');
  expect((await end(client, id)).counts).toMatchObject({ completed: 1, failed: 1 });
  const after = await readManifest(client, id);
  expect(after[0]!.jobId).toBe(before[0]!.jobId);
  expect(after[1]!.jobId).not.toBe(before[1]!.jobId);
});

/** The monthly quotas allow more at the beginning of the next month in UTC. */
const findNextMonth = (now = new Date()): string =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)).toISOString();

test('cancel ends all inputs of a batch that is blocked by a quota', async () => {
  const client = await service.client();
  const artifacts = await storePictures(client, 3);
  // Without operations left, the jobs wait, and the batch says why.
  await sql`update workspaces set plan_id = 'developer' where id = ${client.workspaceId}`.execute(service.db);
  await sql`insert into usage_counters (workspace_id, quota, window_start, used)
    values (${client.workspaceId}, 'operations', date_trunc('month', now() at time zone 'UTC')::date, 20000)`.execute(
    service.db,
  );
  const { id } = await client.expect(
    client.post<Batch>('/batches', {
      ...toWebp,
      inputs: artifacts.map(inputArtifactId => ({ inputArtifactId })),
    }),
  );
  await expect
    .poll(async () => (await client.get<Batch>(`/batches/${id}`)).body.blocked)
    .toEqual({ code: 'quota_exceeded', quota: 'operations', resetsAt: findNextMonth() });
  const canceled = await client.expect(client.post<Batch>(`/batches/${id}/cancel`));
  expect(canceled).toMatchObject({ status: 'canceled', counts: { canceled: 3, waiting: 0 } });
  expect((await client.post(`/batches/${id}/cancel`)).status).toBe(400);
});

describe('refusals', () => {
  test('name the invalid inputs, and create no batch', async () => {
    const client = await service.client();
    const [picture] = await storePictures(client, 1);
    const document = await store(client, pdf(['one']), 'a.pdf');
    const { status, body } = await client.post<ErrorBody>('/batches', {
      type: 'pdf-rotate',
      options: { angle: 90 },
      inputs: [{ inputArtifactId: document }, { inputArtifactId: picture }],
    });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      code: 'invalid_file_type',
      details: [{ path: 'inputs.1.inputArtifactId' }],
    });
    const unknown = await client.post<ErrorBody>('/batches', {
      ...toWebp,
      inputs: [
        { inputArtifactId: picture },
        { inputArtifactId: 'art_1' },
        { inputArtifactId: newId('artifact') },
      ],
    });
    expect(unknown.body).toMatchObject({
      code: 'artifact_not_found',
      details: [{ path: 'inputs.1.inputArtifactId' }, { path: 'inputs.2.inputArtifactId' }],
    });
    for (const wrong of [
      { ...toWebp, recipeId: 'rcp_1', inputs: [{ inputArtifactId: picture }] },
      { ...toWebp, inputs: [] },
      { type: 'pdf-merge', inputs: [{ inputArtifactId: document }] },
      { ...toWebp, options: { outputFormat: 'nope' }, inputs: [{ inputArtifactId: picture }] },
    ])
      expect((await client.post('/batches', wrong)).status).toBe(400);
    const { body: list } = await client.get<{ batches: Batch[] }>('/batches');
    expect(list.batches).toEqual([]);
  });

  test('10,000 inputs are accepted in one request, and one more is refused', async () => {
    const client = await service.client();
    const [picture] = await storePictures(client, 1);
    const many = (count: number) => Array.from({ length: count }, () => ({ inputArtifactId: picture }));
    expect((await client.post('/batches', { ...toWebp, inputs: many(10_001) })).status).toBe(400);
    const { status, body } = await client.post<Batch>('/batches', { ...toWebp, inputs: many(10_000) });
    expect([status, body.inputCount]).toEqual([201, 10_000]);
    const canceled = await client.expect(client.post<Batch>(`/batches/${body.id}/cancel`));
    expect(canceled.counts.waiting).toBe(0);
  });
});

test('a batch runs a recipe on every input, and the client follows it', async () => {
  const client = await service.client();
  const recipe = await client.expect(
    client.post<Recipe>('/recipes', {
      name: 'Small',
      steps: [
        { jobType: 'image-convert', options: { outputFormat: 'webp' } },
        { jobType: 'image-convert', options: { outputFormat: 'jpeg' } },
      ],
    }),
  );
  const filemill = new Filemill({ baseUrl: service.url, apiKey: client.key! });
  const artifacts = await storePictures(client, 2);
  const created = await filemill.batches.create({
    recipeId: recipe.id,
    inputs: artifacts.map(inputArtifactId => ({ inputArtifactId })),
  });
  const states: string[] = [];
  const batch = await filemill.batches.wait(created.id, { onState: ({ status }) => states.push(status) });
  expect(states.at(-1)).toBe('completed');
  expect(batch).toMatchObject({ status: 'completed', result: { fileCount: 2 } });
  const files = [];
  for await (const input of filemill.batches.eachInput(batch.id)) files.push(input.files[0]!.filename);
  expect(files).toEqual(['a.jpg', 'a.jpg']);
  expect((await filemill.batches.jobs(batch.id)).jobs).toHaveLength(4);
});

test.runIf(runsAll)('the command line and the MCP tools create batches', async () => {
  const { key } = (await service.client()) as { key: string };
  const dir = await mkdtemp(join(tmpdir(), 'filemill-batches-'));
  try {
    for (const name of ['a.png', 'b.png']) await writeFile(join(dir, name), png(3, 2));
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        ...[
          cli,
          'batch',
          'create',
          'image-convert',
          'a.png',
          'b.png',
          '--options',
          '{"outputFormat":"webp"}',
        ],
        ...['--wait', '--json', '--server', service.url],
      ],
      { cwd: dir, env: { PATH: process.env.PATH, HOME: dir, FILEMILL_API_KEY: key } },
    );
    const batch = JSON.parse(stdout) as Batch;
    expect(batch).toMatchObject({ status: 'completed', counts: { completed: 2 }, result: { fileCount: 2 } });
    const session = await createSession(
      openServer({ url: service.url, key }),
      await Roots.open([dir], []),
      '1',
    );
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    const mcp = new McpClient({ name: 'test', version: '1' });
    await Promise.all([session.server.connect(ours), mcp.connect(theirs)]);
    const read = async (name: string, given: object): Promise<Batch> => {
      const { content } = await mcp.callTool({ name, arguments: { ...given } });
      return JSON.parse((content as { text: string }[])[0]!.text) as Batch;
    };
    const made = await read('run_batch', { ...toWebp, files: [join(dir, 'a.png')] });
    expect(made.inputCount).toBe(1);
    expect((await read('read_batch', { id: made.id })).id).toBe(made.id);
    await mcp.close();
    await session.close();
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
});
