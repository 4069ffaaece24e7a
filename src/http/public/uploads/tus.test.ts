import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { begin, send, until } from '../../../../tests/support/sending.ts';
import { openTransfers, type Transfers } from '../../../../tests/support/transfers.ts';
import { limits } from '../../../settings/limits.ts';
import { whole } from '../../../storage/testsuite.ts';

let transfers: Transfers;
beforeAll(async () => {
  transfers = await openTransfers();
});
afterAll(() => transfers.stop());

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const pdfOf = (size: number): Buffer => {
  const bytes = randomBytes(size);
  bytes.write('%PDF-1.7\n');
  return bytes;
};
const declared = (bytes: Uint8Array) => ({
  filename: 'a.pdf',
  contentType: 'application/pdf',
  size: bytes.length,
});

async function open(bytes: Uint8Array): Promise<{ id: string; url: string }> {
  const id = await transfers.job([declared(bytes)]);
  return { id, url: transfers.uploadUrl(id, declared(bytes)) };
}

const tus = { 'tus-resumable': '1.0.0' };
const chunkHeaders = (offset: number | string) => ({
  ...tus,
  'content-type': 'application/offset+octet-stream',
  'upload-offset': offset,
});
const patch = (
  url: string,
  offset: number | string,
  bytes: Uint8Array,
  headers: Record<string, string | number> = {},
) => send('PATCH', url, bytes, { ...chunkHeaders(offset), ...headers });
const offsetOf = async (url: string): Promise<number> => {
  const { status, headers } = await send('HEAD', url, undefined, tus);
  expect(status).toBe(200);
  return Number(headers['upload-offset']);
};
const partial = (id: string): Promise<number> => transfers.storage.partial.offset(`${id}/0`);

async function stored(id: string): Promise<Buffer> {
  const { artifactId } = await transfers.state(id);
  const { storage_key } = await transfers.db
    .selectFrom('artifacts')
    .select('storage_key')
    .where('id', '=', artifactId!)
    .executeTakeFirstOrThrow();
  return whole(transfers.storage.read(storage_key));
}

test('OPTIONS reports the protocol version and extensions', async () => {
  const bytes = pdfOf(5000);
  const { url } = await open(bytes);
  const { status, headers } = await send('OPTIONS', url);
  expect(status).toBe(204);
  expect(headers).toMatchObject({
    'tus-resumable': '1.0.0',
    'tus-version': '1.0.0',
    'tus-extension': 'expiration',
    'tus-max-size': '5000',
  });
});

test('accepts chunks, and the last byte completes the upload like a PUT', async () => {
  const bytes = pdfOf(300_000);
  const { id, url } = await open(bytes);
  const fresh = await send('HEAD', url, undefined, tus);
  expect(fresh.status).toBe(200);
  expect(fresh.headers).toMatchObject({
    'upload-offset': '0',
    'upload-length': '300000',
    'cache-control': 'no-store',
    'tus-resumable': '1.0.0',
    'upload-expires': expect.stringMatching(/ GMT$/),
  });
  for (const [start, end] of [
    [0, 100_000],
    [100_000, 100_000],
    [100_000, 299_999],
  ] as const) {
    const { status, headers, body } = await patch(url, start, bytes.subarray(start, end));
    expect([status, headers['upload-offset'], body]).toEqual([204, String(end), undefined]);
    expect(await offsetOf(url)).toBe(end);
    expect(await transfers.state(id)).toMatchObject({ uploaded: false, inFlight: false });
  }
  const { status, headers } = await patch(url, 299_999, bytes.subarray(299_999));
  expect([status, headers['upload-offset'], headers['tus-resumable']]).toEqual([204, '300000', '1.0.0']);
  expect(await transfers.state(id)).toMatchObject({ uploaded: true, inFlight: false, sha256: sha256(bytes) });
  expect((await stored(id)).equals(bytes)).toBe(true);
  expect(await partial(id)).toBe(0);
  expect(await offsetOf(url)).toBe(300_000);
});

