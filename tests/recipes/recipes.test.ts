import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Recipe, RecipeVersion } from '../../src/contract/schemas/recipe.ts';
import type { RecipeRun } from '../../src/contract/schemas/run.ts';
import { waitForPeriodStart } from '../support/calendar.ts';
import type { ErrorBody } from '../support/client.ts';
import { pdf, png } from '../support/samples.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let client: Caller;
type Caller = Awaited<ReturnType<TestService['client']>>;
beforeAll(async () => {
  service = await startService('all');
  client = await service.client();
});
afterAll(() => service.stop());

const document = (outputFormat: string) => ({
  name: `To ${outputFormat}`,
  jobType: 'document-convert',
  config: { tab: 'document', processingMode: 'server', document: { outputFormat } },
});
const image = (outputFormat: string) => ({
  name: `To ${outputFormat}`,
  jobType: 'image-convert',
  config: { tab: 'image', processingMode: 'server', image: { outputFormat } },
});
const pdfStep = (jobType: string, options: object = {}) => ({
  name: jobType,
  jobType,
  config: { tab: 'pdf', processingMode: 'server', pdf: options },
});

const recipe = (steps: unknown[], by: Caller = client) =>
  by.expect(by.post<Recipe>('/recipes', { name: 'A recipe', description: 'For a test', steps }));

async function end(id: string, by: Caller = client): Promise<RecipeRun> {
  let run: RecipeRun | undefined;
  await expect
    .poll(
      async () => {
        run = await by.expect(by.get<RecipeRun>(`/recipe-runs/${id}`));
        return run.status;
      },
      { timeout: 100_000, interval: 100 },
    )
    .toMatch(/completed|failed|canceled/);
  return run!;
}

/** Uploads an input whose job is never started. */
async function artifact(bytes: Buffer, filename: string, by: Caller = client): Promise<string> {
  const [type, options] = filename.endsWith('.pdf')
    ? ['pdf-split', {}]
    : ['image-convert', { outputFormat: 'webp' }];
  const job = await by.create({
    type,
    filename,
    fileSize: bytes.length,
    contentType: 'application/octet-stream',
    options,
  });
  await by.upload(job.uploadUrl!, bytes);
  return (await by.get(`/jobs/${job.id}`)).body.inputs[0]!.artifactId!;
}

