import { expect, test } from 'vitest';
import type { Job } from '../../../contract/schemas/job.ts';
import type { RecipeRun } from '../../../contract/schemas/run.ts';
import { renderEventBody } from './render-body.ts';

const limits = { bytes: 20_000, files: 20 };
const event = { type: 'job.completed', at: new Date('2026-11-15T10:00:00Z') };

const files = (count: number, name = (index: number) => `page-${index}.png`) =>
  Array.from({ length: count }, (_, index) => ({
    index,
    artifactId: `art_${index}`,
    filename: name(index),
    contentType: 'image/png',
    size: 1,
    sha256: 'f'.repeat(64),
    metadata: { width: 10 },
  }));

const job = (changes: Partial<Job>): Job => ({
  id: 'job_1',
  type: 'pdf-to-image',
  status: 'completed',
  progress: 100,
  source: 'api',
  options: { dpi: 72 },
  metadata: { ref: 'A-17' },
  inputCount: 1,
  inputs: [{ index: 0, filename: 'a.pdf', contentType: 'application/pdf', fileSize: 1, uploaded: true }],
  createdAt: '2026-11-15T09:00:00.000Z',
  credits: 0,
  result: { files: files(2), fileCount: 2, engines: [{ name: 'pdfium', version: '1' }], durationMs: 1 },
  ...changes,
});

function dataOf(subject: Job | RecipeRun) {
  const body = renderEventBody(event, subject, limits);
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(limits.bytes);
  return JSON.parse(body).data;
}

test('data within the limit is sent whole', () => {
  expect(dataOf(job({}))).toEqual({ ...job({}), fileCount: 2 });
});

test('sends the first 20 files and their total number', () => {
  const data = dataOf(job({ result: { files: files(100), fileCount: 500, engines: [], durationMs: 1 } }));
  expect(data.result.files).toEqual(files(20));
  expect(data.fileCount).toBe(500);
  expect(data).not.toHaveProperty('truncated');
});

test('truncates many inputs like files', () => {
  const [input] = job({}).inputs;
  const inputs = Array.from({ length: 300 }, (_, index) => ({ ...input!, index }));
  const data = dataOf(job({ inputs, inputCount: inputs.length }));
  expect([data.inputs.length, data.inputCount]).toEqual([20, 300]);
});

test('sends fewer files if names are long, and keeps the metadata', () => {
  const long = files(30, index => `${index}${'漢'.repeat(400)}.png`);
  const data = dataOf(job({ result: { files: long, fileCount: 30, engines: [], durationMs: 1 } }));
  expect(data).toMatchObject({
    truncated: true,
    fileCount: 30,
    metadata: { ref: 'A-17' },
    options: { dpi: 72 },
  });
  expect(data.result.files.length).toBeGreaterThan(5);
  expect(data.result.files).toEqual(long.slice(0, data.result.files.length));
});

test('drops huge options before the metadata', () => {
  const data = dataOf(job({ options: { text: 'x'.repeat(30_000) } }));
  expect(data).toMatchObject({
    id: 'job_1',
    truncated: true,
    options: {},
    metadata: { ref: 'A-17' },
    fileCount: 2,
  });
});

test('drops metadata that cannot fit last', () => {
  const metadata = Object.fromEntries(Array.from({ length: 16 }, (_, n) => [`${n}`, '漢'.repeat(512)]));
  expect(dataOf(job({ metadata }))).toMatchObject({ id: 'job_1', metadata: {}, truncated: true });
});

test('sends the first 20 files of all steps of a run', () => {
  const step = (index: number, count: number) => ({
    index,
    name: `step ${index}`,
    jobType: 'pdf-split',
    status: 'completed',
    progress: 100,
    fileCount: count,
    outputs: files(Math.min(count, 20)),
    delivered: Array.from({ length: 20 }, (_, fileIndex) => ({
      fileIndex,
      connection: 'con_1',
      key: `made/${'x'.repeat(500)}-${fileIndex}`,
      at: '2026-11-15T09:00:00.000Z',
    })),
  });
  const run: RecipeRun = {
    id: 'run_1',
    recipeId: 'rcp_1',
    status: 'completed',
    inputArtifactId: 'art_0',
    metadata: {},
    steps: [step(0, 1), step(1, 100)],
    createdAt: '2026-11-15T09:00:00.000Z',
  };
  const data = dataOf(run);
  expect(data.fileCount).toBe(101);
  expect(data.steps.map((each: { outputs: unknown[] }) => each.outputs.length)).toEqual([1, 19]);
  expect(data.steps.map((each: { delivered: unknown[] }) => each.delivered.length)).toEqual([20, 0]);
});
