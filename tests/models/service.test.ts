import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { CreatedJob, Job } from '../../src/contract/schemas/job.ts';
import type { JobTypeList } from '../../src/contract/schemas/service.ts';
import { registerWorker } from '../../src/domain/installation/engines.ts';
import { drawPdf } from '../../src/engines/pdfium/testing/draw-pdf.ts';
import { encodeOnnx } from '../../src/models/tfjs-to-onnx/onnx.ts';
import type { Client, ErrorBody } from '../support/client.ts';
import { startService, type TestService } from '../support/service.ts';

/** A job type that needs a model, as an extension; the extensions folder is read when the service's code is loaded. */
const extensionsDir = await vi.hoisted(async () => {
  const { chmodSync, mkdirSync, mkdtempSync, writeFileSync } = await import('node:fs');
  const dir = mkdtempSync('/tmp/filemill-extensions-');
  // Hosts run as another user, who must be able to read it.
  chmodSync(dir, 0o755);
  mkdirSync(`${dir}/jobs/test/runDream`, { recursive: true });
  writeFileSync(
    `${dir}/jobs/test/runDream/job.ts`,
    `import { Type } from 'typebox';
    export const job = {
      id: 'runDream', tabs: [{ id: 'ai', title: 'AI', heading: { title: 'AI', rank: 50 } }], title: 'Dream', summary: 'Says its models.', accepts: ['txt'], inputs: 'one',
      options: Type.Object({ model: Type.String({ default: 'whisper-base' }) }, { additionalProperties: false }),
      resolve: ({ options }) =>
        ({ outputs: ['txt'], count: 'one', engines: [], models: [options.model], instead: { engines: [] } }),
    };`,
  );
  writeFileSync(
    `${dir}/jobs/test/runDream/run.ts`,
    `import { writeFile } from 'node:fs/promises';
    export const run = async ({ dir, models }) => {
      await writeFile(dir + '/runDream.txt', models.join());
      return { outputs: [{ path: dir + '/runDream.txt', filename: 'runDream.txt', format: 'txt' }], engines: [...models] };
    };`,
  );
  process.env.EXTENSIONS_DIR = dir;
  return dir;
});

let modelsDir: string;
let service: TestService;
let client: Client;

beforeAll(async () => {
  modelsDir = await mkdtemp(join(tmpdir(), 'filemill-models-'));
  service = await startService('all', { MODELS_DIR: modelsDir, MODELS: 'permissive' });
  client = await service.client();
});
afterAll(async () => {
  await service.stop();
  for (const dir of [modelsDir, extensionsDir]) await rm(dir, { recursive: true, force: true });
});

const create = <Body>(model?: string) =>
  client.send<Body>('POST', '/jobs', {
    type: 'runDream',
    filename: 'a.txt',
    fileSize: 3,
    contentType: 'text/plain',
    options: { ...(model && { model }) },
  });

async function runDream(model?: string): Promise<string> {
  const { status, body } = await create<CreatedJob>(model);
  expect(status).toBe(201);
  await fetch(body.uploadUrl!, { method: 'PUT', body: 'abc' });
  await client.send('POST', `/jobs/${body.id}/start`);
  const { body: job } = await client.send<Job>('GET', `/jobs/${body.id}?wait=30`);
  expect(job.status).toBe('completed');
  const [{ name, version } = {}] = job.result!.engines;
  const text = await (await fetch(job.result!.downloadUrl!)).text();
  return `${text} by ${name} ${version}`;
}

const findDreams = async () => {
  const { body } = await client.send<JobTypeList>('GET', '/job-types');
  return body.jobTypes.find(({ id }) => id === 'runDream')!;
};

const entry = (name: string) => ({
  name,
  jobTypes: ['runDream'],
  engine: 'dreamer',
  purpose: 'findDreams',
  licence: 'MIT',
  commercialUse: true,
  source: { files: [{ as: 'weights.bin' }] },
});

const createTranscription = (model: string) =>
  client.send<ErrorBody>('POST', '/jobs', {
    type: 'speech-to-text',
    filename: 'a.wav',
    fileSize: 3,
    contentType: 'audio/wav',
    options: { model },
  });

test('a job with a missing model is 403 with the command that pulls it', async () => {
  const engines = { ffmpeg: '1', 'silero-vad': '1', whisper: '1' };
  const models = { 'model:silero-vad': '1', 'model:own': '1', 'model:htdemucs': '1' };
  await registerWorker(service.db, 'near', {
    engines: { ...engines, ...models },
    facts: {
      'model:silero-vad': { jobTypes: [] },
      'model:own': { jobTypes: ['speech-to-text'] },
      'model:htdemucs': { jobTypes: ['stem-separation'] },
    },
  });
  const { status, body } = await createTranscription('whisper-base');
  expect({ status, code: body.code }).toEqual({ status: 403, code: 'feature_not_available' });
  expect(body.message).toContain('lacks the model whisper-base');
  expect(body.message).toContain('`npx filemill models pull whisper-base`');
  expect((await createTranscription('own')).status).toBe(201);

  // A model of another job type cannot be chosen, and pulling it would not help.
  const other = await createTranscription('htdemucs');
  expect(other.status).toBe(403);
  expect(other.body.message).toContain('no model htdemucs for speech-to-text. It offers own');
  expect(other.body.message).not.toContain('pull');
  await service.db.deleteFrom('workers').where('id', 'in', ['far', 'near']).execute();
  expect(await findDreams()).toMatchObject({
    available: false,
    choices: { model: [] },
    missing: ['model:whisper-base'],
  });
});

