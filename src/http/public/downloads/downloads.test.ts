import { randomBytes } from 'node:crypto';
import { readdirSync, readlinkSync } from 'node:fs';
import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { send, until } from '../../../../tests/support/sending.ts';
import { openTransfers, type Transfers } from '../../../../tests/support/transfers.ts';

const name = 'Größe "1" 100%.png';
const bytes = randomBytes(100_000);
bytes.write('\x89PNG\r\n\x1a\n', 'latin1');

let transfers: Transfers;
let jobId: string;
let url: string;
let sha256: string;

/** Uploads a file over HTTP and returns its download URL. */
async function keep(filename: string, contentType: string, content: Uint8Array) {
  const input = { filename, contentType, size: content.length };
  const id = await transfers.job([input]);
  const { body } = await send('PUT', transfers.uploadUrl(id, input), content);
  const { artifactId } = await transfers.state(id);
  return {
    jobId: id,
    artifactId: artifactId!,
    url: transfers.downloadUrl(artifactId!, filename),
    sha256: body.sha256 as string,
  };
}

beforeAll(async () => {
  transfers = await openTransfers();
  ({ jobId, url, sha256 } = await keep(name, 'image/png', bytes));
});
afterAll(() => transfers.stop());

async function keyOf(artifactId: string): Promise<string> {
  const { storage_key } = await transfers.db
    .selectFrom('artifacts')
    .select('storage_key')
    .where('id', '=', artifactId)
    .executeTakeFirstOrThrow();
  return storage_key;
}

async function fetchBytes(address: string, headers: Record<string, string> = {}) {
  const response = await fetch(address, { headers });
  return {
    status: response.status,
    headers: response.headers,
    body: Buffer.from(await response.arrayBuffer()),
  };
}

test('sends the file with its name, ETag and a sandbox policy', async () => {
  const { status, headers, body } = await fetchBytes(url);
  expect(status).toBe(200);
  expect(body.equals(bytes)).toBe(true);
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'image/png',
    'content-length': '100000',
    'accept-ranges': 'bytes',
    etag: `"${sha256}"`,
    'cache-control': 'private',
    'content-disposition': `inline; filename="Gr__e _1_ 100_.png"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22%20100%25.png`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': 'sandbox',
    'access-control-allow-origin': '*',
  });
});

test('HEAD returns the same headers without the file, and ignores ranges', async () => {
  const response = await fetch(url, { method: 'HEAD', headers: { range: 'bytes=0-9' } });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-length')).toBe('100000');
  expect(response.headers.get('etag')).toBe(`"${sha256}"`);
  expect(response.headers.get('content-type')).toBe('image/png');
  expect(await response.text()).toBe('');
});

describe('a range', () => {
  test.each([
    ['bytes=0-0', 0, 0],
    ['bytes=10-19', 10, 19],
    ['bytes=99990-', 99_990, 99_999],
    ['bytes=99990-200000', 99_990, 99_999],
    ['bytes=-10', 99_990, 99_999],
    ['bytes=-200000', 0, 99_999],
    ['Bytes= 5-6 ', 5, 6],
  ])('%s returns that part', async (range, start, end) => {
    const { status, headers, body } = await fetchBytes(url, { range });
    expect([status, headers.get('content-range')]).toEqual([206, `bytes ${start}-${end}/100000`]);
    expect(headers.get('content-length')).toBe(String(end - start + 1));
    expect(headers.get('etag')).toBe(`"${sha256}"`);
    expect(body.equals(bytes.subarray(start, end + 1))).toBe(true);
  });

  test.each(['bytes=0-1,5-6', 'bytes=5-4', 'bytes=a-b', 'bytes=-', 'pages=1-2', 'bytes 1-2', ''])(
    '%j returns the whole file',
    async range => {
      const { status, headers, body } = await fetchBytes(url, { range });
      expect([status, headers.get('content-range'), body.length]).toEqual([200, null, 100_000]);
    },
  );

  test.each(['bytes=100000-', 'bytes=100000-100001', 'bytes=-0', 'bytes=99999999999999999999-'])(
    '%s beyond the end returns 416',
    async range => {
      const { status, headers, body } = await fetchBytes(url, { range });
      expect([status, headers.get('content-range')]).toEqual([416, 'bytes */100000']);
      expect(JSON.parse(String(body)).code).toBe('range_not_satisfiable');
      expect(headers.get('content-type')).toContain('application/json');
      expect(headers.get('content-disposition')).toBeNull();
    },
  );

  test('applies only if If-Range matches the file', async () => {
    const range = 'bytes=0-9';
    expect((await fetchBytes(url, { range, 'if-range': `"${sha256}"` })).status).toBe(206);
    for (const other of ['"other"', `W/"${sha256}"`, 'Sun, 15 Nov 2026 00:00:00 GMT'])
      expect((await fetchBytes(url, { range, 'if-range': other })).status).toBe(200);
  });
});

