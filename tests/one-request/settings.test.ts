import { beforeAll, describe, expect, test } from 'vitest';
import type { CreatedJob, Job } from '../../src/contract/schemas/job.ts';
import type { Recipe } from '../../src/contract/schemas/recipe.ts';
import type { RecipeRun } from '../../src/contract/schemas/run.ts';
import type { ErrorBody } from '../support/client.ts';
import { pdf } from '../support/samples.ts';
import type { TestService } from '../support/service.ts';
import { useSharedService } from '../support/use-service.ts';
import { curl } from './curl.ts';

const service = useSharedService();
let client: Awaited<ReturnType<TestService['client']>>;
beforeAll(async () => {
  client = await service.client();
});

const csv = 'name,n\nAda,1\n';
const twoPages = { 'two.pdf': pdf(['first', 'second']) };
const hoursKept = (job: Job) => (Date.parse(job.expiresAt!) - Date.parse(job.completedAt!)) / 3_600_000;
const read = (id: string) => client.expect(client.get<Job>(`/jobs/${id}`));
const isExpired = (id: string) => expect.poll(async () => (await read(id)).status).toBe('expired');
const countFiles = async (ids: string[]) =>
  Number(
    (
      await service.db
        .selectFrom('artifacts')
        .select(eb => eb.fn.countAll().as('n'))
        .where('job_id', 'in', ids)
        .executeTakeFirstOrThrow()
    ).n,
  );

