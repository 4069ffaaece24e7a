import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Artifact } from '../../src/contract/schemas/artifact.ts';
import type { Event } from '../../src/contract/schemas/event.ts';
import type { GoldenFile } from '../../src/contract/schemas/golden-file.ts';
import type { Recipe } from '../../src/contract/schemas/recipe.ts';
import type { RecipeRun } from '../../src/contract/schemas/run.ts';
import type { Usage } from '../../src/contract/schemas/service.ts';
import type { ErrorBody } from '../support/client.ts';
import { runsAll } from '../support/needs.ts';
import type { TestService } from '../support/service.ts';
import { useSharedService } from '../support/use-service.ts';

const service = useSharedService();
type Caller = Awaited<ReturnType<TestService['client']>>;
let client: Caller;
beforeAll(async () => {
  client = await service.client();
});

const subtitles = '1\n00:00:01,000 --> 00:00:02,000\nHello\n\n2\n00:00:03,000 --> 00:00:04,000\nworld\n';
const shift = (seconds: number, outputFormat = 'vtt') => ({
  jobType: 'subtitle-convert',
  options: { outputFormat, ...(seconds && { shift: seconds }) },
});
const body = (...steps: object[]) => ({ name: 'Subtitles', description: '', steps });

async function upload(by: Caller, filename: string, text: string): Promise<string> {
  const artifact = await by.expect(
    by.post<Artifact>('/artifacts', {
      filename,
      fileSize: Buffer.byteLength(text),
      contentType: 'application/octet-stream',
    }),
  );
  await by.upload(artifact.uploadUrl!, Buffer.from(text));
  return artifact.id;
}

/** Runs a recipe on the subtitles and accepts the result. */
async function addGolden(recipe: Recipe, compare?: object, by: Caller = client) {
  const inputArtifactId = await upload(by, 'film.srt', subtitles);
  const { id } = await by.expect(by.post<RecipeRun>(`/recipes/${recipe.id}/runs`, { inputArtifactId }));
  const run = await by.expect(by.get<RecipeRun>(`/recipe-runs/${id}?wait=60`));
  expect(run.status).toBe('completed');
  const golden = await by.expect(
    by.post<GoldenFile>(`/recipes/${recipe.id}/golden-files`, { runId: id, ...(compare && { compare }) }),
  );
  return { run, golden };
}

const createRecipe = (steps: object[], by: Caller = client) =>
  by.expect(by.post<Recipe>('/recipes', body(...steps)));
const save = (id: string, ...steps: object[]) =>
  client.expect(client.send<Recipe>('PUT', `/recipes/${id}`, body(...steps)));
const readGolden = (id: string) => client.expect(client.get<GoldenFile>(`/golden-files/${id}?wait=60`));

/** Waits for the automatic check of a version of the recipe. */
async function waitForCheck(id: string, version: number): Promise<NonNullable<GoldenFile['check']>> {
  let check: GoldenFile['check'];
  await expect
    .poll(
      async () => {
        ({ check } = await readGolden(id));
        return check?.recipeVersion === version && check.status !== 'pending';
      },
      { timeout: 120_000, interval: 300 },
    )
    .toBe(true);
  return check!;
}

const readText = async (file: { downloadUrl?: string } | undefined) =>
  Buffer.from(await client.download(file!.downloadUrl!)).toString();

test('a golden file keeps the input and result of its run beyond the retention, until it is removed', async () => {
  const recipe = await createRecipe([shift(0)]);
  const { run, golden } = await addGolden(recipe);
  expect(golden).toMatchObject({
    id: expect.stringMatching(/^gld_/),
    recipeId: recipe.id,
    name: 'film.srt',
    compare: {},
    recipeVersion: 1,
    expected: [{ filename: 'film.vtt' }],
  });
  expect(golden.check).toBeUndefined();
  const ids = [run.inputArtifactId, run.result!.files[0]!.artifactId];
  await sql`update artifacts set expires_at = now() where id = any (${ids})`.execute(service.db);
  const { goldenFiles } = await client.expect(
    client.get<{ goldenFiles: GoldenFile[] }>(`/recipes/${recipe.id}/golden-files`),
  );
  expect(goldenFiles).toMatchObject([{ id: golden.id, name: 'film.srt' }]);
  const kept = await readGolden(golden.id);
  expect(await readText(kept.input)).toBe(subtitles);
  expect(await readText(kept.expected?.[0])).toMatch(/^WEBVTT[\s\S]*00:01\.000/);

  expect((await client.send('DELETE', `/golden-files/${golden.id}`)).status).toBe(204);
  expect((await client.get(`/golden-files/${golden.id}`)).status).toBe(404);
  const { rows } = await sql<{
    expired: boolean;
  }>`select expires_at <= clock_timestamp() as expired from artifacts
    where id = ${golden.input!.artifactId}`.execute(service.db);
  expect(rows.every(({ expired }) => expired)).toBe(true);
});

