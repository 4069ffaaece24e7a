import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateMultipartUploadCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isMissing } from '../../../tests/support/needs.ts';
import { type FaultyProxy, startFaultyProxy } from '../../../tests/support/servers/faulty-proxy.ts';
import { type Swift, startSwift, withoutSwift } from '../../../tests/support/swift/swift.ts';
import { readS3Address } from '../../settings/s3-address.ts';
import { type Storage, StoreUnavailable } from '../storage.ts';
import { collect, storageSuite, whole } from '../testsuite.ts';
import { presign } from './presign.ts';
import { openS3Storage } from './s3.ts';
import { gatherParts } from './write.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

test('signs URLs like the SDK’s presigner', async () => {
  const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret/+=', sessionToken: 'token/+=' };
  const client = new S3Client({
    region: 'eu-north-1',
    endpoint: 'https://store.example.com:9443',
    forcePathStyle: true,
    credentials,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const now = Date.parse('2026-11-16T08:00:00Z');
  const object = { Bucket: 'files', Key: 'a/b-c_d.1' };
  const disposition = `attachment; filename="k_se (1)!'*.csv"; filename*=UTF-8''k%C3%A4se.csv`;
  const url = new URL('https://store.example.com:9443/files/a/b-c_d.1');
  const theirs = [
    await getSignedUrl(client, new GetObjectCommand({ ...object, ResponseContentDisposition: disposition }), {
      expiresIn: 600,
      signingDate: new Date(now),
    }),
    await getSignedUrl(
      client,
      new PutObjectCommand({ ...object, ContentType: 'text/csv; charset=utf-8', ContentLength: 17 }),
      {
        expiresIn: 3600,
        signingDate: new Date(now),
        signableHeaders: new Set(['host', 'content-type', 'content-length']),
      },
    ),
  ];
  const common = { url, region: 'eu-north-1', now };
  const ours = [
    presign(
      {
        ...common,
        method: 'GET',
        headers: {},
        query: { 'x-id': 'GetObject', 'response-content-disposition': disposition },
        seconds: 600,
      },
      credentials,
    ),
    presign(
      {
        ...common,
        method: 'PUT',
        headers: { 'content-type': 'text/csv; charset=utf-8', 'content-length': '17' },
        query: { 'x-id': 'PutObject' },
        seconds: 3600,
      },
      credentials,
    ),
  ];
  const parts = (text: string) => {
    const { origin, pathname, searchParams } = new URL(text);
    return { origin, pathname, query: Object.fromEntries(searchParams) };
  };
  expect(ours.map(parts)).toEqual(theirs.map(parts));
});

test('parts have equal size except the last, whatever the chunks', async () => {
  const bytes = randomBytes(1000);
  const chunks = [bytes.subarray(0, 1), bytes.subarray(1, 1), bytes.subarray(1, 750), bytes.subarray(750)];
  const gather = async (source: Uint8Array[], size: number) => {
    const parts: Buffer[] = [];
    for await (const part of gatherParts(source, size)) parts.push(part);
    return parts;
  };
  const parts = await gather(chunks, 100);
  expect(parts.map(part => part.length)).toEqual(Array(10).fill(100));
  expect(Buffer.concat(parts).equals(bytes)).toBe(true);
  expect((await gather(chunks, 300)).map(part => part.length)).toEqual([300, 300, 300, 100]);
  expect((await gather([], 300)).map(part => part.length)).toEqual([0]);
});

const title = withoutSwift ? ` (skipped: ${withoutSwift})` : '';
describe.skipIf(isMissing(!withoutSwift))(`S3 storage${title}`, () => {
  let swift: Swift;
  let proxy: FaultyProxy;
  let storage: Storage;
  let outside: string;
  beforeAll(async () => {
    swift = await startSwift();
    proxy = await startFaultyProxy(swift.endpoint);
    storage = await openS3Storage(readS3Address(await swift.bucket('own', proxy.url), undefined), 'direct');
    outside = await mkdtemp(join(tmpdir(), 'filemill-s3-'));
  });
  afterAll(async () => {
    proxy?.stop();
    await swift?.stop();
    await rm(outside, { recursive: true, force: true });
  });

  storageSuite('S3', async () =>
    openS3Storage(readS3Address(await swift.bucket('suite'), undefined), 'proxy'),
  );

  test('uploads a large file in parts, and leaves nothing of an interrupted one', async () => {
    const bytes = randomBytes(17 * 1024 * 1024);
    const path = join(outside, 'large');
    await writeFile(path, bytes);
    const stored = { size: bytes.length, sha256: sha256(bytes) };
    expect(await storage.take('outputs/large', path, true)).toEqual(stored);
    expect(await storage.copyTo('outputs/large', path)).toEqual(stored);
    expect(sha256(await readFile(path))).toBe(stored.sha256);
    async function* breakingOff(): AsyncIterable<Uint8Array> {
      yield bytes;
      throw new Error('the line went dead');
    }
    await expect(storage.write('outputs/broken', breakingOff())).rejects.toThrow('the line went dead');
    await storage.remove('outputs/large');
    expect(await collect(storage.list())).toEqual([]);
  });

  test('lists and aborts a multipart upload left by a crash', async () => {
    const object = { Bucket: 'own', Key: 'files/outputs/left' };
    const { UploadId } = await swift.client.send(new CreateMultipartUploadCommand(object));
    await swift.client.send(
      new UploadPartCommand({ ...object, UploadId, PartNumber: 1, Body: Buffer.alloc(100) }),
    );
    const [left, ...more] = await collect(storage.list());
    expect(left!.key).toMatch(/^tmp\/[0-9a-f]{32}$/);
    expect(more).toEqual([]);
    await storage.remove(left!.key);
    expect(await collect(storage.list())).toEqual([]);
  });

  test('a pinned upload does not change, whatever is sent later', async () => {
    const direct = storage.direct!;
    const upload = {
      contentType: 'text/plain',
      size: 5,
      now: Date.now(),
      expiresAt: new Date(Date.now() + 60_000),
    };
    const { url, headers } = direct.uploadUrl('job/0', upload)!;
    const put = async (body: string) => (await fetch(url, { method: 'PUT', body, headers })).status;
    expect(await direct.arrived('job/0')).toBeUndefined();
    expect(await put('first')).toBe(200);
    expect(await direct.arrived('job/0')).toBe(5);
    await direct.pin('job/0', 'inputs/pinned');
    expect(await put('later')).toBe(200);
    expect(String(await whole(storage.read('inputs/pinned')))).toBe('first');
    expect(await collect(storage.partial.list())).toMatchObject([{ key: 'job/0' }]);
    await storage.partial.discard('job/0');
    expect(await direct.arrived('job/0')).toBeUndefined();
    expect(direct.uploadUrl('job/0', { ...upload, size: 6 * 1024 ** 3 })).toBeUndefined();
    await storage.remove('inputs/pinned');
  });

  test('a signed URL works for one key, method, size and type, and only until it expires', async () => {
    const direct = storage.direct!;
    const now = Date.now();
    const upload = { contentType: 'text/plain', size: 5, now, expiresAt: new Date(now + 60_000) };
    const { url, headers } = direct.uploadUrl('signed/0', upload)!;
    const send = async (to: string, method: string, body?: string, more: Record<string, string> = {}) => {
      const response = await fetch(to, { method, ...(body && { body }), headers: { ...headers, ...more } });
      await response.body?.cancel();
      return response.status;
    };
    const change = (name: string, value: string): string => {
      const changed = new URL(url);
      changed.searchParams.set(name, value);
      return changed.href;
    };
    const early = { ...upload, now: now - 120_000, expiresAt: new Date(now - 60_000) };
    await storage.write('outputs/other', [Buffer.from('of somebody else')]);
    const lastMoment = `${new Date(now).toISOString().slice(0, 10).replaceAll('-', '')}T235959Z`;
    const refused = [
      ['another key', send(url.replace('signed/0', 'signed/1'), 'PUT', 'first')],
      ['a stored file', send(url.replace('sent/signed/0', 'files/outputs/other'), 'PUT', 'first')],
      ['more bytes', send(url, 'PUT', 'first!')],
      ['fewer bytes', send(url, 'PUT', 'firs')],
      ['another type', send(url, 'PUT', 'first', { 'content-type': 'text/html' })],
      ['a read', send(url, 'GET')],
      ['a deletion', send(url, 'DELETE')],
      ['a longer life', send(change('X-Amz-Expires', '604800'), 'PUT', 'first')],
      ['a later date', send(change('X-Amz-Date', lastMoment), 'PUT', 'first')],
      ['fewer signed headers', send(change('X-Amz-SignedHeaders', 'host'), 'PUT', 'first')],
      ['an expired address', send(direct.uploadUrl('signed/0', early)!.url, 'PUT', 'first')],
    ] as const;
    for (const [what, status] of refused) expect([what, await status]).toEqual([what, 403]);
    expect(await direct.arrived('signed/0')).toBeUndefined();
    expect(String(await whole(storage.read('outputs/other')))).toBe('of somebody else');
    // The URL must not allow copying another object instead of the bytes sent.
    await send(url, 'PUT', 'first', { 'x-amz-copy-source': '/own/files/outputs/other' });
    const size = await direct.arrived('signed/0');
    expect(size === undefined || size === 5).toBe(true);

    const download = { contentType: 'text/plain', contentDisposition: 'attachment', now };
    const expiresAt = new Date(now + 60_000);
    const link = direct.downloadUrl('outputs/other', { ...download, expiresAt });
    expect(await (await fetch(link)).text()).toBe('of somebody else');
    const inline = new URL(link);
    inline.searchParams.set('response-content-type', 'text/html');
    const late = direct.downloadUrl('outputs/other', { ...download, ...early });
    for (const address of [inline.href, late, link.replace('outputs/other', 'outputs/another')])
      expect((await fetch(address)).status).toBe(403);
    await storage.partial.discard('signed/0');
    await storage.remove('outputs/other');
  });

  describe('while the store fails', () => {
    const bytes = randomBytes(900_000);

    test('retries requests answered with an error', async () => {
      let failures = 0;
      proxy.fault = () => (failures++ % 2 === 0 ? { status: 503 } : undefined);
      await storage.write('inputs/kept', [bytes]);
      expect(sha256(await whole(storage.read('inputs/kept')))).toBe(sha256(bytes));
      expect(failures).toBe(4);
      proxy.fault = undefined;
    });

    test('resumes reading a truncated body', async () => {
      const ranges: (string | undefined)[] = [];
      proxy.fault = ({ headers }) => {
        ranges.push(headers.range);
        return ranges.length < 3 ? { cutAfter: 300_000 } : undefined;
      };
      expect(sha256(await whole(storage.read('inputs/kept')))).toBe(sha256(bytes));
      expect(ranges.length).toBeGreaterThanOrEqual(3);
      expect(ranges.slice(1).every(range => range?.endsWith('-899999'))).toBe(true);
      proxy.fault = undefined;
    });

    test('reports a store that does not answer as unavailable, and no file as missing', async () => {
      proxy.fault = () => 'refuse';
      await expect(storage.size('inputs/kept')).rejects.toBeInstanceOf(StoreUnavailable);
      await expect(storage.read('inputs/kept')).rejects.toBeInstanceOf(StoreUnavailable);
      await expect(storage.check()).rejects.toBeInstanceOf(StoreUnavailable);
      proxy.fault = undefined;
      expect(await storage.size('inputs/kept')).toBe(bytes.length);
    });
  });
});
