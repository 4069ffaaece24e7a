import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { Agent, request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { begin, send, until } from '../../../../tests/support/sending.ts';
import { openTransfers, type Transfers } from '../../../../tests/support/transfers.ts';

let transfers: Transfers;
beforeAll(async () => {
  transfers = await openTransfers();
});
afterAll(() => transfers.stop());

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const pngOf = (size: number): Buffer => {
  const bytes = randomBytes(size);
  bytes.write('\x89PNG\r\n\x1a\n', 'latin1');
  return bytes;
};
const declared = (bytes: Uint8Array) => ({ filename: 'a.png', contentType: 'image/png', size: bytes.length });

/** A pending job for these bytes, and the address to send them to. */
async function open(bytes: Uint8Array): Promise<{ id: string; url: string }> {
  const id = await transfers.job([declared(bytes)]);
  return { id, url: transfers.uploadUrl(id, declared(bytes)) };
}

const filesOf = async (id: string): Promise<string[]> =>
  (await transfers.files()).filter(key => key.includes(id));

async function expectNothing(id: string): Promise<void> {
  await until(async () => !(await transfers.state(id)).inFlight, 'the end of the lease');
  expect(await transfers.state(id)).toMatchObject({ status: 'pending', uploaded: false, artifactId: null });
  await until(async () => (await filesOf(id)).length === 0, 'the removal of what was refused');
  expect((await transfers.files()).filter(key => key.startsWith('tmp/'))).toEqual([]);
}

test('keeps the bytes and names them as the job’s input', async () => {
  const bytes = pngOf(300_000);
  const { id, url } = await open(bytes);
  const { status, body } = await send('PUT', url, bytes, { 'content-type': 'image/png' });
  expect([status, body]).toEqual([200, { index: 0, size: bytes.length, sha256: sha256(bytes) }]);
  const state = await transfers.state(id);
  expect(state).toMatchObject({ status: 'pending', uploaded: true, inFlight: false, sha256: sha256(bytes) });
  const artifact = await transfers.db
    .selectFrom('artifacts')
    .selectAll()
    .where('job_id', '=', id)
    .executeTakeFirstOrThrow();
  const job = await transfers.db
    .selectFrom('jobs')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(artifact).toMatchObject({
    id: state.artifactId,
    workspace_id: job.workspace_id,
    role: 'input',
    index: 0,
    filename: 'a.png',
    content_type: 'image/png',
    format: 'png',
    size: bytes.length,
    expires_at: job.expires_at,
  });
  expect(await filesOf(id)).toEqual([artifact.storage_key]);
});

test('a job reads as being uploaded to while the bytes flow, and its watchers are told', async () => {
  const bytes = pngOf(200_000);
  const { id, url } = await open(bytes);
  const before = await transfers.state(id);
  const sending = begin('PUT', url, { 'content-length': bytes.length });
  sending.request.write(bytes.subarray(0, 100_000));
  await until(async () => (await transfers.state(id)).inFlight, 'a lease');
  const during = await transfers.state(id);
  expect(during.version).toBeGreaterThan(before.version);
  expect(during.uploaded).toBe(false);
  sending.request.end(bytes.subarray(100_000));
  expect((await sending.answer).status).toBe(200);
  const after = await transfers.state(id);
  expect(after.inFlight).toBe(false);
  expect(after.version).toBeGreaterThan(during.version);
});

test('repeating it replaces the input and leaves one file', async () => {
  const [first, second] = [pngOf(50_000), pngOf(50_000)];
  const { id, url } = await open(first);
  await send('PUT', url, first);
  const { artifactId } = await transfers.state(id);
  expect((await send('PUT', url, second)).body.sha256).toBe(sha256(second));
  const state = await transfers.state(id);
  expect(state).toMatchObject({ uploaded: true, sha256: sha256(second) });
  expect(state.artifactId).not.toBe(artifactId);
  await until(async () => (await filesOf(id)).length === 1, 'the removal of the first');
  const rows = await transfers.db.selectFrom('artifacts').select('id').where('job_id', '=', id).execute();
  expect(rows).toEqual([{ id: state.artifactId }]);
});

test('many at once leave one of them, whole', async () => {
  const versions = Array.from({ length: 8 }, () => pngOf(120_000));
  const { id, url } = await open(versions[0]!);
  const answers = await Promise.all(versions.map(bytes => send('PUT', url, bytes)));
  expect(answers.map(answer => answer.status)).toEqual(Array(8).fill(200));
  const state = await transfers.state(id);
  expect(state.inFlight).toBe(false);
  expect(versions.map(sha256)).toContain(state.sha256);
  await until(async () => (await filesOf(id)).length === 1, 'the removal of the others');
  const { storage_key } = await transfers.db
    .selectFrom('artifacts')
    .select('storage_key')
    .where('id', '=', state.artifactId!)
    .executeTakeFirstOrThrow();
  expect(sha256(await buffer(await transfers.storage.read(storage_key)))).toBe(state.sha256);
});

describe('the declared size binds', () => {
  const bytes = pngOf(100_000);
  const chunked = async (url: string, ...pieces: Uint8Array[]) => {
    const sending = begin('PUT', url, { 'transfer-encoding': 'chunked' });
    for (const piece of pieces) sending.request.write(piece);
    sending.request.end();
    return sending.answer;
  };

  test('more bytes, by the header: 413 with the limit', async () => {
    const { id, url } = await open(bytes);
    const { status, body } = await send('PUT', url, Buffer.concat([bytes, bytes]));
    expect([status, body.code, body.limit]).toEqual([413, 'file_too_large', bytes.length]);
    await expectNothing(id);
  });

  test('more bytes, as they come: 413 at once, before the sender is done', async () => {
    const { id, url } = await open(bytes);
    const sending = begin('PUT', url, { 'transfer-encoding': 'chunked' });
    sending.request.write(bytes);
    sending.request.write('x');
    const { status, body } = await sending.answer;
    expect([status, body.code, body.limit]).toEqual([413, 'file_too_large', bytes.length]);
    sending.request.end();
    await expectNothing(id);
  });

  test('fewer bytes, by the header: 400', async () => {
    const { id, url } = await open(bytes);
    const { status, body } = await send('PUT', url, bytes.subarray(1));
    expect([status, body.code]).toEqual([400, 'validation_failed']);
    expect(body.message).toBe('This input was declared with 100000 bytes; only 99999 were sent.');
    await expectNothing(id);
  });

  test('fewer bytes, as they come: 400', async () => {
    const { id, url } = await open(bytes);
    const { status, body } = await chunked(url, bytes.subarray(0, 60_000));
    expect([status, body.code]).toEqual([400, 'validation_failed']);
    await expectNothing(id);
  });

  test('no body at all: 400', async () => {
    const { id, url } = await open(bytes);
    expect((await send('PUT', url)).status).toBe(400);
    await expectNothing(id);
  });

  test('the same number without a header: kept', async () => {
    const { id, url } = await open(bytes);
    expect((await chunked(url, bytes.subarray(0, 1), bytes.subarray(1))).body).toMatchObject({
      sha256: sha256(bytes),
    });
    expect((await transfers.state(id)).uploaded).toBe(true);
  });
});

describe('the declared type binds', () => {
  const bytes = pngOf(100_000);

  test.each(['image/png', 'Image/PNG; charset=binary', ''])('Content-Type %j is taken', async type => {
    const { url } = await open(bytes);
    expect((await send('PUT', url, bytes, type === '' ? {} : { 'content-type': type })).status).toBe(200);
  });

  test.each(['image/jpeg', 'application/octet-stream', 'application/json', 'nonsense'])(
    '%s is not',
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
  ])('%s bytes that are something else are refused and not kept', async (_, size) => {
    const jpeg = randomBytes(size);
    jpeg.write('\xff\xd8\xff\xe0', 'latin1');
    const { id, url } = await open(jpeg);
    const { status, body } = await send('PUT', url, jpeg);
    expect([status, body.code]).toEqual([400, 'invalid_file_type']);
    await expectNothing(id);
  });

  test('a refused replacement leaves the input as it was', async () => {
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
    expect(await filesOf(id)).toHaveLength(1);
  });
});

