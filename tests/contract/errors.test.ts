import { beforeAll, describe, expect, test } from 'vitest';
import { errorTable } from '../../src/contract/errors.ts';
import { limits } from '../../src/settings/limits.ts';
import { Client, type ErrorBody } from '../support/client.ts';
import type { TestService } from '../support/service.ts';
import { useService } from '../support/use-service.ts';

const service = useService();
let client: Awaited<ReturnType<TestService['client']>>;
beforeAll(async () => {
  client = await service.client();
});

const valid = {
  type: 'image-resize',
  filename: 'a.png',
  fileSize: 10,
  contentType: 'image/png',
  options: { width: 5 },
};

function expectEnvelope(
  answer: { status: number; headers: Headers; body: ErrorBody },
  code: keyof typeof errorTable,
) {
  expect(answer.body).toMatchObject({ code, error: errorTable[code].error, requestId: expect.any(String) });
  expect(answer.status).toBe(errorTable[code].status);
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  expect(answer.headers.get('x-request-id')).toBe(answer.body.requestId);
  expect(JSON.stringify(answer.body)).not.toMatch(/\bat .*\.ts|node_modules|stack/);
}

describe('bodies', () => {
  test.each([
    ['broken JSON', '{"type": '],
    ['not an object', '[1,2]'],
    ['a bare string', '"x"'],
    ['null', 'null'],
    ['empty', ''],
    ['prototype poisoning', '{"__proto__": {"a": 1}, "type": "image-resize"}'],
  ])('%s is 400 validation_failed', async (_name, body) => {
    expectEnvelope(await client.send('POST', '/jobs', body), 'validation_failed');
  });

  test.each([
    ['a number as text', { fileSize: '10' }, 'fileSize'],
    ['a negative size', { fileSize: -1 }, 'fileSize'],
    ['a size of zero', { fileSize: 0 }, 'fileSize'],
    ['a fraction', { fileSize: 1.5 }, 'fileSize'],
    ['a path as a name', { filename: '../a.png' }, 'filename'],
    ['a Windows path as a name', { filename: 'c:\\a.png' }, 'filename'],
    ['a control character in a name', { filename: 'a\u0007.png' }, 'filename'],
    ['a later control character in a name', { filename: 'a\u0085.png' }, 'filename'],
    ['a line separator in a name', { filename: 'a\u2028.png' }, 'filename'],
    ['an empty name', { filename: '' }, 'filename'],
    ['dots as a name', { filename: '..' }, 'filename'],
    ['a name that is too long', { filename: `${'a'.repeat(300)}.png` }, 'filename'],
    ['an unknown field', { fileSzie: 10 }, 'fileSzie'],
    ['a type that is not a valid header value', { contentType: 'image/png; a="\n"' }, 'contentType'],
    [
      'metadata with a name that is too long',
      { metadata: { ['k'.repeat(65)]: 'v' } },
      `metadata.${'k'.repeat(65)}`,
    ],
    ['metadata with an empty name', { metadata: { '': 'v' } }, 'metadata'],
    ['metadata that is not text', { metadata: { a: 1 } }, 'metadata.a'],
    ['an unknown type', { type: 'image-dance' }, 'type'],
    ['an unknown option', { options: { width: 5, wdith: 6 } }, 'options.wdith'],
    ['an option of the wrong type', { options: { width: '5' } }, 'options.width'],
  ])('%s is refused with the path of the field', async (_name, change, path) => {
    const answer = await client.send('POST', '/jobs', { ...valid, ...change });
    expectEnvelope(answer, 'validation_failed');
    expect(answer.body.details?.map(detail => detail.path)).toContain(path);
  });

  test.each([
    [{ filename: 'a/b.png' }, /^`filename` .*: A name, not a path: no slashes/],
    [{ options: { width: 5, background: 'mauve' } }, /^`options\.background` .*#rrggbb/],
  ])('an error describes the expected form of a text: %j', async (change, words) => {
    const answer = await client.send('POST', '/jobs', { ...valid, ...change });
    expectEnvelope(answer, 'validation_failed');
    expect(answer.body.message).toMatch(words);
    expect(answer.body.message).not.toMatch(/pattern|\^|\\|\.\.$/);
  });

  test('a very long field name is shortened in the error', async () => {
    for (const change of [{ ['f'.repeat(200_000)]: 1 }, { metadata: { ['f'.repeat(200_000)]: 'v' } }]) {
      const answer = await client.send('POST', '/jobs', { ...valid, ...change });
      expectEnvelope(answer, 'validation_failed');
      expect(JSON.stringify(answer.body).length).toBeLessThan(10_000);
    }
  });

  test('more than 16 metadata pairs are refused', async () => {
    const metadata = Object.fromEntries(Array.from({ length: 17 }, (_, i) => [`k${i}`, 'v']));
    expectEnvelope(await client.send('POST', '/jobs', { ...valid, metadata }), 'validation_failed');
  });

  test('a body larger than its route allows is 413 request_too_large, with the limit', async () => {
    const answer = await client.send('POST', '/jobs', { ...valid, metadata: { a: 'x'.repeat(1_100_000) } });
    expectEnvelope(answer, 'request_too_large');
    expect(answer.body.limit).toBe(limits.filesBodyBytes);
  });

  test('a media type other than JSON is 415', async () => {
    const answer = await client.send('POST', '/jobs', '<job/>', { 'content-type': 'application/xml' });
    expectEnvelope(answer, 'unsupported_media_type');
  });

  test('deeply nested JSON is refused, not a crash', async () => {
    for (const [open, close] of [
      ['{"a":', '}'],
      ['[', ']'],
    ]) {
      const deep = `${open!.repeat(40_000)}1${close!.repeat(40_000)}`;
      const answer = await client.send('POST', '/jobs', `{"options":${deep}}`);
      expectEnvelope(answer, 'validation_failed');
      expect(answer.body.message).toBe(`The body is nested more than ${limits.json.depth} levels deep.`);
    }
  });

  test.each(['application/json', 'application/x-www-form-urlencoded', 'text/plain'])(
    'start, cancel and refresh accept an empty body with the type %s',
    async type => {
      const job = await client.create(valid);
      const answer = await client.send('POST', `/jobs/${job.id}/cancel`, '', { 'content-type': type });
      expect(answer.status).toBe(200);
    },
  );
});

describe('files', () => {
  test('a type the job does not accept is 400 invalid_file_type', async () => {
    const answer = await client.send('POST', '/jobs', {
      ...valid,
      filename: 'a.pdf',
      contentType: 'application/pdf',
    });
    expectEnvelope(answer, 'invalid_file_type');
  });

  test('a type and an extension that contradict each other are invalid_file_type', async () => {
    expectEnvelope(await client.send('POST', '/jobs', { ...valid, filename: 'a.jpg' }), 'invalid_file_type');
  });

  test('the file name determines the format if the type is octet-stream', async () => {
    const answer = await client.post('/jobs', { ...valid, contentType: 'application/octet-stream' });
    expect(answer.status).toBe(201);
  });

  test.each([
    ['pdf-merge', 'POST /merge'],
    ['pdf-stamp', '(document, stamp)'],
  ])('a single file for %s is refused with a hint to list several', async (type, hint) => {
    const answer = await client.send('POST', '/jobs', {
      ...valid,
      type,
      filename: 'a.pdf',
      contentType: 'application/pdf',
      options: {},
    });
    expectEnvelope(answer, 'validation_failed');
    expect(answer.body.message).toContain('`files`');
    expect(answer.body.message).toContain(hint);
  });

  test('targetFormat is an alias of outputFormat', async () => {
    const created = await client.create({
      ...valid,
      type: 'image-convert',
      options: { targetFormat: 'webp' },
    });
    expect(created.options).toMatchObject({ outputFormat: 'webp' });
    expect(created.options).not.toHaveProperty('targetFormat');
  });
});

describe('merge bodies', () => {
  const file = { filename: 'a.pdf', fileSize: 10, contentType: 'application/pdf' };
  test.each([
    ['no files', {}],
    ['one file', { files: [file] }],
    ['files that are not a list', { files: 'a.pdf' }],
    ['an unknown option', { files: [file, file], options: { keepBookmarks: true } }],
    ['an option of the wrong type', { files: [file, file], options: { preserveBookmarks: 'yes' } }],
    ['an unknown field', { files: [file, file], order: [1, 0] }],
  ])('%s is 400', async (_name, body) => {
    expectEnvelope(await client.send('POST', '/merge', body), 'validation_failed');
  });

  test('a file that cannot become a PDF is invalid_file_type, with its name', async () => {
    const answer = await client.send('POST', '/merge', {
      files: [file, { ...file, filename: 'b.mp3', contentType: 'audio/mpeg' }],
    });
    expectEnvelope(answer, 'invalid_file_type');
    expect(answer.body.details?.[0]?.path).toBe('files.1.contentType');
  });
});

describe('paths', () => {
  test.each(['/nothing', '/jobs/a/b/c', '/jobs/x/start/now'])('%s is 404 not_found', async path => {
    expectEnvelope(await client.send('GET', path), 'not_found');
  });

  test.each([
    'job_nope',
    'job_00000000000000000000000000',
    '../../etc',
    'a'.repeat(600),
    '%00',
    'job_%F0%9F%92%A9',
  ])('the id %s is 404 job_not_found', async id => {
    const answer = await client.send(
      'GET',
      `/jobs/${id.startsWith('%') || id.includes('/') ? encodeURIComponent(id) : id}`,
    );
    expect(answer.status).toBe(404);
    expect(['job_not_found', 'not_found']).toContain(answer.body.code);
  });

  test('a broken percent escape gets an error envelope', async () => {
    expectEnvelope(await client.send('GET', '/jobs/%zz'), 'not_found');
  });

  test.each([
    ['PUT', '/jobs'],
    ['DELETE', '/jobs'],
    ['GET', '/merge'],
    ['PATCH', '/jobs/job_00000000000000000000000000'],
    ['GET', '/jobs/job_00000000000000000000000000/start'],
  ])('%s %s is 405 with Allow', async (method, path) => {
    const answer = await client.send(method, path);
    expectEnvelope(answer, 'method_not_allowed');
    expect(answer.headers.get('allow')).toBeTruthy();
  });

  test('paths outside the API are 404 envelopes too', async () => {
    const response = await fetch(`${service.url}/somewhere`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'not_found' });
  });
});

