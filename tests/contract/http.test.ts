import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { waitForPeriodStart } from '../support/calendar.ts';
import { Client, type ErrorBody } from '../support/client.ts';
import type { TestService } from '../support/service.ts';
import { useService } from '../support/use-service.ts';

const service = useService();
let client: Awaited<ReturnType<TestService['client']>>;
beforeAll(async () => {
  client = await service.client({ plan: 'developer' });
});

const job = {
  type: 'image-resize',
  filename: 'a.png',
  fileSize: 10,
  contentType: 'image/png',
  options: { width: 5 },
};

interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  body: ErrorBody;
}

/** Sends raw bytes and reads until the service closes the connection. */
function sendRaw(text: string): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    let all = '';
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1', () => socket.write(text));
    socket.setTimeout(60_000, () => socket.destroy(new Error(`no answer, only ${JSON.stringify(all)}`)));
    socket.on('data', chunk => {
      all += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => {
      const [head = '', body = ''] = all.split('\r\n\r\n');
      const [line = '', ...lines] = head.split('\r\n');
      const headers = Object.fromEntries(lines.map(each => each.toLowerCase().split(': ')));
      resolve({ status: Number(line.split(' ')[1]), headers, body: JSON.parse(body || 'null') });
    });
  });
}

const request = (method: string, path: string, ...lines: string[]): string =>
  [`${method} /api/public${path} HTTP/1.1`, 'Connection: close', ...lines, '', ''].join('\r\n');

describe('rate limit headers', () => {
  test.each([
    ['an unknown path', 'GET', '/nothing', 404],
    ['an unsupported method', 'PUT', '/jobs', 405],
    ['an unknown method', 'QUERY', '/jobs', 405],
    ['a malformed URL', 'GET', '/jobs/%zz', 404],
    ['an id that is too long', 'GET', `/jobs/${'a'.repeat(2000)}`, 404],
  ])('are sent for %s', async (_name, method, path, status) => {
    const left = async () => Number((await client.get('/usage')).headers.get('x-ratelimit-remaining'));
    await waitForPeriodStart('minute');
    const before = await left();
    const answer = await sendRaw(request(method, path, 'Host: a', `Authorization: Bearer ${client.key}`));
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({
      'x-ratelimit-limit': '1200',
      'x-ratelimit-remaining': String(before - 1),
      'x-ratelimit-reset': expect.stringMatching(/^\d+$/),
      'access-control-allow-origin': '*',
    });
  });

  test.each([
    ['GET', '/nothing'],
    ['PUT', '/jobs'],
    ['GET', '/jobs/%zz'],
  ])('are not sent without a valid key, which %s %s requires', async (method, path) => {
    for (const key of [undefined, 'nonsense']) {
      const answer = await new Client(service.url, key).send(method, path);
      expect([answer.status, answer.headers.get('x-ratelimit-limit')]).toEqual([401, null]);
    }
  });

  test('are not needed on public paths, which accept any method without a key', async () => {
    const open = new Client(service.url);
    for (const path of ['/openapi.json', '/uploads/job_x/0', '/downloads/art_x/a.png'])
      expect((await open.send('DELETE', path)).status, path).toBe(405);
    expect((await fetch(`${service.url}/api/publicity`)).status).toBe(404);
  });
});

test('an unknown path or method is 404 or 405, whatever the body', async () => {
  const xml = { 'content-type': 'application/xml' };
  expect((await client.send('POST', '/nothing', '<a/>', xml)).status).toBe(404);
  expect((await client.send('PUT', '/jobs', '<a/>', xml)).status).toBe(405);
  expect((await client.send('PUT', '/jobs', '{broken')).status).toBe(405);
});

describe('malformed HTTP gets an error envelope with a request id', () => {
  test.each([
    ['no Host header', request('GET', '/jobs'), 400, 'validation_failed'],
    ['two Host headers', request('GET', '/jobs', 'Host: a', 'host: b'), 400, 'validation_failed'],
    ['not HTTP', 'NOT HTTP AT ALL\r\n\r\n', 400, 'validation_failed'],
    [
      'a header that is too long',
      request('GET', '/jobs', 'Host: a', `X-A: ${'a'.repeat(20_000)}`),
      400,
      'validation_failed',
    ],
    ['an unknown Expect header', request('GET', '/jobs', 'Host: a', 'Expect: wonders'), 401, 'unauthorized'],
    ['a CONNECT request', 'CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n', 405, 'method_not_allowed'],
  ])('%s', async (_name, text, status, code) => {
    const answer = await sendRaw(text);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.headers['x-request-id']).toBe(answer.body.requestId);
  });
});

test('HEAD of an event stream is 405 and does not wait for events', async () => {
  const { id } = await client.create(job);
  const answer = await sendRaw(
    request('HEAD', `/jobs/${id}/events`, 'Host: a', `Authorization: Bearer ${client.key}`),
  );
  expect(answer.status).toBe(405);
});

test('the reference page closes the connection if the client asks for it', async () => {
  const text = await sendRaw(request('GET', '/docs', 'Host: a')).catch(String);
  expect(text).toMatchObject({ status: expect.any(Number) });
});

test('a client that is still sending an oversized body receives the 413', async () => {
  const answer = await client.send('POST', '/jobs', 'x'.repeat(30_000_000));
  expect([answer.status, answer.body.code]).toEqual([413, 'request_too_large']);
});

describe('bodies', () => {
  const post = async (body: Uint8Array, headers: Record<string, string> = {}) => {
    const response = await fetch(`${client.base}/jobs`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${client.key}`,
        'content-type': 'application/json',
        ...headers,
      },
      body: body as Uint8Array<ArrayBuffer>,
    });
    return { status: response.status, body: (await response.json()) as ErrorBody };
  };

  test('that are not UTF-8 are refused', async () => {
    const latin = Buffer.from(JSON.stringify({ ...job, filename: 'café.png' }), 'latin1');
    expect(await post(latin)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  });

  test('that are compressed are 415', async () => {
    const { status, body } = await post(gzipSync(JSON.stringify(job)), { 'content-encoding': 'gzip' });
    expect([status, body.code]).toEqual([415, 'unsupported_media_type']);
  });

  test.each([
    ['filename', { filename: 'a\ud800.png' }],
    ['filename (low surrogate)', { filename: '\udc00a.png' }],
    ['metadata', { metadata: { a: '\ud83d' } }],
    ['a metadata name', { metadata: { 'x\udfff': 'a' } }],
    ['contentType', { contentType: 'image/png; a=\ud800' }],
  ])('with a lone surrogate in %s are 400', async (_name, change) => {
    const answer = await client.send('POST', '/jobs', { ...job, ...change });
    expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed']);
  });

  test('with a complete or escaped surrogate pair are accepted', async () => {
    const text = JSON.stringify({ ...job, metadata: { a: '😀', b: '\\ud800' } });
    const escaped = text.replace('😀', '\\ud83d\\ude00');
    const answer = await client.send<{ metadata: object }>('POST', '/jobs', escaped);
    expect([answer.status, answer.body.metadata]).toEqual([201, { a: '😀', b: '\\ud800' }]);
  });

  test.each(['start', 'cancel', 'refresh-url'])('with fields are refused by %s', async verb => {
    const { id } = await client.create(job);
    const answer = await client.send('POST', `/jobs/${id}/${verb}`, { forse: true });
    expect([answer.status, answer.body.details?.[0]?.path]).toEqual([400, 'forse']);
    expect((await client.post(`/jobs/${id}/cancel`, {})).status).toBe(200);
  });
});
