import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadManifest } from './operator-manifest.ts';
import { describeModels, watchModels } from './watch.ts';

let modelsDir: string;
beforeEach(async () => {
  modelsDir = await mkdtemp(join(tmpdir(), 'filemill-models-'));
});
afterEach(() => rm(modelsDir, { recursive: true, force: true }));

const entry = {
  name: 'restore',
  jobTypes: ['image-upscale'],
  engine: 'upscaler',
  purpose: 'restores photographs',
  licence: 'BSD-3-Clause',
  commercialUse: true,
  source: { files: [{ as: 'x4.onnx' }] },
  settings: { scales: [4] },
};
const writeManifest = (models: unknown) =>
  writeFile(join(modelsDir, 'manifest.json'), JSON.stringify({ models }));
const dropIn = async (name: string, file: string) => {
  await mkdir(join(modelsDir, name), { recursive: true });
  await writeFile(join(modelsDir, name, file), 'weights');
};

test('detects models that are added and removed', async () => {
  const problems: string[] = [];
  const watch = await watchModels({
    modelsDir,
    set: 'default',
    onProblem: problem => problems.push(problem),
    lookSeconds: 0.02,
  });
  let changes = 0;
  watch.onChange(() => changes++);
  const names = () => watch.current().map(model => model.entry.name);
  try {
    expect(names()).toEqual([]);
    await writeManifest([entry]);
    await dropIn('restore', 'x4.onnx');
    await vi.waitFor(() => expect(names()).toEqual(['restore']), 100_000);
    expect(watch.current()[0]).toMatchObject({
      dir: join(modelsDir, 'restore'),
      entry: { settings: { scales: [4] } },
    });
    expect(describeModels(watch.current())).toEqual({
      engines: { 'model:restore': 'own' },
      facts: { 'model:restore': { jobTypes: ['image-upscale'] } },
    });
    await rm(join(modelsDir, 'restore'), { recursive: true });
    await vi.waitFor(() => expect(names()).toEqual([]), 100_000);
    expect(changes).toBe(2);
    expect(problems).toEqual([]);
  } finally {
    watch.close();
  }
});

test('reports an invalid entry once, and loads the others', async () => {
  const problems: string[] = [];
  await dropIn('restore', 'x4.onnx');
  await writeManifest([
    entry,
    { ...entry, name: 'no licence', licence: '' },
    { ...entry, name: 'out', source: { files: [{ as: '../../etc/passwd' }] } },
    null,
  ]);
  const watch = await watchModels({
    modelsDir,
    set: 'default',
    onProblem: problem => problems.push(problem),
    lookSeconds: 0.01,
  });
  watch.close();
  expect(watch.current().map(model => model.entry.name)).toEqual(['restore']);
  const path = join(modelsDir, 'manifest.json');
  expect(problems).toHaveLength(3);
  expect(problems[0]).toContain(`${path}: model no licence: /name must match pattern`);
  expect(problems[1]).toContain(`${path}: model out: /source`);
  expect(problems[2]).toContain(`${path}: entry 3: `);
});

test('reports an unreadable manifest and keeps the built-in models', async () => {
  await writeFile(join(modelsDir, 'manifest.json'), '{ models: ');
  const { models, problems } = await loadManifest(modelsDir);
  expect(models.map(({ name }) => name)).toContain('whisper-base.en');
  expect(problems).toEqual([expect.stringContaining('manifest.json cannot be read: ')]);
});

test('an entry replaces the built-in model of its name, and truncated and excluded models are ignored', async () => {
  const own = {
    ...entry,
    name: 'htdemucs',
    jobTypes: ['stem-separation'],
    engine: 'demucs',
    commercialUse: false,
  };
  const sized = { ...entry, name: 'sized', source: { files: [{ as: 'x4.onnx', size: 8 }] } };
  await writeManifest([own, sized]);
  await dropIn('htdemucs', 'x4.onnx');
  await dropIn('sized', 'x4.onnx');
  const { models } = await loadManifest(modelsDir);
  expect(models.filter(({ name }) => name === 'htdemucs')).toEqual([own]);
  const names = async (set: 'default' | 'permissive') => {
    const watch = await watchModels({ modelsDir, set, onProblem: () => {} });
    watch.close();
    return watch.current().map(model => model.entry.name);
  };
  expect(await names('default')).toEqual(['htdemucs']);
  expect(await names('permissive')).toEqual([]);
});