describe('queries', () => {
  const cursor = (time: string) => Buffer.from(`${time} job_${'0'.repeat(26)}`).toString('base64url');
  test.each([
    'limit=0',
    'limit=101',
    'limit=ten',
    'limit=1.5',
    'limit=true',
    'limit=',
    'limit=0x10',
    `cursor=${cursor('2026-02-30T00:00:00.000000Z')}`,
    `cursor=${cursor('0000-01-01T00:00:00.000000Z')}`,
    `cursor=${cursor('2026-01-01T25:00:00.000000Z')}`,
    'cursor=nonsense',
    'cursor=',
    'status=done',
    'createdAfter=yesterday',
    'offset=5',
  ])('%s is 400', async query => {
    expectEnvelope(await client.send('GET', `/jobs?${query}`), 'validation_failed');
  });

  test.each(['0000-01-01T00:00:00Z', '2026-01-01T00:00:00%2B23:59', '1969-12-31T23:59:59-16:00'])(
    'a time outside the range of the database is accepted: %s',
    async time => {
      expect((await client.get(`/jobs?createdAfter=${time}`)).status).toBe(200);
    },
  );

  test('an invalid time is refused with an example', async () => {
    const answer = await client.send('GET', '/jobs?createdAfter=yesterday');
    expect(answer.body.message).toBe('`createdAfter` must be a time like 2026-01-31T12:00:00Z.');
  });

  test.each(['wait=-1', 'wait=61', 'wait=x', 'wait=true', 'wait='])('%s is 400', async query => {
    const job = await client.create(valid);
    expectEnvelope(await client.send('GET', `/jobs/${job.id}?${query}`), 'validation_failed');
  });
});

describe('request ids', () => {
  test('a valid id from the caller is used, and an invalid one is replaced', async () => {
    const mine = await client.send('GET', '/jobs', undefined, { 'x-request-id': 'abc-123' });
    expect(mine.headers.get('x-request-id')).toBe('abc-123');
    const bad = await client.send('GET', '/jobs', undefined, { 'x-request-id': 'a b<script>' });
    expect(bad.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('authorization', () => {
  test.each([
    ['no key', undefined],
    ['an unknown key', 'fm_live_000000000000000000000000000000000000'],
    ['a malformed key', 'x'],
  ])('%s is 401', async (_name, key) => {
    expectEnvelope(await new Client(service.url, key).send('GET', '/jobs'), 'unauthorized');
  });

  test('a scheme other than Bearer is 401', async () => {
    const answer = await new Client(service.url).send('GET', '/jobs', undefined, {
      authorization: `Basic ${client.key}`,
    });
    expectEnvelope(answer, 'unauthorized');
  });
});