describe('creating', () => {
  test('returns the saved recipe, which can be fetched, listed and deleted', async () => {
    const own = await service.client();
    const created = await recipe([document('txt'), document('html')], own);
    expect(created).toMatchObject({
      id: expect.stringMatching(/^rcp_/),
      name: 'A recipe',
      description: 'For a test',
      steps: [
        {
          index: 0,
          name: 'To txt',
          jobType: 'document-convert',
          config: { tab: 'document', processingMode: 'server', document: { outputFormat: 'txt' } },
        },
        { index: 1, name: 'To html' },
      ],
    });
    expect(created.accepts).toContain('pdf');
    expect((await own.get<Recipe>(`/recipes/${created.id}`)).body).toEqual(created);
    const second = await recipe([image('png')], own);
    const page = await own.get<{ recipes: Recipe[]; nextCursor: string }>('/recipes?limit=1');
    expect(page.body.recipes.map(each => each.id)).toEqual([second.id]);
    const rest = await own.get<{ recipes: Recipe[]; nextCursor: null }>(
      `/recipes?cursor=${page.body.nextCursor}`,
    );
    expect(rest.body).toMatchObject({ recipes: [{ id: created.id }], nextCursor: null });
    expect((await own.send('DELETE', `/recipes/${created.id}`)).status).toBe(204);
    expect((await own.send('GET', `/recipes/${created.id}`)).body.code).toBe('recipe_not_found');
    expect((await client.send('GET', `/recipes/${second.id}`)).body.code).toBe('recipe_not_found');
  });

  test.each<[string, unknown[], string]>([
    ['no steps', [], 'steps'],
    ['nine steps', Array.from({ length: 9 }, () => image('png')), 'steps'],
    [
      'a split that is not the last step',
      [pdfStep('pdf-split'), pdfStep('pdf-rotate', { angle: 90 })],
      'steps.0.jobType',
    ],
    [
      'an ocr that is not the last step',
      [
        { name: 'Read', jobType: 'ocr', config: { tab: 'ocr', ocr: { outputFormat: 'txt' } } },
        document('html'),
      ],
      'steps.0.jobType',
    ],
    ['a step with many outputs that is not the last', [document('png'), image('webp')], 'steps.0'],
    ['pdf-merge', [pdfStep('pdf-merge')], 'steps.0.jobType'],
    ['a stamp without its image', [pdfStep('pdf-stamp')], 'steps.0.artifacts'],
    [
      'a role that the job type does not have',
      [{ ...pdfStep('pdf-rotate', { angle: 90 }), artifacts: { stamp: 'art_x' } }],
      'steps.0.artifacts.stamp',
    ],
    ['an unknown job type', [image('png'), { ...image('png'), jobType: 'image-dance' }], 'steps.1.jobType'],
    [
      'a tab of another job type',
      [{ ...image('png'), config: { tab: 'pdf', processingMode: 'server', pdf: {} } }],
      'steps.0.config.tab',
    ],
    [
      'an unsupported processing mode',
      [
        {
          ...image('png'),
          config: { tab: 'image', processingMode: 'browser', image: { outputFormat: 'png' } },
        },
      ],
      'steps.0.config.processingMode',
    ],
    [
      'options under another name',
      [{ ...image('png'), config: { tab: 'image', processingMode: 'server', options: {} } }],
      'steps.0.config.options',
    ],
    [
      'an invalid option',
      [
        image('png'),
        {
          ...image('png'),
          config: { tab: 'image', processingMode: 'server', image: { outputFormat: 'docx' } },
        },
      ],
      'steps.1.config.image.outputFormat',
    ],
    [
      'a step that does not accept the output of the previous one',
      [document('txt'), image('png')],
      'steps.1',
    ],
  ])('refuses %s with the path of the step and the reason', async (_name, steps, path) => {
    const answer = await client.send('POST', '/recipes', { name: 'x', description: '', steps });
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe('validation_failed');
    expect(answer.body.details![0]!.path).toBe(path);
    expect(answer.body.message!.length).toBeGreaterThan(10);
  });

  test('refuses line breaks and control characters in names of recipes and steps', async () => {
    for (const name of ['a\nb', 'a\u0007', 'a\u009b', 'a\u2028b']) {
      const steps = [{ ...image('png'), name }];
      const bodies = [
        { name, steps: [image('png')] },
        { name: 'x', steps },
      ];
      const answers = await Promise.all(bodies.map(body => client.send('POST', '/recipes', body)));
      expect(answers.map(({ body }) => body.details?.[0]?.path)).toEqual(['name', 'steps.0.name']);
    }
  });

  test('keeps a password in a step write-only', async () => {
    const created = await recipe([pdfStep('pdf-rotate', { angle: 90, password: 'hunter2 hunter2' })]);
    expect(JSON.stringify(created)).not.toContain('hunter2');
    const { rows } = await sql<{
      row: string;
    }>`select to_jsonb(r)::text as row from recipes r where id = ${created.id}`.execute(service.db);
    expect(rows[0]!.row).not.toContain('hunter2');
  });
});