test('a job with an unknown model is 403', async () => {
  const { status, body } = await create<ErrorBody>('unheard-of');
  expect(status).toBe(403);
  expect(body.message).toContain('no model unheard-of for runDream');
});

test('a model that the operator adds or removes is available or unavailable without a restart', async () => {
  await mkdir(join(modelsDir, 'deep'));
  await writeFile(join(modelsDir, 'deep/weights.bin'), 'weights');
  await writeFile(join(modelsDir, 'manifest.json'), JSON.stringify({ models: [entry('deep'), { name: 3 }] }));
  await vi.waitFor(async () => expect((await findDreams()).choices).toEqual({ model: ['deep'] }), 100_000);
  expect(await findDreams()).toMatchObject({
    available: true,
    missing: ['model:whisper-base'],
    options: { properties: { model: { default: 'deep' } } },
  });
  expect(await runDream('deep')).toBe('deep by deep own');
  // The default model is not installed, but this one is.
  expect(await runDream()).toBe('deep by deep own');
  expect((await create<ErrorBody>('whisper-base')).status).toBe(403);
  expect((await create<ErrorBody>('other')).body.message).toContain('It offers deep');

  await rm(join(modelsDir, 'deep'), { recursive: true });
  await vi.waitFor(async () => expect((await create('deep')).status).toBe(403), 100_000);
});

test('the fallback runs if MODELS=permissive excludes a model', async () => {
  expect(await runDream('htdemucs')).toBe(' by undefined undefined');
});

test('only the models of live workers are available', async () => {
  const models = { engines: { 'model:far': '1' }, facts: { 'model:far': { jobTypes: ['runDream'] } } };
  await registerWorker(service.db, 'far', models);
  expect((await create('far')).status).toBe(201);
  const longAgo = new Date(Date.now() - 600_000);
  await service.db.updateTable('workers').set({ seen_at: longAgo }).where('id', '=', 'far').execute();
  await registerWorker(service.db, 'near', { engines: {}, facts: {} });
  expect((await create('far')).status).toBe(403);
});

/** A model that finds the same boxes on every page, in pixels of its input of 512 × 512. */
function makeLayoutModel(boxes: readonly number[][]): Uint8Array {
  const count = boxes.length;
  return encodeOnnx({
    name: 'layout',
    nodes: [
      {
        operator: 'ReduceMean',
        inputs: ['page'],
        output: 'mean',
        attributes: { axes: [1, 2, 3], keepdims: 0 },
      },
      { operator: 'Mul', inputs: ['mean', 'zero'], output: 'none' },
      { operator: 'Add', inputs: ['none', 'known'], output: 'boxes' },
    ],
    initializers: [
      { name: 'zero', dims: [1], values: new Float32Array(1) },
      { name: 'known', dims: [1, count, 6], values: Float32Array.from(boxes.flat()) },
    ],
    input: { name: 'page', dims: [1, 3, 512, 512] },
    output: { name: 'boxes', dims: [1, count, 6] },
  });
}

test("document-extract uses the boxes of an operator's layout model", async () => {
  const page = drawPdf([
    {
      texts: [
        { x: 72, y: 100, text: 'the first line of this page is set like any other line on it.' },
        { x: 72, y: 200, text: 'Bread' },
        { x: 110, y: 200, text: 'Flour' },
        { x: 72, y: 214, text: 'Salt' },
        { x: 110, y: 214, text: 'Water' },
        { x: 72, y: 300, text: 'the second line of this page is set like any other line on it.' },
        { x: 72, y: 400, text: 'the third line of this page is set like any other line on it.' },
      ],
    },
  ]);
  // Results from before the model was added are not reused.
  const extract = async () => {
    const job = await client.run(
      { type: 'document-extract', filename: 'a.pdf', bytes: page, reuse: true },
      { outputFormat: 'md' },
    );
    expect(job.status).toBe('completed');
    const text = Buffer.from(await client.download(job.result!.files[0]!.downloadUrl!)).toString();
    return { text, engines: job.result!.engines.map(({ name }) => name), from: job.result!.reusedFrom };
  };
  const without = await extract();
  expect(without.text).not.toMatch(/^#|\|/m);
  expect(without.engines).toEqual(['pdfium']);
  expect((await extract()).from).toBeDefined();

  const scale = 512 / 842;
  const box = (top: number, bottom: number, label: number, score = 0.9) => [
    50 * scale,
    top * scale,
    500 * scale,
    bottom * scale,
    score,
    label,
  ];
  await mkdir(join(modelsDir, 'layout'));
  await writeFile(
    join(modelsDir, 'layout/model.onnx'),
    makeLayoutModel([box(85, 105, 0), box(185, 220, 1), box(285, 305, 2), box(385, 405, 0, 0.2)]),
  );
  const own = {
    ...entry('layout'),
    jobTypes: ['document-extract', 'pdf-tables'],
    engine: 'page-layout',
    helper: true,
    source: { files: [{ as: 'model.onnx' }] },
    settings: { size: 512, labels: ['heading', 'table', 'running-head'], memoryMb: 500 },
  };
  await writeFile(join(modelsDir, 'manifest.json'), JSON.stringify({ models: [own] }));
  await vi.waitFor(async () => expect((await extract()).engines).toContain('page-layout'), {
    timeout: 100_000,
    interval: 500,
  });
  const { text } = await extract();
  expect(text).toMatch(/^#+ the first line/m);
  expect(text).toMatch(/\| Bread \| Flour \|/);
  expect(text).not.toContain('second line');
  expect(text).toMatch(/^the third line/m);
});