describe('metadata and retentionHours', () => {
  test('of a one-request call are stored with its job and determine the retention', async () => {
    const fields = ['-F', 'metadata={"ref":"A-17"}', '-F', 'retentionHours=2', '-F', 'file=@a.csv'];
    const answer = await curl(client, '/convert/json', fields, { 'a.csv': csv });
    expect(answer.status).toBe(200);
    const job = await read(answer.headers.get('x-job-id')!);
    expect(job).toMatchObject({ metadata: { ref: 'A-17' }, retentionHours: 2 });
    expect(job).not.toHaveProperty('deleteAfterDownload');
    expect(hoursKept(job)).toBeCloseTo(2, 2);
    const inQuery = await curl(
      client,
      '/convert/json?retentionHours=3&filename=a.csv',
      ['--data-binary', '@a.csv'],
      {
        'a.csv': csv,
      },
    );
    expect(hoursKept(await read(inQuery.headers.get('x-job-id')!))).toBeCloseTo(3, 2);
  });

  test('apply to jobs and merges, including failed and canceled ones', async () => {
    const made = { type: 'document-convert', filename: 'a.pdf', contentType: 'application/pdf', fileSize: 9 };
    const job = await client.create({ ...made, options: { outputFormat: 'txt' }, retentionHours: 5 });
    expect(job).toMatchObject({ retentionHours: 5, metadata: {} });
    expect(hoursKept(await client.expect(client.post(`/jobs/${job.id}/cancel`)))).toBeCloseTo(5, 2);
    const failing = { ...made, options: { outputFormat: 'txt' }, retentionHours: 6, autoStart: true };
    const failed = await client.create(failing);
    await client.upload(failed.uploadUrl!, Buffer.from('%PDF-1.7\n'));
    const end = await client.end(failed.id);
    expect([end.status, Math.round(hoursKept(end))]).toEqual(['failed', 6]);
    const file = { filename: 'a.pdf', contentType: 'application/pdf', fileSize: 9 };
    const merge = await client.expect(
      client.post<CreatedJob>('/merge', { files: [file, file], metadata: { of: 'two' }, retentionHours: 7 }),
    );
    expect(merge).toMatchObject({ metadata: { of: 'two' }, retentionHours: 7 });
  });

  test.each([
    [{ retentionHours: 721 }, '`retentionHours` must be at most 720, the retention of the plan enterprise.'],
    [{ retentionHours: 0 }, '`retentionHours` must be at least 1.'],
    [
      { callbackUrl: 'ftp://example.com' },
      '`callbackUrl` must be an http or https address of at most 2048 characters.',
    ],
    [
      { callbackUrl: 'http://127.0.0.1:9/' },
      '`callbackUrl` must lead to a public address: private ones are not contacted unless WEBHOOK_ALLOW_HOSTS lists them.',
    ],
    [{ deleteAfterDownload: 'yes' }, '`deleteAfterDownload` must be true or false.'],
  ])('%j is refused', async (given, message) => {
    const file = { filename: 'a.csv', contentType: 'text/csv', fileSize: 3 };
    const options = { outputFormat: 'json' };
    const answer = await client.post<ErrorBody>('/jobs', {
      type: 'document-convert',
      ...file,
      options,
      ...given,
    });
    expect([answer.status, answer.body.message]).toEqual([400, message]);
    const [[name, value]] = Object.entries(given) as [[string, string | number]];
    const sent = await curl(client, '/convert/json', ['-F', `${name}=${value}`, '-F', 'file=@a.csv'], {
      'a.csv': csv,
    });
    expect([sent.status, sent.json<ErrorBody>().message]).toEqual([400, message]);
  });

  test('are refused if they are not valid JSON or given twice', async () => {
    const send = async (...fields: string[]) =>
      (
        await curl(client, '/convert/json', [...fields.flatMap(each => ['-F', each]), '-F', 'file=@a.csv'], {
          'a.csv': csv,
        })
      ).json<ErrorBody>().message;
    expect(await send('metadata=A-17')).toBe(
      '`metadata` must be a JSON object of strings, like {"ref": "A-17"}.',
    );
    expect(await send('retentionHours=1', 'retentionHours=2')).toBe('`retentionHours` is given twice.');
  });

  test('an error says where a misplaced field belongs, and names options as they were sent', async () => {
    const send = async (path: string, ...fields: string[]) =>
      (
        await curl(client, path, [...fields.flatMap(each => ['-F', each]), '-F', 'file=@a.csv'], {
          'a.csv': csv,
        })
      ).json<ErrorBody>();
    expect((await send('/convert/json', 'wait=5')).message).toMatch(/^Send `wait` in the URL/);
    expect((await send('/convert/json', 'filename=b.csv')).message).toMatch(/^Send the name with the file/);
    expect((await send('/run/document-convert')).message).toMatch(/^`outputFormat` is required/);
    const unknown = await send('/run/document-convert', 'colour=red');
    expect(unknown.details![0]).toMatchObject({
      path: 'options.colour',
      message: expect.stringMatching(/^`colour` is not a known field; known: outputFormat/),
    });
    expect((await send('/run/document-convert?format=json', 'pages=1')).message).toBe(
      '`pages` must be left out: it has no effect on a conversion from csv to json.',
    );
  });

  test('conflict if they differ for the same idempotency key', async () => {
    const send = (...fields: string[]) =>
      curl(
        client,
        '/convert/json',
        [...fields.flatMap(each => ['-F', each]), '-F', 'file=@a.csv', '-H', 'Idempotency-Key: one'],
        { 'a.csv': csv },
      );
    expect((await send('metadata={"a":"1"}')).status).toBe(200);
    expect((await send('metadata={"a":"1"}')).headers.get('idempotency-replayed')).toBe('true');
    expect((await send('metadata={"a":"2"}')).status).toBe(409);
    expect((await send()).status).toBe(409);
  });
});

