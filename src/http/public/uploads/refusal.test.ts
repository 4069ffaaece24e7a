import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { begin, send, until } from '../../../../tests/support/sending.ts';
import {
  makePngBytes,
  openTransfers,
  pendingPng,
  png,
  sha256,
  type Transfers,
} from '../../../../tests/support/transfers.ts';

let transfers: Transfers;
beforeAll(async () => {
  transfers = await openTransfers();
});
afterAll(() => transfers.stop());

const open = (bytes: Uint8Array) => pendingPng(transfers, bytes);

async function expectNothing(id: string): Promise<void> {
  await until(async () => !(await transfers.state(id)).inFlight, 'the end of the lease');
  expect(await transfers.state(id)).toMatchObject({ status: 'pending', uploaded: false, artifactId: null });
  await until(async () => (await transfers.filesOf(id)).length === 0, 'the removal of what was refused');
  await until(
    async () => (await transfers.files()).every(key => !key.startsWith('tmp/')),
    'the removal of the half file',
  );
}

describe('the declared size is binding', () => {
  const bytes = makePngBytes(100_000);
  const chunked = async (url: string, ...pieces: Uint8Array[]) => {
    const sending = begin('PUT', url, { 'transfer-encoding': 'chunked' });
    for (const piece of pieces) sending.request.write(piece);
    sending.request.end();
    return sending.answer;
  };

  test('more bytes by Content-Length return 413 with the limit', async () => {
    const { id, url } = await open(bytes);
    const { status, body } = await send('PUT', url, Buffer.concat([bytes, bytes]));
    expect([status, body.code, body.limit]).toEqual([413, 'file_too_large', bytes.length]);
    await expectNothing(id);
  });

  test('more bytes as they arrive return 413 before the sender is done', async () => {
    const { id, url } = await open(bytes);
    const sending = begin('PUT', url, { 'transfer-encoding': 'chunked' });
    sending.request.write(bytes);
    sending.request.write('x');
    const { status, body } = await sending.answer;
    expect([status, body.code, body.limit]).toEqual([413, 'file_too_large', bytes.length]);
    sending.request.end();
    await expectNothing(id);
  });

  test('fewer bytes by Content-Length return 400', async () => {
    const { id, url } = await open(bytes);
    const { status, body } = await send('PUT', url, bytes.subarray(1));
    expect([status, body.code]).toEqual([400, 'validation_failed']);
    expect(body.message).toBe(
      'This input was declared with 100000 bytes, but only 99999 were sent. Send the whole file, or create the job again with the real `fileSize`.',
    );
    await expectNothing(id);
  });

  test('fewer bytes as they arrive return 400', async () => {
    const { id, url } = await open(bytes);
    const { status, body } = await chunked(url, bytes.subarray(0, 60_000));
    expect([status, body.code]).toEqual([400, 'validation_failed']);
    await expectNothing(id);
  });

  test('no body returns 400', async () => {
    const { id, url } = await open(bytes);
    expect((await send('PUT', url)).status).toBe(400);
    await expectNothing(id);
  });

  test('the exact size without Content-Length is accepted', async () => {
    const { id, url } = await open(bytes);
    expect((await chunked(url, bytes.subarray(0, 1), bytes.subarray(1))).body).toMatchObject({
      sha256: sha256(bytes),
    });
    expect((await transfers.state(id)).uploaded).toBe(true);
  });
});

describe('the declared type is binding', () => {
  const bytes = makePngBytes(100_000);

  test.each(['image/png', 'Image/PNG; charset=binary', ''])('Content-Type %j is accepted', async type => {
    const { url } = await open(bytes);
    expect((await send('PUT', url, bytes, { 'content-type': type })).status).toBe(200);
  });

  test.each(['image/jpeg', 'application/octet-stream', 'application/json', 'nonsense'])(
    'Content-Type %s is refused',
    async type => {
      const { id, url } = await open(bytes);
      const { status, body } = await send('PUT', url, bytes, { 'content-type': type });
      expect([status, body.code]).toEqual([400, 'invalid_file_type']);
      await expectNothing(id);
    },
  );

  test.each([
    ['small', 500],
    ['large', 2_000_000],
  ])('a %s file with other content is refused and not kept', async (_, size) => {
    const jpeg = randomBytes(size);
    jpeg.write('\xff\xd8\xff\xe0', 'latin1');
    const { id, url } = await open(jpeg);
    const { status, body } = await send('PUT', url, jpeg);
    expect([status, body.code]).toEqual([400, 'invalid_file_type']);
    expect(body.message).toBe(
      'The content of this file (JPEG image) does not match its declared format (PNG image).',
    );
    await expectNothing(id);
  });

  test('a refused replacement leaves the input unchanged', async () => {
    const { id, url } = await open(bytes);
    await send('PUT', url, bytes);
    const before = await transfers.state(id);
    expect((await send('PUT', url, Buffer.alloc(bytes.length, 'x'))).status).toBe(400);
    expect((await send('PUT', url, bytes.subarray(1))).status).toBe(400);
    expect(await transfers.state(id)).toMatchObject({
      uploaded: true,
      inFlight: false,
      artifactId: before.artifactId,
    });
    expect(await transfers.filesOf(id)).toHaveLength(1);
  });
});