describe('running', () => {
  test('the example of the specification converts an artifact from PDF to txt to html', async () => {
    const { id } = await recipe([document('txt'), document('html')]);
    const inputArtifactId = await artifact(pdf(['Hello <mill>']), 'letter.pdf');
    const { status, body } = await client.post<RecipeRun>(`/recipes/${id}/runs`, { inputArtifactId });
    expect(status).toBe(201);
    expect(body).toMatchObject({ id: expect.stringMatching(/^run_/), recipeId: id, inputArtifactId });
    expect(body.steps.map(step => step.status)).toEqual([
      expect.stringMatching(/queued|processing/),
      'waiting',
    ]);
    const run = await end(body.id);
    expect(run.status).toBe('completed');
    const runsOf = async (recipeId: string) =>
      (await client.get<{ runs: RecipeRun[] }>(`/recipe-runs?recipeId=${recipeId}`)).body.runs;
    expect((await runsOf(id)).map(each => each.id)).toEqual([body.id]);
    expect(await runsOf('rec_none')).toEqual([]);
    expect(run.steps.map(step => step.status)).toEqual(['completed', 'completed']);
    const [text, html] = run.steps.map(step => step.outputs[0]!);
    expect([text!.filename, html!.filename]).toEqual(['letter.txt', 'letter.html']);
    expect(Buffer.from(await client.download(text!.downloadUrl!)).toString()).toContain('Hello <mill>');
    expect(Buffer.from(await client.download(html!.downloadUrl!)).toString()).toContain('Hello &lt;mill&gt;');
    const step = await client.get(`/jobs/${run.steps[1]!.jobId}`);
    expect(step.body).toMatchObject({ source: 'recipe', status: 'completed' });
    expect((await client.post<ErrorBody>(`/jobs/${run.steps[1]!.jobId}/cancel`)).body.code).toBe(
      'job_not_found',
    );
    expect((await client.post(`/jobs/${run.steps[1]!.jobId}/refresh-url`)).status).toBe(200);
    const { rows } = await sql<{ type: string }>`select type from events where run_id = ${body.id}`.execute(
      service.db,
    );
    expect(rows).toEqual([{ type: 'run.completed' }]);
  });

  test('steps with several files take the additional ones from stored artifacts', async () => {
    const stamp = await artifact(png(80, 40), 'stamp.png');
    const earlier = await artifact(pdf(['alpha beta gamma']), 'earlier.pdf');
    const steps = [
      { ...pdfStep('pdf-stamp', { position: 'top' }), artifacts: { stamp } },
      { ...pdfStep('pdf-compare'), artifacts: { new: earlier } },
    ];
    const made = await recipe(steps);
    expect(made.steps.map(({ artifacts }) => artifacts)).toEqual([{ stamp }, { new: earlier }]);
    const inputArtifactId = await artifact(pdf(['alpha delta gamma']), 'later.pdf');
    const { body } = await client.post<RecipeRun>(`/recipes/${made.id}/runs`, { inputArtifactId });
    const run = await end(body.id);
    expect(run.status).toBe('completed');
    const { body: stamped } = await client.get(`/jobs/${run.steps[0]!.jobId}`);
    expect(stamped.inputs.map(({ filename, role }) => [filename, role])).toEqual([
      ['later.pdf', undefined],
      ['stamp.png', 'stamp'],
    ]);
    const report = await client.download(run.steps[1]!.outputs[0]!.downloadUrl!);
    expect(JSON.parse(Buffer.from(report).toString()).changes).toMatchObject([
      { kind: 'changed', old: { text: 'delta' }, new: { text: 'beta' } },
    ]);
    const wrong = [{ ...pdfStep('pdf-compare'), artifacts: { new: stamp } }];
    const refused = await client.send('POST', '/recipes', { name: 'x', description: '', steps: wrong });
    expect(refused.body.details![0]!.path).toBe('steps.0.artifacts.new');
    const gone = 'art_01j0000000000000000000000';
    const unknown = [{ ...pdfStep('pdf-compare'), artifacts: { new: gone } }];
    const missing = await client.send('POST', '/recipes', { name: 'x', description: '', steps: unknown });
    expect([missing.status, missing.body.code]).toEqual([404, 'artifact_not_found']);
  });

  test("an input can be a job's output by index or an artifact, and both share an idempotency scope", async () => {
    const split = await client.run({
      type: 'pdf-split',
      filename: 'book.pdf',
      bytes: pdf(['first', 'second', 'third']),
    });
    const { id } = await recipe([document('txt')]);
    const body = { inputJobId: split.id, inputOutputIndex: 1 };
    const first = await client.post<RecipeRun>(`/recipes/${id}/runs`, body, { 'idempotency-key': 'k' });
    expect(first.status).toBe(201);
    const again = await client.post<RecipeRun>(
      `/recipes/${id}/runs`,
      { inputArtifactId: split.result!.files[1]!.artifactId },
      { 'idempotency-key': 'k' },
    );
    expect(again.status).toBe(200);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body.id).toBe(first.body.id);
    const other = await client.post<RecipeRun>(
      `/recipes/${id}/runs`,
      { ...body, inputOutputIndex: 2 },
      { 'idempotency-key': 'k' },
    );
    expect(other.status).toBe(201);
    const run = await end(first.body.id);
    expect(
      Buffer.from(await client.download(run.steps[0]!.outputs[0]!.downloadUrl!))
        .toString()
        .trim(),
    ).toBe('second');
  });

  test('a failed step skips the remaining steps, and only steps that ran are counted', async () => {
    await waitForPeriodStart('day');
    const own = await service.client({ plan: 'developer' });
    const { id } = await recipe(
      [pdfStep('pdf-extract', { pages: '7' }), document('txt'), document('html')],
      own,
    );
    const inputArtifactId = await artifact(pdf(['only one']), 'short.pdf', own);
    const created = await own.expect(own.post<RecipeRun>(`/recipes/${id}/runs`, { inputArtifactId }));
    const reserved = await own.get<{ quotas: { operations: { used: number } } }>('/usage');
    expect(reserved.body.quotas.operations.used).toBeGreaterThanOrEqual(1);
    const run = await end(created.id, own);
    expect(run.status).toBe('failed');
    expect(run.steps.map(step => step.status)).toEqual(['failed', 'skipped', 'skipped']);
    expect(run.steps[0]!.failure).toMatchObject({ code: 'processing_failed', reason: 'option_mismatch' });
    const usage = await own.get<{ quotas: Record<string, { used: number }> }>('/usage');
    expect(usage.body.quotas.operations!.used).toBe(1);
    expect(usage.body.quotas.operations_daily!.used).toBe(1);
  });

  test('a run that would exceed the quota is refused, and nothing is counted', async () => {
    await waitForPeriodStart('day');
    const own = await service.client({ plan: 'developer' });
    const { id } = await recipe([image('png'), image('webp'), image('png')], own);
    const inputArtifactId = await artifact(png(9, 9), 'a.png', own);
    await sql`insert into usage_counters values (${own.workspaceId}, 'operations_daily', (now() at time zone 'UTC')::date, 1998)`.execute(
      service.db,
    );
    const refused = await own.post<ErrorBody>(
      `/recipes/${id}/runs`,
      { inputArtifactId },
      { 'idempotency-key': 'q' },
    );
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({ code: 'quota_exceeded', quotaKey: 'operations_daily' });
    const usage = await own.get<{ quotas: Record<string, { used: number }> }>('/usage');
    expect(usage.body.quotas.operations!.used).toBe(0);
    await sql`update usage_counters set used = 1997 where workspace_id = ${own.workspaceId} and quota = 'operations_daily'`.execute(
      service.db,
    );
    const run = await own.post<RecipeRun>(
      `/recipes/${id}/runs`,
      { inputArtifactId },
      { 'idempotency-key': 'q' },
    );
    expect(run.status).toBe(201);
    expect((await end(run.body.id, own)).status).toBe('completed');
  });

  test('a replay returns its run, even if the plan has changed or the input is deleted', async () => {
    const job = await client.run({
      type: 'pdf-split',
      filename: 'book.pdf',
      bytes: pdf(['first', 'second']),
    });
    const { id } = await recipe([document('txt')]);
    const [file] = job.result!.files;
    const start = (body: object) =>
      client.post<RecipeRun>(`/recipes/${id}/runs`, body, { 'idempotency-key': 'lost-answer' });
    const made = await start({ inputArtifactId: file!.artifactId });
    expect(made.status).toBe(201);
    const { plan_id: plan } = await service.db
      .selectFrom('workspaces')
      .select('plan_id')
      .where('id', '=', client.workspaceId)
      .executeTakeFirstOrThrow();
    const include = (families: string[] | null) =>
      service.db.updateTable('plans').set({ families }).where('id', '=', plan).execute();
    await include(['image']);
    const byJob = await start({ inputJobId: job.id, inputOutputIndex: 0 });
    const fresh = await start({ inputJobId: job.id, inputOutputIndex: 1 });
    await include(null);
    expect([byJob.status, byJob.body.id, fresh.status]).toEqual([200, made.body.id, 403]);
    await end(made.body.id);
    await client.send('DELETE', `/jobs/${job.id}`);
    const again = await start({ inputArtifactId: file!.artifactId });
    expect(again).toMatchObject({ status: 200, body: { id: made.body.id, status: 'completed' } });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const other = await client.post<ErrorBody>(`/recipes/${id}/runs`, { inputArtifactId: file!.artifactId });
    expect(other.body.code).toBe('artifact_not_found');
  });

  test('a run is refused if the storage is full, and nothing is counted', async () => {
    const own = await service.client({ plan: 'developer' });
    const { id } = await recipe([image('webp')], own);
    const inputArtifactId = await artifact(png(9, 9), 'a.png', own);
    const fill = (bytes: number) =>
      service.db
        .updateTable('storage_counters')
        .set({ bytes })
        .where('workspace_id', '=', own.workspaceId)
        .execute();
    await fill(50_000_000_000);
    const refused = await own.post<ErrorBody>(`/recipes/${id}/runs`, { inputArtifactId });
    expect(refused).toMatchObject({ status: 429, body: { quotaKey: 'storage_bytes' } });
    const usage = await own.get<{ quotas: Record<string, { used: number }> }>('/usage');
    expect(usage.body.quotas.operations!.used).toBe(0);
    await fill(100);
    expect((await own.post(`/recipes/${id}/runs`, { inputArtifactId })).status).toBe(201);
  });

  test('cancel stops a run, and the steps that did not run are not counted', async () => {
    await waitForPeriodStart('day');
    const own = await service.client();
    const steps = Array.from({ length: 8 }, () => pdfStep('pdf-rotate', { angle: 90 }));
    const { id } = await recipe(steps, own);
    // Long enough that its eight steps are far from done when it is canceled.
    const inputArtifactId = await artifact(
      pdf(Array.from({ length: 2000 }, (_, i) => `page ${i}`)),
      'long.pdf',
      own,
    );
    const { id: runId } = await own.expect(own.post<RecipeRun>(`/recipes/${id}/runs`, { inputArtifactId }));
    const canceled = await own.expect(own.post<RecipeRun>(`/recipe-runs/${runId}/cancel`));
    expect(canceled.status).toBe('canceled');
    expect(canceled.steps.at(-1)!.status).toBe('skipped');
    expect((await own.post<ErrorBody>(`/recipe-runs/${runId}/cancel`)).body.code).toBe('invalid_state');
    const jobs = canceled.steps.filter(step => step.jobId).length;
    const usage = await own.get<{ quotas: Record<string, { used: number }> }>('/usage');
    expect(usage.body.quotas.operations!.used).toBe(jobs);
    await own.expect(own.get<RecipeRun>(`/recipe-runs/${runId}`));
    const listed = await own.get<{ runs: RecipeRun[] }>('/recipe-runs');
    expect(listed.body.runs.map(run => run.id)).toEqual([runId]);
    const { rows: events } = await sql<{ type: string }>`
      select type from events where workspace_id = ${own.workspaceId} order by seq desc limit 2`.execute(
      service.db,
    );
    expect(events.map(({ type }) => type)).toEqual(['run.canceled', 'job.canceled']);
  });
});