describe('deleteAfterDownload', () => {
  test('deletes the files of a one-request call after the response is sent', async () => {
    const answer = await curl(client, '/convert/json?deleteAfterDownload=true', ['-F', 'file=@a.csv'], {
      'a.csv': csv,
    });
    expect(answer.json()).toEqual([{ name: 'Ada', n: '1' }]);
    const id = answer.headers.get('x-job-id')!;
    await isExpired(id);
    await expect.poll(() => countFiles([id])).toBe(0);
  });

  test('does not count an interrupted download', async () => {
    // More than the buffers between the two ends can hold.
    const long = `a\n${`${'x'.repeat(1_000_000)}\n`.repeat(30)}`;
    const fields = ['-F', 'deleteAfterDownload=true', '-F', 'file=@a.csv', '-H', 'Accept: application/json'];
    const job = (await curl(client, '/convert/json', fields, { 'a.csv': long })).json<Job>();
    const broken = new AbortController();
    const { body } = await fetch(job.result!.downloadUrl!, { signal: broken.signal });
    await body!.getReader().read();
    broken.abort();
    await expect
      .poll(async () => (await fetch(job.result!.downloadUrl!, { method: 'HEAD' })).status)
      .toBe(200);
    expect((await client.download(job.result!.downloadUrl!)).length).toBeGreaterThan(30_000_000);
    await isExpired(job.id);
  });

  test('waits for every output, and ignores range and HEAD requests', async () => {
    const fields = [
      '-F',
      'deleteAfterDownload=true',
      '-F',
      'file=@two.pdf',
      '-H',
      'Accept: application/json',
    ];
    const job = (await curl(client, '/run/pdf-split', fields, twoPages)).json<Job>();
    expect(job).toMatchObject({ status: 'completed', deleteAfterDownload: true });
    const [one, two] = job.result!.files.map(file => file.downloadUrl!) as [string, string];
    for (const url of [one, two]) {
      expect((await fetch(url, { method: 'HEAD' })).status).toBe(200);
      const part = await fetch(url, { headers: { range: 'bytes=0-' } });
      expect([part.status, (await part.bytes()).length > 100]).toEqual([206, true]);
    }
    await client.download(one);
    await client.download(one);
    expect((await read(job.id)).status).toBe('completed');
    await client.download(two);
    await isExpired(job.id);
    expect((await fetch(one)).status).toBe(404);
  });

  test('counts the ZIP as a download of all outputs', async () => {
    const fields = [
      '-F',
      'deleteAfterDownload=true',
      '-F',
      'file=@two.pdf',
      '-H',
      'Accept: application/json',
    ];
    const job = (await curl(client, '/run/pdf-split', fields, twoPages)).json<Job>();
    await client.download(job.result!.archiveUrl!);
    await isExpired(job.id);
  });

  test('of a run deletes the files of all steps and the uploaded input', async () => {
    const step = (outputFormat: string) => ({ jobType: 'document-convert', options: { outputFormat } });
    const recipe = await client.expect(
      client.post<Recipe>('/recipes', { name: 'Twice', steps: [step('json'), step('yaml')] }),
    );
    const fields = [
      '-F',
      'deleteAfterDownload=true',
      '-F',
      'metadata={"ref":"R"}',
      '-F',
      'retentionHours=4',
      '-F',
      'file=@a.csv',
    ];
    const sent = await curl(
      client,
      `/run/recipes/${recipe.id}`,
      [...fields, '-H', 'Accept: application/json'],
      { 'a.csv': csv },
    );
    const run = sent.json<RecipeRun>();
    expect(run).toMatchObject({
      status: 'completed',
      metadata: { ref: 'R' },
      retentionHours: 4,
      deleteAfterDownload: true,
    });
    const [first, last] = run.steps as [RecipeRun['steps'][number], RecipeRun['steps'][number]];
    expect(await read(first.jobId!)).toMatchObject({ metadata: { ref: 'R' }, retentionHours: 4 });
    const ids = [first.jobId!, last.jobId!, run.inputArtifactId.replace('art_', 'job_')];
    await client.download(first.outputs[0]!.downloadUrl!);
    expect(await countFiles(ids)).toBe(3);
    await client.download(run.result!.downloadUrl!);
    await isExpired(last.jobId!);
    await expect.poll(() => countFiles(ids)).toBe(0);

    const source = (
      await curl(client, '/convert/csv?filename=b.json', [
        '--data-binary',
        '[{"a":1}]',
        '-H',
        'Accept: application/json',
      ])
    ).json<Job>();
    const inputArtifactId = source.result!.files[0]!.artifactId;
    const start = (body: object) =>
      client.post<RecipeRun>(
        `/recipes/${recipe.id}/runs`,
        { inputArtifactId, ...body },
        { 'idempotency-key': 'run' },
      );
    const made = await client.expect(start({ retentionHours: 9, metadata: { a: 'b' } }));
    expect(made).toMatchObject({ retentionHours: 9, metadata: { a: 'b' } });
    expect((await start({ metadata: { a: 'b' }, retentionHours: 9 })).body.id).toBe(made.id);
    expect((await start({ retentionHours: 8, metadata: { a: 'b' } })).status).toBe(409);
  });
});
