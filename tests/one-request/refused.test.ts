import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Job } from '../../src/contract/schemas/job.ts';
import type { ErrorBody } from '../support/client.ts';
import { pdf, png } from '../support/samples.ts';
import { begin, until } from '../support/sending.ts';
import { startService, type TestService } from '../support/service.ts';
import { curl } from './curl.ts';

type Caller = Awaited<ReturnType<TestService['client']>>;

let service: TestService;
let client: Caller;
beforeAll(async () => {
  // Without a worker, queued jobs stay queued.
  service = await startService('api', { DATABASE_FILE_BYTES: '0' });
  client = await service.client();
});
afterAll(() => service.stop());

const csv = 'a,b\n1,2\n';
const files = {
  'a.csv': csv,
  'a.png': png(4, 4),
  'a.pdf': pdf(['one']),
  empty: '',
  'odd.bin': 'odd',
  'long.txt': 'x'.repeat(300_000),
  'deep.json': `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
};

async function stored(): Promise<string[]> {
  const found = await Promise.all(
    ['files', 'tmp'].map(name => readdir(join(service.dataDir, 'storage', name), { recursive: true })),
  );
  return found.flat().filter(name => /[0-9a-f-]{36}$/.test(name));
}

const jobsOf = async (caller: Caller): Promise<Job[]> =>
  (await caller.expect(caller.get<{ jobs: Job[] }>('/jobs'))).jobs;

async function createPlan(set: string): Promise<string> {
  const id = `test-${randomUUID()}`;
  await sql`insert into plans select (jsonb_populate_record(p, jsonb_build_object('id', ${id}::text))).* from plans p where p.id = 'developer'`.execute(
    service.db,
  );
  await sql`update plans set ${sql.raw(set)} where id = ${id}`.execute(service.db);
  return id;
}

const form = (...fields: string[]) => fields.flatMap(field => ['-F', field]);

describe('an invalid request is refused with the path of the field, and nothing is stored', () => {
  type Case = [string, string, string[], number, string, string];
  const cases: Case[] = [
    ...['__proto__', 'toString'].map(
      (name): Case => [
        `a field of the query named ${name}`,
        `/convert/pdf?${name}=1`,
        form('file=@a.csv'),
        400,
        'validation_failed',
        `options.${name}`,
      ],
    ),
    ['an unknown job type', '/run/nonsense', form('file=@a.csv'), 400, 'validation_failed', 'jobType'],
    ['an unknown format', '/convert/nonsense', form('file=@a.csv'), 400, 'validation_failed', 'outputFormat'],
    [
      'an unsupported conversion',
      '/convert/mp3',
      form('file=@a.csv'),
      400,
      'validation_failed',
      'outputFormat',
    ],
    [
      'a file of unknown format',
      '/convert/pdf',
      form('file=@odd.bin;filename=odd.xyz'),
      400,
      'invalid_file_type',
      'file',
    ],
    [
      'a format that the job type does not accept',
      '/run/pdf-split',
      form('file=@a.png'),
      400,
      'invalid_file_type',
      'file',
    ],
    [
      'a file whose content does not match its name',
      '/run/pdf-split',
      form('file=@a.csv;filename=a.pdf'),
      400,
      'invalid_file_type',
      '',
    ],
    [
      'an unknown option',
      '/convert/json',
      form('nonsense=1', 'file=@a.csv'),
      400,
      'validation_failed',
      'options.nonsense',
    ],
    [
      'an unknown option after the file',
      '/convert/json',
      form('file=@a.csv', 'nonsense=1'),
      400,
      'validation_failed',
      'options.nonsense',
    ],
    [
      'an unknown option in the query',
      '/convert/json?nonsense=1',
      form('file=@a.csv'),
      400,
      'validation_failed',
      'options.nonsense',
    ],
    [
      'text for a number',
      '/run/image-resize',
      form('file=@a.png', 'width=wide'),
      400,
      'validation_failed',
      'options.width',
    ],
    [
      'a number out of range',
      '/run/image-resize',
      form('file=@a.png', 'width=0'),
      400,
      'validation_failed',
      'options.width',
    ],
    [
      'text for a boolean',
      '/run/image-resize',
      form('file=@a.png', 'width=1', 'noEnlarge=yes'),
      400,
      'validation_failed',
      'options.noEnlarge',
    ],
    [
      'a list as text',
      '/run/image-edit',
      form('file=@a.png', 'operations=crop'),
      400,
      'validation_failed',
      'options.operations',
    ],
    [
      'an option given twice',
      '/run/image-resize',
      form('file=@a.png', 'width=1', 'options={"width":2}'),
      400,
      'validation_failed',
      'options.width',
    ],
    [
      'an option that the path already sets',
      '/convert/json',
      form('file=@a.csv', 'outputFormat=yaml'),
      400,
      'validation_failed',
      'options.outputFormat',
    ],
    ['a missing option', '/run/pdf-extract', form('file=@a.pdf'), 400, 'validation_failed', 'options.pages'],
    [
      'an option without effect',
      '/convert/json',
      form('file=@a.csv', 'dpi=80'),
      400,
      'validation_failed',
      'options.dpi',
    ],
    [
      'options that are not JSON',
      '/convert/json',
      form('file=@a.csv', 'options={'),
      400,
      'validation_failed',
      'options',
    ],
    [
      'options that are not an object',
      '/convert/json',
      form('file=@a.csv', 'options=[]'),
      400,
      'validation_failed',
      'options',
    ],
    [
      '__proto__',
      '/convert/json',
      form('file=@a.csv', 'options={"__proto__":1}'),
      400,
      'validation_failed',
      'options.__proto__',
    ],
    [
      'options sent twice',
      '/run/image-resize',
      form('file=@a.png', 'options={"width":1}', 'options={"height":1}'),
      400,
      'validation_failed',
      'options',
    ],
    [
      'options nested too deeply',
      '/convert/json',
      form('options=<deep.json', 'file=@a.csv'),
      400,
      'validation_failed',
      'options',
    ],
    [
      'too much text in a form',
      '/convert/json',
      form('password=<long.txt', 'file=@a.csv'),
      400,
      'validation_failed',
      '',
    ],
    [
      'too many fields in a form',
      '/convert/json',
      form('file=@a.csv', ...Array.from({ length: 101 }, () => 'onTimeout=fail')),
      400,
      'validation_failed',
      '',
    ],
    ['no body', '/convert/json', ['-X', 'POST'], 400, 'validation_failed', 'file'],
    ['no file', '/convert/json', form('header=true'), 400, 'validation_failed', 'file'],
    ['an empty file', '/convert/json', form('file=@empty;filename=a.csv'), 400, 'validation_failed', 'file'],
    ['two files', '/convert/json', form('file=@a.csv', 'file=@a.csv'), 400, 'validation_failed', 'file'],
    ['one file to merge', '/run/pdf-merge', form('file=@a.pdf'), 400, 'validation_failed', 'file'],
    [
      'a file in an unknown field',
      '/convert/json',
      form('upload=@a.csv'),
      400,
      'validation_failed',
      'upload',
    ],
    [
      'a form without a boundary',
      '/convert/json',
      ['-d', 'x', '-H', 'Content-Type: multipart/form-data'],
      400,
      'validation_failed',
      '',
    ],
    [
      'a truncated form',
      '/convert/json',
      ['-d', '--x\r\nContent-', '-H', 'Content-Type: multipart/form-data; boundary=x'],
      400,
      'validation_failed',
      '',
    ],
    [
      'bytes without a file name',
      '/convert/json',
      ['--data-binary', '@a.csv'],
      400,
      'validation_failed',
      'filename',
    ],
    [
      'a path as a file name',
      '/convert/json?filename=..%2Fa.csv',
      ['--data-binary', '@a.csv'],
      400,
      'validation_failed',
      'filename',
    ],
    [
      'a compressed body',
      '/convert/json?filename=a.csv',
      ['--data-binary', '@a.csv', '-H', 'Content-Encoding: gzip'],
      415,
      'unsupported_media_type',
      '',
    ],
    [
      'a wait that is too long',
      '/convert/json?wait=301',
      form('file=@a.csv'),
      400,
      'validation_failed',
      'wait',
    ],
    [
      'a wait given twice',
      '/convert/json?wait=1&wait=2',
      form('file=@a.csv'),
      400,
      'validation_failed',
      'wait',
    ],
    [
      'an invalid idempotency key',
      '/convert/json',
      [...form('file=@a.csv'), '-H', 'Idempotency-Key: a b'],
      400,
      'validation_failed',
      'Idempotency-Key',
    ],
  ];
  test.each(cases)('%s', async (_what, path, args, status, code, at) => {
    const answer = await curl(client, path, args, files);
    const body = answer.json<ErrorBody>();
    expect(
      { status: answer.status, code: body.code, at: body.details?.[0]?.path ?? '' },
      JSON.stringify(body),
    ).toEqual({
      status,
      code,
      at,
    });
  });

  test.each([
    [
      '/run/ocr',
      form('file=@a.pdf', 'languages=eng'),
      '`languages` is a list. Send `options={"languages":["eng"]}`.',
    ],
    ['/run/pdf-extract', form('file=@a.pdf', 'pages=one'), '`pages` must look like `1-3,5,8-`.'],
    ['/convert/json', ['-X', 'POST'], 'No file was received.'],
    ['/convert/json', form('header=true'), 'No file was received.'],
    [
      '/convert/json',
      form('options=<deep.json', 'file=@a.csv'),
      '`options` is nested more than 32 levels deep.',
    ],
  ])('%s %j is refused with a helpful message', async (path, args, message) => {
    const answer = await curl(client, path, args, files);
    expect(answer.json<ErrorBody>().message).toBe(message);
  });

  test('these requests created no job and stored no file', async () => {
    expect(await jobsOf(client)).toEqual([]);
    expect(await stored()).toEqual([]);
  });
});

describe('before its body is sent, a request', () => {
  const head = (caller: Caller, path: string, length: number) =>
    begin('POST', caller.base + path, {
      authorization: `Bearer ${caller.key}`,
      'content-type': 'text/csv',
      'content-length': length,
      expect: '100-continue',
    });

  test.each([
    ['413 for its length', 'file_bytes = 1000', 413, 'file_too_large'],
    ['429 for the operations quota', 'operations_per_day = 0', 429, 'quota_exceeded'],
    ['429 for the storage quota', 'storage_bytes = 1000', 429, 'quota_exceeded'],
    ['429 for the queue limit', 'waiting = 0', 429, 'quota_exceeded'],
    ['403 for the job family', "families = '{image}'", 403, 'feature_not_available'],
  ])('gets %s', async (_what, set, status, code) => {
    const caller = await service.client({ plan: await createPlan(set) });
    // A missing counter is not used up.
    await sql`insert into usage_counters select ${caller.workspaceId}, 'operations_daily', (now() at time zone 'UTC')::date, 0`.execute(
      service.db,
    );
    const sending = head(caller, '/run/document-convert?outputFormat=json&filename=a.csv', 100_000);
    let asked = false;
    sending.request.on('continue', () => (asked = true));
    expect(await sending.answer).toMatchObject({ status, body: { code } });
    expect(asked).toBe(false);
    sending.request.destroy();
  });

  test('gets 100 Continue if it is acceptable', async () => {
    const sending = head(client, '/convert/json?filename=a.csv&wait=0', csv.length);
    await new Promise<void>(resolve => sending.request.on('continue', resolve));
    sending.request.end(csv);
    expect(await sending.answer).toMatchObject({ status: 202, body: { status: 'queued' } });
  });

  test('gets 401 without a key', async () => {
    const sending = begin('POST', `${client.base}/convert/json?filename=a.csv`, {
      'content-length': 9,
      expect: '100-continue',
    });
    expect((await sending.answer).status).toBe(401);
    sending.request.destroy();
  });
});

test('quotas are exact under concurrency, and refused jobs are not stored', async () => {
  const caller = await service.client({ plan: await createPlan('operations_per_day = 3') });
  const before = (await stored()).length;
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => curl(caller, '/convert/json?wait=0', form('file=@a.csv'), files)),
  );
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(3);
  const refused = answers.filter(({ status }) => status === 429).map(answer => answer.json<ErrorBody>());
  expect(refused).toHaveLength(5);
  for (const body of refused)
    expect(body).toMatchObject({ code: 'quota_exceeded', quotaKey: 'operations_daily' });
  expect(await jobsOf(caller)).toHaveLength(3);
  expect((await stored()).length - before).toBe(3);
});

describe('an idempotency key', () => {
  const send = (
    caller: Caller,
    key: string,
    args: string[],
    more = files as Record<string, string | Uint8Array>,
  ) => curl(caller, '/convert/json?wait=0', [...args, '-H', `Idempotency-Key: ${key}`], more);

  test('creates one job for many requests; other bytes or options conflict', async () => {
    const caller = await service.client();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => send(caller, 'k', form('file=@a.csv'))),
    );
    const ids = new Set(answers.map(answer => answer.json<Job>().id));
    expect(ids.size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') === 'true')).toHaveLength(5);
    expect(await jobsOf(caller)).toHaveLength(1);
    for (const other of [
      await send(caller, 'k', form('file=@a.csv'), { 'a.csv': 'a,b\n1,3\n' }),
      await send(caller, 'k', form('file=@a.csv', 'header=false')),
    ])
      expect([other.status, other.json<ErrorBody>().code]).toEqual([409, 'idempotency_conflict']);
    expect((await send(caller, 'l', form('file=@a.csv'))).json<Job>().id).not.toBe([...ids][0]);
  });

  test('is replayed free of charge, even if the quota is exhausted', async () => {
    const caller = await service.client({ plan: await createPlan('operations_per_day = 1') });
    const big = { 'a.csv': `a\n${'1\n'.repeat(100_000)}` };
    const first = await send(caller, 'k', form('file=@a.csv'), big);
    const again = await send(caller, 'k', form('file=@a.csv'), big);
    expect([first.status, again.status]).toEqual([202, 202]);
    expect(again.json<Job>().id).toBe(first.json<Job>().id);
    expect((await send(caller, 'l', form('file=@a.csv'), big)).status).toBe(429);
  });
});

test('an upload interrupted midway leaves no job and no file', async () => {
  const caller = await service.client();
  const before = await stored();
  for (const type of ['text/csv', 'multipart/form-data; boundary=x']) {
    const sending = begin('POST', `${caller.base}/convert/json?filename=a.csv`, {
      authorization: `Bearer ${caller.key}`,
      'content-type': type,
      'content-length': 10_000_000,
    });
    sending.request.write(
      `${type === 'text/csv' ? '' : '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'}${'1,2\n'.repeat(500_000)}`,
    );
    await until(async () => (await stored()).length > before.length, 'the file');
    sending.request.destroy();
    await until(async () => (await stored()).length === before.length, 'nothing left');
  }
  expect(await jobsOf(caller)).toEqual([]);
});

test('the job is kept if the caller disconnects while waiting', async () => {
  const caller = await service.client();
  const sending = begin('POST', `${caller.base}/convert/json?filename=a.csv`, {
    authorization: `Bearer ${caller.key}`,
    'content-length': csv.length,
  });
  sending.request.end(csv);
  await until(async () => (await jobsOf(caller)).length === 1, 'the job');
  sending.request.destroy();
  const [job] = await jobsOf(caller);
  expect(job).toMatchObject({ status: 'queued' });
  expect((await caller.get<Job>(`/jobs/${job!.id}`)).body.inputs[0]).toMatchObject({ uploaded: true });
});