test('returns 304 to a client that has the file', async () => {
  for (const known of [`"${sha256}"`, `W/"${sha256}"`, `"x", "${sha256}"`, '*']) {
    const { status, headers, body } = await fetchBytes(url, { 'if-none-match': known });
    expect([status, headers.get('etag'), body.length]).toEqual([304, `"${sha256}"`, 0]);
  }
  expect((await fetchBytes(url, { 'if-none-match': '"other"' })).status).toBe(200);
  expect((await fetch(url, { method: 'HEAD', headers: { 'if-none-match': `"${sha256}"` } })).status).toBe(
    304,
  );
});

test.each([
  ['a.png', 'image/png', '\x89PNG\r\n\x1a\n....', 'inline'],
  ['a.txt', 'text/plain', 'words', 'inline'],
  ['a.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'attachment'],
  ['a.html', 'text/html', '<p>hello', 'attachment'],
  ['a.html', 'text/plain', '<script>alert(1)</script>', 'attachment'],
  ['a.xml', 'application/xml', '<x/>', 'attachment'],
  ['a.pdf', 'application/pdf', '%PDF-1.4', 'attachment'],
  ['a.csv', 'text/csv', 'a,b', 'attachment'],
])('%s as %s is sent as %s', async (filename, contentType, content, disposition) => {
  const { url } = await keep(filename, contentType, Buffer.from(content, 'latin1'));
  const { headers } = await fetchBytes(url);
  expect(headers.get('content-disposition')).toBe(`${disposition}; filename="${filename}"`);
});

test('a tampered or expired URL returns 403 and nothing else', async () => {
  const { artifactId } = await transfers.state(jobId);
  const expired = transfers.downloadUrl(artifactId!, name, new Date(Date.now() - 1000));
  for (const wrong of [
    expired,
    `${url}x`,
    `${url}&x=1`,
    url.replace('.png?', '.PNG?'),
    url.replace('.png?', '.png/?'),
    url.replace(/&signature.*/, ''),
  ]) {
    const { status, body, headers } = await fetchBytes(wrong);
    expect(status).toBe(403);
    expect(JSON.parse(String(body))).toEqual({
      error: 'Invalid signature',
      code: 'invalid_signature',
      message: expect.stringContaining('get a new one'),
      requestId: expect.any(String),
    });
    expect(headers.get('etag')).toBeNull();
  }
});

describe('a file that is no longer kept returns 404', () => {
  const gone = async (address: string) => {
    const { status, body } = await fetchBytes(address);
    expect([status, JSON.parse(String(body)).code]).toEqual([404, 'artifact_not_found']);
    expect((await fetch(address, { method: 'HEAD' })).status).toBe(404);
  };
  const png = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

  test('if it expired', async () => {
    const { url, artifactId } = await keep('a.png', 'image/png', png);
    await transfers.db
      .updateTable('artifacts')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('id', '=', artifactId)
      .execute();
    await gone(url);
  });

  test('if its job was erased', async () => {
    const { url, jobId } = await keep('a.png', 'image/png', png);
    await transfers.db.updateTable('jobs').set({ deleted_at: new Date() }).where('id', '=', jobId).execute();
    await gone(url);
  });

  test('if its row is gone, or never existed', async () => {
    const { url, artifactId } = await keep('a.png', 'image/png', png);
    await transfers.db.deleteFrom('artifacts').where('id', '=', artifactId).execute();
    await gone(url);
    await gone(transfers.downloadUrl('nothing', 'a.png'));
  });

  test('if its bytes were removed in between', async () => {
    const { url, artifactId } = await keep('a.png', 'image/png', png);
    await transfers.storage.remove(await keyOf(artifactId));
    const { status, body } = await fetchBytes(url);
    expect([status, JSON.parse(String(body)).code]).toEqual([404, 'artifact_not_found']);
  });
});

test('does not send a file truncated on disk as if it were whole', async () => {
  const { url, artifactId } = await keep('a.png', 'image/png', bytes);
  await transfers.storage.write(await keyOf(artifactId), [bytes.subarray(0, 1000)]);
  expect((await fetchBytes(url)).status).toBe(500);
  expect((await fetchBytes(url, { range: 'bytes=900-1100' })).status).toBe(500);
  expect((await fetchBytes(url, { range: 'bytes=0-99' })).body).toEqual(bytes.subarray(0, 100));
});

test('a client that disconnects mid-download leaves no file open', async () => {
  const large = Buffer.concat([bytes, Buffer.alloc(30_000_000)]);
  const { url } = await keep('a.png', 'image/png', large);
  const openFiles = () =>
    readdirSync('/proc/self/fd').filter(fd => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`).startsWith(transfers.storageDir);
      } catch {
        return false;
      }
    }).length;
  const responses = await Promise.all(
    Array.from(
      { length: 5 },
      () => new Promise<import('node:http').IncomingMessage>(resolve => get(url, { agent: false }, resolve)),
    ),
  );
  for (const response of responses) response.once('data', () => response.pause());
  await until(() => openFiles() === 5, 'five open files');
  for (const response of responses) response.destroy();
  await until(() => openFiles() === 0, 'their closing');
});