describe('an interrupted upload', () => {
  test('keeps what arrived and resumes from there, also with a new URL', async () => {
    const bytes = pdfOf(4_000_000);
    const { id, url } = await open(bytes);
    const sending = begin('PATCH', url, { ...chunkHeaders(0), 'content-length': bytes.length });
    sending.request.write(bytes.subarray(0, 2_500_000));
    await until(async () => (await partial(id)) > 1_000_000, 'a good part of it');
    sending.request.destroy();
    await until(async () => !(await transfers.state(id)).inFlight, 'the end of the lease');
    const kept = await offsetOf(url);
    expect(kept).toBeGreaterThan(1_000_000);
    expect(kept).toBeLessThanOrEqual(2_500_000);
    const again = transfers.uploadUrl(id, declared(bytes), 0, new Date(Date.now() + 900_000));
    expect(again).not.toBe(url);
    expect((await patch(again, kept, bytes.subarray(kept))).status).toBe(204);
    expect(await transfers.state(id)).toMatchObject({ uploaded: true, sha256: sha256(bytes) });
  });

  test('resumes at once even if the old connection still seems open', async () => {
    const bytes = pdfOf(1_000_000);
    const { id, url } = await open(bytes);
    const hanging = begin('PATCH', url, { ...chunkHeaders(0), 'content-length': bytes.length });
    hanging.request.write(bytes.subarray(0, 600_000));
    await until(async () => (await partial(id)) > 0, 'a part of it');
    const kept = await offsetOf(url);
    expect((await hanging.answer).status).toBe(409);
    expect((await patch(url, kept, bytes.subarray(kept))).status).toBe(204);
    expect(await transfers.state(id)).toMatchObject({ uploaded: true, sha256: sha256(bytes) });
  });

  test('that has all its bytes but was not completed is completed by HEAD', async () => {
    const bytes = pdfOf(100_000);
    const { id, url } = await open(bytes);
    await transfers.storage.partial.append(
      `${id}/0`,
      0,
      (async function* () {
        yield bytes;
      })(),
    );
    expect(await offsetOf(url)).toBe(100_000);
    expect(await transfers.state(id)).toMatchObject({ uploaded: true, sha256: sha256(bytes) });
  });

  test('that another process is still writing is not written to', async () => {
    const bytes = pdfOf(1000);
    const { id, url } = await open(bytes);
    await transfers.db
      .updateTable('job_inputs')
      .set({
        upload_token: '00000000-0000-4000-8000-000000000000',
        upload_lease: new Date(Date.now() + 60_000),
      })
      .where('job_id', '=', id)
      .execute();
    const { status, body } = await patch(url, 0, bytes);
    expect([status, body.code]).toEqual([409, 'upload_conflict']);
    expect(await partial(id)).toBe(0);
    // A PUT of the whole file need not wait: it writes to no one else's file.
    expect((await send('PUT', url, bytes)).status).toBe(200);
  });
});

test('stores a chunk that is sent several times concurrently only once, and answers every sender', async () => {
  const bytes = pdfOf(2000);
  const { id, url } = await open(bytes);
  await patch(url, 0, bytes.subarray(0, 1000));
  const answers = await Promise.all(Array.from({ length: 4 }, () => patch(url, 1000, bytes.subarray(1000))));
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409, 409, 409]);
  expect(await stored(id)).toEqual(bytes);
});

test('a PUT of the whole file discards the chunks', async () => {
  const bytes = pdfOf(1000);
  const { id, url } = await open(bytes);
  await patch(url, 0, bytes.subarray(0, 400));
  expect((await send('PUT', url, bytes)).status).toBe(200);
  expect(await partial(id)).toBe(0);
  expect(await offsetOf(url)).toBe(1000);
  const { status, headers } = await patch(url, 400, bytes.subarray(400));
  expect([status, headers['upload-offset']]).toEqual([409, '1000']);
});