describe('only a pending job accepts uploads', () => {
  const bytes = makePngBytes(1000);
  const set = (id: string, change: Record<string, unknown>) =>
    transfers.db
      .updateTable('jobs')
      .set(change as never)
      .where('id', '=', id)
      .execute();

  test.each(['queued', 'processing', 'completed', 'failed', 'canceled', 'expired'])(
    'a %s job returns 400',
    async status => {
      const { id, url } = await open(bytes);
      await set(id, { status });
      const answer = await send('PUT', url, bytes);
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid_state']);
      expect(await transfers.filesOf(id)).toEqual([]);
    },
  );

  test('a job past its expiry but not yet marked returns 400', async () => {
    const { id, url } = await open(bytes);
    await set(id, { expires_at: new Date(Date.now() - 1000) });
    expect((await send('PUT', url, bytes)).body.code).toBe('invalid_state');
  });

  test('an erased or unknown job, another index and a recipe step return 404', async () => {
    const erased = await open(bytes);
    await set(erased.id, { deleted_at: new Date() });
    const recipe = await transfers.job([png(bytes)], 'recipe');
    const addresses = [
      erased.url,
      transfers.uploadUrl('job_00000000000000000000000000', png(bytes)),
      transfers.uploadUrl(recipe, png(bytes)),
      transfers.uploadUrl((await open(bytes)).id, png(bytes), 1),
    ];
    for (const url of addresses) {
      const { status, body } = await send('PUT', url, bytes);
      expect([status, body.code]).toEqual([404, 'job_not_found']);
    }
  });

  test.each([
    ['started', { status: 'queued' }, 400, 'invalid_state'],
    ['canceled', { status: 'canceled' }, 400, 'invalid_state'],
    ['erased', { deleted_at: new Date() }, 404, 'job_not_found'],
  ])(
    'a job %s during the upload refuses it at the end, and keeps nothing',
    async (_, change, status, code) => {
      const { id, url } = await open(bytes);
      const sending = begin('PUT', url, { 'content-length': bytes.length });
      sending.request.write(bytes.subarray(0, 500));
      await until(async () => (await transfers.state(id)).inFlight, 'a lease');
      await set(id, change);
      sending.request.end(bytes.subarray(500));
      const answer = await sending.answer;
      expect([answer.status, answer.body.code]).toEqual([status, code]);
      await until(async () => (await transfers.filesOf(id)).length === 0, 'the removal of what was refused');
      expect((await transfers.state(id)).uploaded).toBe(false);
    },
  );
});

test.each([
  ['before its bytes are read', 'canceled', 'invalid_state'],
  ['for its first bytes', 'pending', 'invalid_file_type'],
])('a slow sender refused %s can reuse its connection for the next request', async (_, status, code) => {
  const size = 500_000;
  const wrong = Buffer.alloc(size, 'x');
  const { id, url } = await open(wrong);
  const next = await open(makePngBytes(1000));
  await sql`update jobs set status = ${status} where id = ${id}`.execute(transfers.db);
  const { hostname, port, pathname, search } = new URL(url);
  const line = connect(Number(port), hostname).on('error', () => {});
  const received: Buffer[] = [];
  line.on('data', chunk => received.push(chunk));
  const waitForText = (text: string) => until(() => Buffer.concat(received).includes(text), text);
  line.write(`PUT ${pathname}${search} HTTP/1.1\r\nhost: a\r\ncontent-length: ${size}\r\n\r\n`);
  line.write(wrong.subarray(0, 100_000));
  await waitForText(code);
  line.write(wrong.subarray(100_000));
  const after = new URL(next.url);
  line.write(`HEAD ${after.pathname}${after.search} HTTP/1.1\r\nhost: a\r\ntus-resumable: 1.0.0\r\n\r\n`);
  await waitForText('upload-length: 1000');
  line.destroy();
});

describe('a sender that is still sending 50 MB receives the refusal', () => {
  const large = Buffer.alloc(50_000_000, 'x');
  const small = { filename: 'a.png', contentType: 'image/png', size: 1000 };
  const wrong = { filename: 'a.png', contentType: 'image/png', size: large.length };

  test.each([
    ['too large by its header', small, { 'content-length': large.length }, 413],
    ['too large as it arrives', small, { 'transfer-encoding': 'chunked' }, 413],
    ['of another format', wrong, { 'content-length': large.length }, 400],
  ])('with node:http if the file is %s, and reuses the connection', async (_, input, headers, status) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const put = (url: string, body: Uint8Array, extra: Record<string, string | number>) =>
      new Promise<number>((resolve, reject) => {
        const sending = httpRequest(url, { method: 'PUT', agent, headers: extra }, response => {
          response.resume();
          response.on('end', () => resolve(response.statusCode!));
        });
        sending.on('error', reject);
        sending.end(body);
      });
    const id = await transfers.job([input]);
    const bytes = makePngBytes(1000);
    const next = await open(bytes);
    expect(await put(transfers.uploadUrl(id, input), large, headers)).toBe(status);
    expect(await put(next.url, bytes, {})).toBe(200);
    agent.destroy();
    await expectNothing(id);
  });

  test.each([
    ['too large', small, 413],
    ['of another format', wrong, 400],
  ])('with curl if the file is %s', async (_, input, status) => {
    const file = join(transfers.storageDir, 'large.bin');
    await writeFile(file, large);
    const id = await transfers.job([input]);
    const { stdout } = await promisify(execFile)('curl', [
      '-sS',
      '-w',
      '\n%{http_code}',
      '-T',
      file,
      transfers.uploadUrl(id, input),
    ]);
    const [body, code] = stdout.trim().split('\n');
    expect(Number(code)).toBe(status);
    expect(JSON.parse(body!).requestId).toEqual(expect.any(String));
    await expectNothing(id);
  });
});
