import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ConvertProgress, type FileInput, Filemill } from '@filemill/client';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pdf, png } from '../support/samples.ts';
import { startService } from '../support/service.ts';
import { useSharedService } from '../support/use-service.ts';

const service = useSharedService();
let client: Filemill;
let apiKey: string;
let folder: string;
/** The requests to the service, by path. */
let asked: string[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filemill-client-'));
  apiKey = (await service.client()).key!;
  client = new Filemill({
    baseUrl: service.url,
    apiKey,
    fetch: (input, init) => {
      asked.push(`${init?.method} ${new URL(String(input)).pathname.replace('/api/public', '')}`);
      return fetch(input, init);
    },
  });
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

const picture = png(9, 5);

async function expectWebp(bytes: Uint8Array): Promise<void> {
  const { format, width, height } = await sharp(bytes).metadata();
  expect({ format, width, height }).toEqual({ format: 'webp', width: 9, height: 5 });
}

test('a small file is converted in one request, and saveTo overwrites a file only if asked to', async () => {
  const from = join(folder, 'a.png');
  const to = join(folder, 'a.webp');
  await writeFile(from, picture);
  asked = [];
  const result = await client.convert(from, { to: 'webp' });
  expect(asked).toEqual(['POST /convert/webp']);
  expect(await result.saveTo(to)).toEqual([to]);
  await expectWebp(await readFile(to));
  await expect(result.saveTo(to)).rejects.toMatchObject({ code: 'invalid_input' });
  await result.saveTo(to, { overwrite: true });
  expect(await result.saveTo(folder).catch(error => error.code)).toBe('invalid_input');
});

test('bytes, a Blob, a File, a stream and a URL are accepted as input', async () => {
  const from = join(folder, 'b.png');
  await writeFile(from, picture);
  const server = createServer((_request, response) => response.end(picture)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/c.png`;
  const inputs: FileInput[] = [
    picture,
    new Blob([picture]),
    new File([picture], 'd.png'),
    createReadStream(from),
    new Blob([picture]).stream(),
    new URL(address),
    address,
  ];
  for (const input of inputs)
    await expectWebp(await (await client.convert(input, { to: 'webp', filename: 'x.png' })).bytes());
  expect((await client.convert(address, { to: 'webp' })).files[0]!.filename).toBe('c.webp');
  await expect(client.convert(picture, { to: 'webp' })).rejects.toMatchObject({ code: 'invalid_input' });
  server.close();
});

test('progress reports every stage', async () => {
  const reported: ConvertProgress[] = [];
  await client.convert(picture, {
    filename: 'a.png',
    to: 'webp',
    onProgress: progress => reported.push(progress),
  });
  expect(reported[0]).toMatchObject({ stage: 'uploading', loaded: 0, total: picture.length });
  expect(reported.findLast(({ stage }) => stage === 'uploading')).toMatchObject({ loaded: picture.length });
  expect(reported.at(-1)).toMatchObject({ stage: 'processing', progress: 100 });
});

test('a large file is uploaded in parts over a failing connection, and gets the same job type', async () => {
  // Enough noise that the file stays large.
  const { data } = await sharp({
    create: {
      width: 2000,
      height: 2000,
      channels: 3,
      background: 'black',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png({ compressionLevel: 0 })
    .toBuffer({ resolveWithObject: true });
  expect(data.length).toBeGreaterThan(8 * 1024 * 1024);
  let pieces = 0;
  const breaking = new Filemill({
    baseUrl: service.url,
    apiKey,
    retry: { firstDelayMs: 1 },
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      if (init?.method !== 'PATCH') return response;
      pieces += 1;
      // The request arrived, but the response was lost.
      if (pieces % 3 === 2) throw new TypeError('fetch failed');
      return response;
    },
  });
  const loaded: number[] = [];
  const result = await breaking.convert(data, {
    filename: 'noise.png',
    to: 'jpg',
    metadata: { ref: 'A-17' },
    onProgress: progress => progress.stage === 'uploading' && loaded.push(progress.loaded),
  });
  expect(pieces).toBeGreaterThan(4);
  expect(loaded.length).toBeGreaterThan(4);
  expect(loaded.at(-1)).toBe(data.length);
  expect(result.job).toMatchObject({ type: 'image-convert', metadata: { ref: 'A-17' } });
  expect(await sharp(await result.bytes()).metadata()).toMatchObject({ format: 'jpeg', width: 2000 });
});

test('an interrupted upload is resumed from its URL', async () => {
  const job = await client.jobs.create({
    type: 'image-convert',
    filename: 'a.png',
    fileSize: picture.length,
    contentType: 'image/png',
    options: { outputFormat: 'webp' },
  });
  const half = await fetch(job.uploadUrl!, {
    method: 'PATCH',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
    body: picture.subarray(0, 40),
  });
  expect(half.status).toBe(204);
  const loaded: number[] = [];
  await client.upload(job.uploadUrl!, new Blob([picture]), {
    resume: true,
    onProgress: progress => loaded.push(progress.loaded),
  });
  expect(loaded).toEqual([40, picture.length]);
  await client.jobs.start(job.id);
  await expectWebp(await (await client.jobs.download(await client.jobs.waitForResult(job.id))).bytes());
});

test('PDFs are merged in order; several outputs go into a folder or a ZIP', async () => {
  const merged = await client.merge([
    new File([pdf(['one'])], 'a.pdf'),
    new File([pdf(['two', 'three'])], 'b.pdf'),
  ]);
  const bytes = await merged.bytes();
  const split = await client.convert(bytes, {
    filename: 'm.pdf',
    type: 'pdf-split',
    options: { mode: 'every', every: 1 },
  });
  expect(split.fileCount).toBe(3);
  const saved = await split.saveTo(folder);
  expect(saved).toHaveLength(3);
  const text = await client.convert(saved[2]!, { to: 'txt' });
  expect((await text.text()).trim()).toBe('three');
  const zip = await (await split.archive()).bytes();
  expect(Buffer.from(zip.subarray(0, 4)).toString('latin1')).toBe('PK\x03\x04');
});

test('aborting ends the wait and cancels the job', async () => {
  const idle = await startService('api');
  try {
    const waiting = new Filemill({ baseUrl: idle.url, apiKey: (await idle.client()).key! });
    const abort = new AbortController();
    const conversion = waiting.convert(picture, {
      filename: 'a.png',
      to: 'webp',
      signal: abort.signal,
      onProgress: ({ stage }) => stage === 'queued' && abort.abort(),
    });
    await expect(conversion).rejects.toMatchObject({ name: 'AbortError' });
    expect((await waiting.jobs.list()).jobs).toMatchObject([{ status: 'canceled' }]);
  } finally {
    await idle.stop();
  }
});

test('a recipe runs on a file, then on the stored one', async () => {
  const { id } = await client.recipes.create({
    name: 'small grey',
    description: '',
    steps: [
      { name: 'small', jobType: 'image-resize', options: { width: 4 } },
      { name: 'webp', jobType: 'image-convert', options: { outputFormat: 'webp' } },
    ],
  });
  const reported: ConvertProgress[] = [];
  const result = await client.run(id, new File([picture], 'a.png'), {
    onProgress: progress => reported.push(progress),
  });
  expect(reported.at(-1)!.stage).not.toBe('uploading');
  expect(await sharp(await result.bytes()).metadata()).toMatchObject({ format: 'webp', width: 4 });
  const again = await client.run(id, { artifactId: result.run!.inputArtifactId });
  expect(again.run!.id).not.toBe(result.run!.id);
  expect(await again.bytes()).toEqual(await result.bytes());
});
