import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { CreatedJob } from '../../src/contract/schemas/job.ts';
import { registerWorker } from '../../src/domain/installation/engines.ts';
import { Client, type ErrorBody } from '../support/client.ts';
import { pdf, png } from '../support/samples.ts';
import type { TestService } from '../support/service.ts';
import { useService } from '../support/use-service.ts';
import { firstUser } from '../workspace/support/person.ts';

/** All refusals have the same form: a sentence about a field, with its path. */
const service = useService();
let client: Awaited<ReturnType<TestService['client']>>;
beforeAll(async () => {
  client = await service.client();
});

const bytes = png(4, 4);
const picture = { filename: 'a.png', fileSize: bytes.length, contentType: 'image/png' };
const create = (type: string, options: object, file: object = picture) =>
  client.send<CreatedJob & ErrorBody>('POST', '/jobs', { type, options, ...file });

test('each detail is a sentence about one field, and lists the choices', async () => {
  const { body } = await create('image-convert', { outputFormat: 'docx', qualty: 3 });
  const [unknown, choices] = ['options.qualty', 'options.outputFormat'].map(path =>
    body.details!.find(each => each.path === path),
  );
  expect(unknown!.message).toMatch(/^`options\.qualty` is not a known field; known: .*\bquality\b.*\.$/);
  expect(choices!.message).toMatch(/^`options\.outputFormat` must be one of .*png.*\.$/);
  const step = { jobType: 'image-convert', options: { outputFormat: 'docx' } };
  const recipe = await client.send('POST', '/recipes', { name: 'A', steps: [step] });
  expect(recipe.body.details).toMatchObject([
    {
      path: 'steps.0.options.outputFormat',
      message: expect.stringMatching(/^`steps\.0\.options\.outputFormat` must be one of/),
    },
  ]);
});

test('a misspelt field is reported before the missing one, which lists its choices', async () => {
  const document = { filename: 'a.pdf', fileSize: 9, contentType: 'application/pdf' };
  const { body } = await create('pdf-rotate', { angel: 90 }, document);
  expect(body.message).toMatch(/^`options\.angel` is not a known field; known: angle, /);
  expect(body.details![1]!.message).toBe('`options.angle` is required, one of 90, 180, 270.');
});

test('the message for a missing resource is a sentence, and that for an unknown job type lists all types', async () => {
  for (const path of ['/jobs/job_x', '/recipes/rcp_x', '/recipe-runs/run_x', '/artifacts/art_x']) {
    const { status, body } = await client.send('GET', path);
    expect([status, body.message], path).toEqual([404, expect.stringMatching(/^There is no .*\.$/)]);
  }
  expect((await client.send('GET', '/jobs?type=pdf-splt')).body.message).toMatch(/there are .*pdf-split/);
});

test('formats are accepted by their extensions, and options by their aliases', async () => {
  expect((await create('image-convert', { outputFormat: 'jpg' })).body.options.outputFormat).toBe('jpeg');
  expect((await create('image-convert', { format: 'TIF' })).body.options.outputFormat).toBe('tiff');
  const document = { filename: 'a.pdf', fileSize: 9, contentType: 'application/pdf' };
  const images = await create('pdf-to-image', { outputFormat: 'jpg' }, document);
  expect(images.body.options.format).toBe('jpeg');
});

test('every route refuses an unknown query parameter', async () => {
  for (const path of ['/usage?days=3', '/job-types?a=1', '/jobs?state=queued', '/?x=1']) {
    const { status, body } = await client.send('GET', path);
    expect([status, body.code], path).toEqual([400, 'validation_failed']);
    expect(body.message, path).toMatch(
      /^`\w+` is not a known parameter; (known: .*status|this address takes none)/,
    );
  }
});

test('a 401 says which API key to send, and how', async () => {
  const said = {
    undefined: /^Send an API key/,
    nonsense: /fm_live_ followed by 36/,
    fm_live_short: /Copy it again/,
  };
  for (const [key, message] of Object.entries({ ...said, [`fm_live_${'a'.repeat(36)}`]: /API key/ })) {
    const given = key === 'undefined' ? undefined : key;
    const { status, headers, body } = await new Client(service.url, given).send('GET', '/jobs');
    expect(status).toBe(401);
    expect(body.message).toMatch(message);
    expect(headers.get('www-authenticate')).toMatch(/^Bearer/);
  }
});

test('an upload sent as a form is refused with the Content-Type to set', async () => {
  const job = await client.create({ type: 'image-convert', options: { outputFormat: 'webp' }, ...picture });
  const answer = await fetch(job.uploadUrl!, {
    method: 'PUT',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new Uint8Array(bytes),
  });
  expect(answer.status).toBe(400);
  expect(((await answer.json()) as ErrorBody).message).toMatch(/set the header Content-Type to image\/png/);
});