describe('refused runs', () => {
  test('an artifact that is deleted while the run is created is 404', async () => {
    const { id } = await recipe([image('webp')]);
    const inputArtifactId = await artifact(png(4, 4), 'a.png');
    const made = await service.db.transaction().execute(async trx => {
      await trx.deleteFrom('artifacts').where('id', '=', inputArtifactId).execute();
      const posted = client.post<ErrorBody>(`/recipes/${id}/runs`, { inputArtifactId });
      await expect
        .poll(async () => {
          const waiting = sql`select from pg_stat_activity where datname = current_database()
            and wait_event_type = 'Lock'`;
          return (await waiting.execute(service.db)).rows.length;
        })
        .toBeGreaterThan(0);
      return { posted };
    });
    const { status, body } = await made.posted;
    expect([status, body.code]).toEqual([404, 'artifact_not_found']);
  });

  test.each<[string, (id: string) => object, number, string]>([
    ['neither an artifact nor a job', () => ({}), 400, 'validation_failed'],
    [
      'both an artifact and a job',
      id => ({ inputArtifactId: id, inputJobId: 'job_x', inputOutputIndex: 0 }),
      400,
      'validation_failed',
    ],
    [
      'a job without an index',
      () => ({ inputJobId: 'job_00000000000000000000000000' }),
      400,
      'validation_failed',
    ],
    [
      'an unknown artifact',
      () => ({ inputArtifactId: 'art_00000000000000000000000000' }),
      404,
      'artifact_not_found',
    ],
    [
      'an unknown job',
      () => ({ inputJobId: 'job_00000000000000000000000000', inputOutputIndex: 0 }),
      404,
      'job_not_found',
    ],
    [
      'an artifact that the first step does not accept',
      id => ({ inputArtifactId: id }),
      400,
      'invalid_file_type',
    ],
  ])('%s is refused', async (_name, body, status, code) => {
    const { id } = await recipe([pdfStep('pdf-rotate', { angle: 90 })]);
    const answer = await client.post<ErrorBody>(
      `/recipes/${id}/runs`,
      body(await artifact(png(3, 3), 'a.png')),
    );
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  test('an unknown recipe, an incomplete job and an index out of range are refused', async () => {
    const job = await client.create({
      type: 'image-convert',
      filename: 'a.png',
      fileSize: 5,
      contentType: 'image/png',
      options: { outputFormat: 'webp' },
    });
    const { id } = await recipe([image('png')]);
    const run = (recipeId: string, body: object) => client.post<ErrorBody>(`/recipes/${recipeId}/runs`, body);
    expect(
      (await run('rcp_00000000000000000000000000', { inputJobId: job.id, inputOutputIndex: 0 })).body.code,
    ).toBe('recipe_not_found');
    expect((await run(id, { inputJobId: job.id, inputOutputIndex: 0 })).body.code).toBe('invalid_state');
    const done = await client.run(
      { type: 'image-convert', filename: 'a.png', bytes: png(2, 2) },
      { outputFormat: 'webp' },
    );
    expect((await run(id, { inputJobId: done.id, inputOutputIndex: 1 })).body.code).toBe(
      'artifact_not_found',
    );
    expect((await client.send('GET', '/recipe-runs/run_x')).body.code).toBe('run_not_found');
    expect(
      (
        await (
          await service.client()
        ).post<ErrorBody>(`/recipes/${id}/runs`, { inputJobId: done.id, inputOutputIndex: 0 })
      ).body.code,
    ).toBe('recipe_not_found');
  });

  test('a key without the scope is refused', async () => {
    const reader = await service.client({ scopes: ['jobs:read', 'recipes:read'] });
    expect((await reader.get('/recipes')).status).toBe(200);
    expect(
      (await reader.send('POST', '/recipes', { name: 'x', description: '', steps: [image('png')] })).body
        .code,
    ).toBe('forbidden');
  });
});

test('job types list the installed languages', async () => {
  const { body } = await client.get<{ jobTypes: { id: string; choices?: Record<string, string[]> }[] }>(
    '/job-types',
  );
  for (const id of ['ocr', 'document-convert'])
    expect(body.jobTypes.find(job => job.id === id)?.choices?.languages).toContain('eng');
});

test('every save keeps the earlier version, which can be read and restored, and a run shows its version', async () => {
  const by = await service.client();
  const locked = pdfStep('pdf-protect', { userPassword: 'open sesame' });
  const { id, version } = await recipe([locked], by);
  expect(version).toBe(1);
  const started = await by.expect(
    by.post<RecipeRun>(`/recipes/${id}/runs`, { inputArtifactId: await artifact(pdf(['a']), 'a.pdf', by) }),
  );
  expect(started.recipeVersion).toBe(1);
  const changed = await by.expect(
    by.send<Recipe>('PUT', `/recipes/${id}`, { name: 'Changed', description: '', steps: [document('txt')] }),
  );
  expect(changed).toMatchObject({ version: 2, name: 'Changed', steps: [{ jobType: 'document-convert' }] });
  const list = () => by.expect(by.get<{ versions: RecipeVersion[] }>(`/recipes/${id}/versions`));
  expect((await list()).versions).toMatchObject([
    { version: 2, name: 'Changed', current: true },
    { version: 1, name: 'A recipe', current: false },
  ]);
  expect(await by.expect(by.get<Recipe>(`/recipes/${id}/versions/1`))).toMatchObject({
    version: 1,
    name: 'A recipe',
    steps: [{ jobType: 'pdf-protect', secretOptions: ['userPassword'] }],
  });
  const restored = await by.expect(by.post<Recipe>(`/recipes/${id}/versions/1/restore`));
  expect(restored).toMatchObject({
    version: 3,
    name: 'A recipe',
    steps: [{ secretOptions: ['userPassword'] }],
  });
  expect((await end(started.id, by)).recipeVersion).toBe(1);
  // Two saves at once are two versions.
  const save = (name: string) =>
    by.send<Recipe>('PUT', `/recipes/${id}`, { name, description: '', steps: [document('txt')] });
  await Promise.all([save('one'), save('other')]);
  expect((await list()).versions.map(each => each.version)).toEqual([5, 4, 3, 2, 1]);
  for (const wrong of ['9', '0', 'one', '1e0'])
    expect((await by.get(`/recipes/${id}/versions/${wrong}`)).status).toBe(404);
  const other = await service.client();
  expect((await other.get(`/recipes/${id}/versions`)).status).toBe(404);
  expect((await other.post(`/recipes/${id}/versions/1/restore`)).status).toBe(404);
  await by.send('DELETE', `/recipes/${id}`);
  expect((await by.get(`/recipes/${id}/versions/1`)).status).toBe(404);
  const { rows } = await sql`select from recipe_versions where recipe_id = ${id}`.execute(service.db);
  expect(rows).toEqual([]);
});