describe('only a job that waits takes uploads', () => {
  const bytes = pngOf(1000);
  const set = (id: string, change: Record<string, unknown>) =>
    transfers.db
      .updateTable('jobs')
      .set(change as never)
      .where('id', '=', id)
      .execute();

  test.each(['queued', 'processing', 'completed', 'failed', 'canceled', 'expired'])(
    '%s: 400',
    async status => {
      const { id, url } = await open(bytes);
      await set(id, { status });
      const answer = await send('PUT', url, bytes);
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid_state']);
      expect(await filesOf(id)).toEqual([]);
    },
  );

  test('past its time, though not yet marked expired: 400', async () => {
    const { id, url } = await open(bytes);
    await set(id, { expires_at: new Date(Date.now() - 1000) });
    expect((await send('PUT', url, bytes)).body.code).toBe('invalid_state');
  });

  test('erased, unknown, another index or a step of a recipe: 404', async () => {
    const erased = await open(bytes);
    await set(erased.id, { deleted_at: new Date() });
    const recipe = await transfers.job([declared(bytes)], 'recipe');
    const addresses = [
      erased.url,
      transfers.uploadUrl('job_00000000000000000000000000', declared(bytes)),
      transfers.uploadUrl(recipe, declared(bytes)),
      transfers.uploadUrl((await open(bytes)).id, declared(bytes), 1),
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
  ])('%s while the bytes flow: refused at the end, nothing kept', async (_, change, status, code) => {
    const { id, url } = await open(bytes);
    const sending = begin('PUT', url, { 'content-length': bytes.length });
    sending.request.write(bytes.subarray(0, 500));
    await until(async () => (await transfers.state(id)).inFlight, 'a lease');
    await set(id, change);
    sending.request.end(bytes.subarray(500));
    const answer = await sending.answer;
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    await until(async () => (await filesOf(id)).length === 0, 'the removal of what was refused');
    expect((await transfers.state(id)).uploaded).toBe(false);
  });
});

describe('the address', () => {
  const bytes = pngOf(1000);

  test('tampered with or expired: one and the same 403, whatever the job', async () => {
    const { id, url } = await open(bytes);
    const expired = transfers.uploadUrl(id, declared(bytes), 0, new Date(Date.now() - 1000));
    const unsigned = url.replace(/&signature=.*/, '');
    for (const wrong of [
      expired,
      unsigned,
      `${url}x`,
      `${url}&a=1`,
      url.replace('size=1000', 'size=1001'),
      url.replace('/0?', '/1?'),
      url.replace('/0?', '/0/?'),
    ]) {
      const { status, body } = await send('PUT', wrong, bytes);
      expect(status).toBe(403);
      expect(body).toEqual({
        error: 'Invalid signature',
        code: 'invalid_signature',
        requestId: expect.any(String),
      });
    }
    expect(await filesOf(id)).toEqual([]);
  });

  test('is good for an upload that begins before it expires', async () => {
    const { id } = await open(bytes);
    const expiresAt = new Date(Math.ceil(Date.now() / 1000 + 1) * 1000);
    const sending = begin('PUT', transfers.uploadUrl(id, declared(bytes), 0, expiresAt), {
      'content-length': bytes.length,
    });
    sending.request.write(bytes.subarray(0, 500));
    await pause(expiresAt.getTime() - Date.now() + 50);
    sending.request.end(bytes.subarray(500));
    expect((await sending.answer).status).toBe(200);
  });

  test.each(['GET', 'DELETE', 'POST'])('takes no %s', async method => {
    const { url } = await open(bytes);
    const { status, body, headers } = await send(method, url);
    expect([status, body.code]).toEqual([405, 'method_not_allowed']);
    expect(headers.allow).toContain('PUT');
  });
});

test('a connection that breaks off leaves nothing', async () => {
  const bytes = pngOf(3_000_000);
  const { id, url } = await open(bytes);
  const sending = begin('PUT', url, { 'content-length': bytes.length });
  sending.request.write(bytes.subarray(0, 2_000_000));
  await until(async () => (await transfers.state(id)).inFlight, 'a lease');
  sending.request.destroy();
  await expectNothing(id);
  await until(
    async () => (await transfers.files()).every(key => !key.startsWith('tmp/')),
    'the removal of the half file',
  );
});

describe('a refusal reaches a sender that is still sending 50 MB', () => {
  const large = Buffer.alloc(50_000_000, 'x');
  const small = { filename: 'a.png', contentType: 'image/png', size: 1000 };
  const wrong = { filename: 'a.png', contentType: 'image/png', size: large.length };

  test.each([
    ['too large by its header', small, { 'content-length': large.length }, 413],
    ['too large as it comes', small, { 'transfer-encoding': 'chunked' }, 413],
    ['something else', wrong, { 'content-length': large.length }, 400],
  ])('node:http, %s; the connection serves the next request', async (_, input, headers, status) => {
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
    const bytes = pngOf(1000);
    const next = await open(bytes);
    expect(await put(transfers.uploadUrl(id, input), large, headers)).toBe(status);
    expect(await put(next.url, bytes, {})).toBe(200);
    agent.destroy();
    await expectNothing(id);
  });

  test.each([
    ['too large', small, 413],
    ['something else', wrong, 400],
  ])('curl, %s', async (_, input, status) => {
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