test('creating a webhook with a private address is refused', async () => {
  const { person, workspaceId } = await firstUser(service);
  for (const url of ['http://127.0.0.1:9/', 'http://localhost/', 'https://10.1.2.3/', 'http://[::1]/']) {
    const answer = await person.send('POST', `/workspaces/${workspaceId}/webhooks`, { url });
    expect([answer.status, answer.body.details?.[0]?.path], url).toEqual([400, 'url']);
  }
});

test('a job is refused if no single worker has everything it needs', async () => {
  const { rows } = await sql<{ engines: object; facts: object }>`select engines, facts from workers`.execute(
    service.db,
  );
  const { engines, facts } = rows[0] as never;
  const less = (without: string) => {
    const { [without]: _, ...rest } = engines as Record<string, string>;
    return { engines: rest, facts };
  };
  const scan = { filename: 'a.pdf', fileSize: 9, contentType: 'application/pdf' };
  const ocr = () => create('ocr', { outputFormat: 'txt' }, scan);
  expect((await ocr()).status).toBe(201);
  await registerWorker(service.db, 'test', less('tesseract'));
  await registerWorker(service.db, 'other', less('poppler'));
  expect((await ocr()).body.code).toBe('feature_not_available');
  await registerWorker(service.db, 'whole', { engines, facts });
  expect((await ocr()).status).toBe(201);
  // A worker that has not been seen for a minute does not count while others are alive.
  await sql`update workers set seen_at = now() - interval '61 seconds' where id = 'whole'`.execute(
    service.db,
  );
  expect((await ocr()).body.code).toBe('feature_not_available');
  await registerWorker(service.db, 'test', { engines, facts });
});

test('a job type whose engine is being installed is refused with that reason until it is ready', async () => {
  const { rows } = await sql<{ engines: object; facts: object }>`select engines, facts from workers
    where id = 'test'`.execute(service.db);
  const { engines, facts } = rows[0] as never;
  const { tesseract: _, ...others } = engines as Record<string, string>;
  const scan = { filename: 'a.pdf', fileSize: 9, contentType: 'application/pdf' };
  const readOcr = async () => {
    const { jobTypes } = (await client.send<{ jobTypes: { id: string }[] }>('GET', '/job-types')).body;
    return jobTypes.find(({ id }) => id === 'ocr');
  };
  await sql`delete from workers where id <> 'test'`.execute(service.db);
  await registerWorker(service.db, 'test', { engines: others, facts, installing: ['tesseract', 'pandoc'] });
  expect(await readOcr()).toMatchObject({ state: 'installing', installing: ['tesseract'] });
  const refused = await create('ocr', { outputFormat: 'txt' }, scan);
  expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable', retryAfter: 15 } });
  expect(refused.body.message).toBe(
    'ocr needs tesseract here, which is still being installed. Try again in a minute.',
  );
  await registerWorker(service.db, 'test', { engines, facts });
  expect(await readOcr()).toMatchObject({ state: 'ready', available: true });
  expect((await create('ocr', { outputFormat: 'txt' }, scan)).status).toBe(201);
});

test('a replay succeeds even if the plan has changed since', async () => {
  const own = await service.client({ plan: 'enterprise' });
  const large = { ...picture, fileSize: 3_000_000_000 };
  const body = { type: 'image-convert', options: { outputFormat: 'webp' }, ...large };
  const key = { 'idempotency-key': 'large' };
  const first = await own.create(body, key);
  await sql`update workspaces set plan_id = 'developer' where id = ${own.workspaceId}`.execute(service.db);
  const again = await own.post<CreatedJob>('/jobs', body, key);
  expect([again.status, again.body.id]).toEqual([200, first.id]);
  expect((await own.send('POST', '/jobs', body)).body.code).toBe('file_too_large');
  const other = await own.send('POST', '/jobs', { ...body, fileSize: 4_000_000_000 }, key);
  expect(other.body.code).toBe('idempotency_conflict');
});

test('an erased job emits no event when its retention ends', async () => {
  const job = await client.create({ type: 'image-convert', options: { outputFormat: 'webp' }, ...picture });
  await client.send('DELETE', `/jobs/${job.id}`);
  await sql`update jobs set status = 'completed', expires_at = now() - interval '1 hour' where id = ${job.id}`.execute(
    service.db,
  );
  await sql`select jobs_expire(100)`.execute(service.db);
  const { rows } = await sql`select from events where job_id = ${job.id} and type = 'job.expired'`.execute(
    service.db,
  );
  expect(rows).toEqual([]);
});

test('pdf-merge accepts one password, or one for each file', async () => {
  const file = { filename: 'a.pdf', fileSize: pdf(['a']).length, contentType: 'application/pdf' };
  const files = [file, file];
  const merge = (options: object) =>
    client.send<CreatedJob & ErrorBody>('POST', '/merge', { files, options });
  const { status, body } = await merge({ passwords: ['', 'secret'] });
  expect(status).toBe(201);
  expect(body.options).toEqual({ preserveBookmarks: true, fit: 'contain', margin: 0 });
  const both = await merge({ password: 'a', passwords: ['a', 'b'] });
  expect(both.body.details).toMatchObject([{ path: 'options.passwords' }]);
});