test('a new version of the recipe is checked automatically, and its result can be accepted', async () => {
  const recipe = await createRecipe([shift(0)]);
  const { golden } = await addGolden(recipe);
  const before = await client.expect(client.get<Usage>('/usage'));
  await save(recipe.id, shift(1));
  const check = await waitForCheck(golden.id, 2);
  expect(check).toMatchObject({
    status: 'different',
    message: expect.stringMatching(/^film\.vtt: 2 of \d+ lines, from line 3$/),
    differences: [
      {
        by: 'text',
        filename: 'film.vtt',
        lines: [
          { expected: '00:00:01.000 --> 00:00:02.000', actual: '00:00:02.000 --> 00:00:03.000' },
          { expected: '00:00:03.000 --> 00:00:04.000', actual: '00:00:04.000 --> 00:00:05.000' },
        ],
      },
    ],
  });
  expect(await readText(check.actual?.[0])).toContain('00:04.000');
  // A report that cannot be read is left out.
  await sql`update artifacts a set content = '{'::bytea from jobs j where a.job_id = j.id and j.type = 'file-compare'
    and a.role = 'output' and j.workspace_id = (select workspace_id from golden_files where id = ${golden.id})`.execute(
    service.db,
  );
  const { check: unread } = await readGolden(golden.id);
  expect(unread).toMatchObject({ status: 'different', message: check.message });
  expect(unread?.differences).toBeUndefined();

  const accepted = await client.expect(client.post<GoldenFile>(`/golden-files/${golden.id}/accept`));
  expect(accepted).toMatchObject({ recipeVersion: 2, check: { status: 'passed' } });
  expect(await readText(accepted.expected?.[0])).toContain('00:04.000');
  await client.expect(client.post(`/golden-files/${golden.id}/check`));
  expect((await readGolden(golden.id)).check).toMatchObject({ status: 'passed', recipeVersion: 2 });

  const { runs } = await client.expect(
    client.get<{ runs: RecipeRun[] }>(`/recipe-runs?recipeId=${recipe.id}`),
  );
  expect(runs).toHaveLength(1);
  const after = await client.expect(client.get<Usage>('/usage'));
  expect(after.quotas.operations.used).toBe(before.quotas.operations.used);
  const { events } = await client.expect(client.get<{ events: Event[] }>('/events?limit=100'));
  expect(events.filter(({ type }) => type.startsWith('golden_file'))).toMatchObject([
    {
      type: 'golden_file.different',
      data: { id: golden.id, recipeId: recipe.id, status: 'different', recipeVersion: 2 },
    },
  ]);
  const jobs = events.filter(({ type }) => type === 'job.completed');
  expect(jobs.filter(({ data }) => 'type' in data && data.type === 'file-compare')).toEqual([]);
});

test('a golden file is checked once after engine versions change', async () => {
  const recipe = await createRecipe([shift(0)]);
  const { golden } = await addGolden(recipe);
  await sql`update golden_files set checked_for = 'other 1', checked_version = 1 where id = ${golden.id}`.execute(
    service.db,
  );
  expect(await waitForCheck(golden.id, 1)).toMatchObject({ status: 'passed' });
  const { rows } = await sql<{ runs: number; due: boolean }>`
    select (select count(*)::int from recipe_runs where golden_file_id = ${golden.id}) as runs,
      checked_for <> golden_engines(accepted_engines || check_engines) as due from golden_files where id = ${golden.id}`.execute(
    service.db,
  );
  expect(rows).toEqual([{ runs: 1, due: false }]);
});

test.runIf(runsAll)(
  'a check reports a recipe that no longer accepts the input or produces another format',
  async () => {
    const recipe = await createRecipe([shift(0)]);
    const { golden } = await addGolden(recipe);
    await save(recipe.id, { jobType: 'image-convert', options: { outputFormat: 'webp' } });
    expect(await waitForCheck(golden.id, 2)).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('image-convert does not take srt.'),
    });
    expect((await client.post<ErrorBody>(`/golden-files/${golden.id}/accept`)).body.code).toBe(
      'invalid_state',
    );
    await save(recipe.id, shift(0, 'txt'));
    expect(await waitForCheck(golden.id, 3)).toMatchObject({
      status: 'different',
      message: 'film.txt: has another format',
      differences: [{ reason: 'format' }],
    });
  },
);

test('a check compares all result files of a branching recipe', async () => {
  const recipe = await createRecipe([
    { ...shift(0), name: 'a' },
    { ...shift(0, 'txt'), from: 'input', name: 'b' },
  ]);
  const { golden } = await addGolden(recipe, { tolerance: 0.1 });
  expect(golden.expected?.map(({ filename }) => filename)).toEqual(['film.vtt', 'film.txt']);
  await client.expect(client.post(`/golden-files/${golden.id}/check`));
  expect((await readGolden(golden.id)).check).toMatchObject({ status: 'passed' });
});

describe('limits of golden files', () => {
  test('a run of another recipe and an unsuitable mode are refused, and other workspaces have no access', async () => {
    const [one, other] = [await createRecipe([shift(0)]), await createRecipe([shift(0)])];
    const { run, golden } = await addGolden(one);
    const add = (recipe: Recipe, more: object) =>
      client.post<ErrorBody>(`/recipes/${recipe.id}/golden-files`, { runId: run.id, ...more });
    expect((await add(other, {})).body.details?.[0]?.path).toBe('runId');
    const refused = await add(one, { compare: { by: 'pixels' } });
    expect(refused.body).toMatchObject({ code: 'validation_failed', details: [{ path: 'compare.by' }] });
    const stranger = await service.client();
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/check'],
      ['POST', '/accept'],
      ['DELETE', ''],
    ] as const)
      expect((await stranger.send(method, `/golden-files/${golden.id}${path}`)).status).toBe(404);
    expect((await stranger.get(`/recipes/${one.id}/golden-files`)).status).toBe(404);
  });

  test('deleting the recipe removes its golden files', async () => {
    const recipe = await createRecipe([shift(0)]);
    const { golden } = await addGolden(recipe);
    await client.send('DELETE', `/recipes/${recipe.id}`);
    expect((await client.get(`/golden-files/${golden.id}`)).status).toBe(404);
  });
});