describe('refuses a chunk', () => {
  const bytes = pdfOf(1000);

  test('at another offset than the stored one with 409, which names it', async () => {
    const { id, url } = await open(bytes);
    await patch(url, 0, bytes.subarray(0, 400));
    for (const offset of [0, 399, 401]) {
      const { status, headers, body } = await patch(url, offset, bytes.subarray(offset));
      expect([status, body.code, headers['upload-offset']]).toEqual([409, 'upload_conflict', '400']);
    }
    expect(await partial(id)).toBe(400);
    expect((await transfers.state(id)).inFlight).toBe(false);
  });

  test('with another protocol version or none with 412, which names the supported one', async () => {
    const { id, url } = await open(bytes);
    for (const version of ['0.2.2', '']) {
      const { status, headers, body } = await patch(url, 0, bytes, { 'tus-resumable': version });
      expect([status, body.code, headers['tus-version']]).toEqual([412, 'precondition_failed', '1.0.0']);
    }
    expect((await send('HEAD', url, undefined, { 'tus-resumable': '9' })).status).toBe(412);
    expect(await partial(id)).toBe(0);
  });

  test('of another content type with 415', async () => {
    const { url } = await open(bytes);
    for (const type of ['application/pdf', 'application/octet-stream', 'nonsense']) {
      const { status, body } = await patch(url, 0, bytes, { 'content-type': type });
      expect([status, body.code]).toEqual([415, 'unsupported_media_type']);
    }
  });

  test.each(['', '-1', '1.5', '0x10', '99999999999999999999', 'abc'])(
    'with the invalid offset %j with 400',
    async offset => {
      const { url } = await open(bytes);
      const { status, body } = await patch(url, offset, bytes);
      expect([status, body.code]).toEqual([400, 'validation_failed']);
    },
  );

  test('beyond the declared size with 413, and keeps nothing', async () => {
    const { id, url } = await open(bytes);
    await patch(url, 0, bytes.subarray(0, 400));
    const { status, body } = await patch(url, 400, bytes);
    expect([status, body.code, body.limit]).toEqual([413, 'file_too_large', 1000]);
    expect(await partial(id)).toBe(0);

    await patch(url, 0, bytes.subarray(0, 400));
    const sending = begin('PATCH', url, { ...chunkHeaders(400), 'transfer-encoding': 'chunked' });
    sending.request.write(bytes);
    sending.request.end();
    expect((await sending.answer).status).toBe(413);
    expect(await partial(id)).toBe(0);
    expect(await transfers.state(id)).toMatchObject({ uploaded: false, inFlight: false });
  });

  test('as soon as its content proves to be of another format, and keeps nothing', async () => {
    const wrong = Buffer.alloc(200_000, 'x');
    const { id, url } = await open(wrong);
    expect((await patch(url, 0, wrong.subarray(0, limits.sniffBytes - 1))).status).toBe(204);
    const { status, body } = await patch(url, limits.sniffBytes - 1, wrong.subarray(0, 1));
    expect([status, body.code]).toEqual([400, 'invalid_file_type']);
    expect(await partial(id)).toBe(0);
    const small = Buffer.alloc(10, 'x');
    const other = await open(small);
    expect((await patch(other.url, 0, small)).body.code).toBe('invalid_file_type');
    expect(await transfers.state(other.id)).toMatchObject({ uploaded: false, inFlight: false });
  });

  test('once the job has started, although HEAD still works for a finished upload', async () => {
    const { id, url } = await open(bytes);
    await patch(url, 0, bytes);
    const half = await open(bytes);
    await patch(half.url, 0, bytes.subarray(0, 400));
    await transfers.db
      .updateTable('jobs')
      .set({ status: 'queued' })
      .where('id', 'in', [id, half.id])
      .execute();
    expect(await offsetOf(url)).toBe(1000);
    expect((await send('HEAD', half.url, undefined, tus)).status).toBe(400);
    expect((await patch(half.url, 400, bytes.subarray(400))).body.code).toBe('invalid_state');
  });

  test('with a tampered URL', async () => {
    const { url } = await open(bytes);
    const wrong = url.replace('size=1000', 'size=1001');
    expect((await patch(wrong, 0, bytes)).body.code).toBe('invalid_signature');
    expect((await send('HEAD', wrong, undefined, tus)).status).toBe(403);
    expect((await send('OPTIONS', wrong)).status).toBe(403);
  });
});

test('accepts PATCH through X-HTTP-Method-Override', async () => {
  const bytes = pdfOf(1000);
  const { id, url } = await open(bytes);
  const { status, headers } = await send('POST', url, bytes, {
    ...chunkHeaders(0),
    'x-http-method-override': 'PATCH',
  });
  expect([status, headers['upload-offset']]).toEqual([204, '1000']);
  expect((await transfers.state(id)).uploaded).toBe(true);
});
