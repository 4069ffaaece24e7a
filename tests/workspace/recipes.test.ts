import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Artifact } from '../../src/contract/schemas/artifact.ts';
import type { Recipe, RecipePreview, StepChoices } from '../../src/contract/schemas/recipe.ts';
import type { RecipeRun } from '../../src/contract/schemas/run.ts';
import type { JobTypeList } from '../../src/contract/schemas/service.ts';
import { png } from '../support/samples.ts';
import { startService, type TestService } from '../support/service.ts';
import { firstUser, joined, type Person } from './support/person.ts';

let service: TestService;
let ada: Person;
let home: string;
beforeAll(async () => {
  service = await startService();
  ({ person: ada, workspaceId: home } = await firstUser(service));
});
afterAll(() => service.stop());

const at = (path: string) => `/workspaces/${home}${path}`;
const step = (jobType: string, tab: string, options: object = {}) => ({
  name: jobType,
  jobType,
  config: { tab, processingMode: 'server', [tab]: options },
});
const toPdf = step('document-convert', 'document', { outputFormat: 'pdf' });
const number = step('pdf-number', 'pdf');

test('a trial runs the branches of a recipe without saving it', async () => {
  const small = { name: 'small', jobType: 'image-resize', options: { width: 8 } };
  const text = {
    name: 'web',
    jobType: 'image-convert',
    options: { outputFormat: 'webp' },
    from: 'input',
    outputName: 'web-{name}.{ext}',
  };
  const bytes = Buffer.from(png(16, 16));
  const held = await ada.ok<Artifact>('POST', at('/artifacts'), {
    filename: 'a.png',
    fileSize: bytes.length,
    contentType: 'image/png',
  });
  await fetch(held.uploadUrl!, { method: 'PUT', body: bytes, headers: held.upload!.headers });
  const trial = (body: object) => ada.post(at('/recipes/trials'), { inputArtifactId: held.id, ...body });
  const run = await ada.ok<RecipeRun>('POST', at('/recipes/trials'), {
    name: 'Two',
    steps: [small, text],
    inputArtifactId: held.id,
  });
  expect(run.steps.map(({ name, status }) => [name, status])).toEqual([
    ['small', 'queued'],
    ['web', 'queued'],
  ]);
  expect((await ada.ok<{ recipes: Recipe[] }>('GET', at('/recipes'))).recipes).toEqual([]);
  expect((await ada.get(at(`/recipes/${run.recipeId}`))).status).toBe(404);

  const wrong = await trial({ steps: [{ ...text, from: 'nobody' }] });
  expect(wrong.body).toMatchObject({ code: 'validation_failed', details: [{ path: 'steps.0.from' }] });
  expect((await trial({ steps: [number] })).body).toMatchObject({ code: 'invalid_file_type' });
  expect((await trial({ steps: [small], inputArtifactId: 'art_0' })).status).toBe(404);
});

describe('the preview of an unsaved recipe', () => {
  const preview = (steps: object[], recipeId?: string) =>
    ada.ok<RecipePreview>('POST', at('/recipes/preview'), { steps, ...(recipeId && { recipeId }) });

  test('returns the accepted formats and the outputs of each step', async () => {
    const found = await preview([toPdf, number]);
    expect(found).toMatchObject({
      valid: true,
      steps: [
        { index: 0, errors: [], outputs: ['pdf'] },
        { index: 1, errors: [], outputs: ['pdf'] },
      ],
    });
    expect(found.accepts).toEqual(expect.arrayContaining(['docx', 'md']));
    expect((await ada.ok<{ recipes: Recipe[] }>('GET', at('/recipes'))).recipes).toEqual([]);
  });

  test('reports every error at its step, with the same message as saving', async () => {
    const wrong = [
      step('document-convert', 'document', {}),
      step('pdf-number', 'pdf', { fontSize: 'big' }),
      step('pdf-merge', 'pdf'),
    ];
    const { valid, steps } = await preview(wrong);
    expect(valid).toBe(false);
    expect(steps.map(each => each.errors[0]?.path)).toEqual([
      'steps.0.config.document.outputFormat',
      'steps.1.config.pdf.fontSize',
      'steps.2.jobType',
    ]);
    const saved = await ada.post(at('/recipes'), { name: 'Wrong', steps: wrong });
    expect(saved.body.details).toEqual(steps[0]!.errors);
  });

  test('reports a step that does not accept the previous output, and a recipe without steps', async () => {
    const { valid, steps } = await preview([number, step('image-convert', 'image', { outputFormat: 'png' })]);
    expect(valid).toBe(false);
    expect(steps[0]!.errors).toEqual([]);
    expect(steps[1]!.errors).toEqual([{ path: 'steps.1', message: 'image-convert does not take pdf.' }]);
    expect(await preview([])).toMatchObject({ valid: false, steps: [] });
  });
});

describe('the steps offered at a position', () => {
  const ask = async (steps: object[], place: number) => {
    const { choices } = await ada.ok<StepChoices>('POST', at('/recipes/step-choices'), { steps, at: place });
    return new Map(choices.map(choice => [choice.jobType, choice]));
  };

  test('are at the beginning all that accept one file, with initial options', async () => {
    const choices = await ask([], 0);
    expect(choices.get('pdf-number')).toMatchObject({ fits: true });
    expect(choices.get('document-convert')!.outputFormats).toContain('pdf');
    expect(choices.get('document-convert')!.options).toMatchObject({ outputFormat: 'pdf' });
    expect(choices.get('pdf-merge')).toMatchObject({
      fits: false,
      reason: expect.stringContaining('several'),
    });
    const all = await types();
    const fitting = [...choices.values()].filter(choice => choice.fits);
    expect(fitting.length).toBeGreaterThan(20);
    for (const { jobType, options } of fitting.filter(({ jobType }) => !jobType.startsWith('pdf-'))) {
      const { tabs } = all.find(type => type.id === jobType)!;
      const steps = [step(jobType, tabs[0]!, options)];
      const { valid } = await ada.ok<RecipePreview>('POST', at('/recipes/preview'), { steps });
      expect([jobType, valid]).toEqual([jobType, true]);
    }
  });

  test('are after a PDF those that accept one, and between two steps those that fit both', async () => {
    const last = await ask([toPdf], 1);
    expect(last.get('pdf-compress')).toMatchObject({ fits: true });
    expect(last.get('document-convert')!.options).toMatchObject({ outputFormat: 'docx' });
    expect(last.get('pdf-split')).toMatchObject({ fits: true });
    expect(last.get('image-resize')).toMatchObject({
      fits: false,
      reason: 'image-resize does not take pdf.',
    });
    const between = await ask([toPdf, number], 1);
    expect(between.get('pdf-compress')).toMatchObject({ fits: true });
    expect(between.get('pdf-split')).toMatchObject({ fits: false, reason: expect.stringContaining('final') });
    expect(between.get('pdf-to-image')).toMatchObject({ fits: false });
    expect(between.get('document-convert')!.outputFormats ?? []).toEqual([]);
    const behindTheLast = await ask([step('pdf-split', 'pdf')], 1);
    const fitting = [...behindTheLast.values()].filter(choice => choice.fits);
    expect(fitting.filter(({ forEach, collect }) => !forEach && !collect)).toEqual([]);
    expect(behindTheLast.get('pdf-rotate')).toMatchObject({ fits: true, forEach: true });
    expect(behindTheLast.get('pdf-merge')).toMatchObject({ fits: true, collect: true });
    expect(behindTheLast.get('image-resize')).toMatchObject({ fits: false });
  });

  test('do not depend on whether the step before is complete', async () => {
    const choices = await ask([step('pdf-watermark', 'pdf', {})], 1);
    expect(choices.get('pdf-compress')).toMatchObject({ fits: true });
  });
});

const types = async () => (await ada.ok<JobTypeList>('GET', at('/job-types'))).jobTypes;

test('PUT replaces the whole recipe, and keeps a password if the step refers to it', async () => {
  const recipe = await ada.ok<Recipe>('POST', at('/recipes'), {
    name: 'Unlock',
    steps: [step('pdf-unlock', 'pdf', { password: 'secret' }), number],
  });
  expect(recipe.steps[0]).toMatchObject({ secretOptions: ['password'] });
  const changed = { name: 'Unlock and stamp', description: 'For the archive' };
  const [unlock] = recipe.steps;
  const { index, secretOptions, ...asItWas } = unlock!;
  const mark = step('pdf-watermark', 'pdf', { text: 'COPY' });
  const steps = [{ ...asItWas, previousIndex: index }, mark];
  const draft = await ada.ok<RecipePreview>('POST', at('/recipes/preview'), { recipeId: recipe.id, steps });
  expect(draft.valid).toBe(true);
  const updated = await ada.ok<Recipe>('PUT', at(`/recipes/${recipe.id}`), { ...changed, steps });
  expect(updated).toMatchObject({ id: recipe.id, ...changed, createdAt: recipe.createdAt });
  expect(updated.steps.map(each => [each.jobType, each.secretOptions])).toEqual([
    ['pdf-unlock', ['password']],
    ['pdf-watermark', undefined],
  ]);
  expect(Date.parse(updated.updatedAt)).toBeGreaterThan(Date.parse(recipe.updatedAt));
  expect(JSON.stringify(updated)).not.toContain('"secret"');
  const without = await ada.send('PUT', at(`/recipes/${recipe.id}`), { ...changed, steps: [asItWas] });
  expect(without).toMatchObject({
    status: 400,
    body: { details: [{ path: 'steps.0.config.pdf.password' }] },
  });
  const { person: viewer } = await joined(ada, home, 'viewer', 'viewer@example.com');
  expect((await viewer.send('PUT', at(`/recipes/${recipe.id}`), { ...changed, steps })).status).toBe(403);
  expect((await ada.send('PUT', at('/recipes/rcp_none'), { ...changed, steps })).status).toBe(404);
});

test('job types describe forms: titles, descriptions, number of files, and the options of one conversion', async () => {
  const all = await types();
  type Field = { title?: string; description?: string };
  for (const { id, options } of all)
    for (const [name, field] of Object.entries((options as { properties: Record<string, Field> }).properties))
      expect([id, name, field.title, field.description]).toEqual([
        id,
        name,
        expect.stringMatching(/^[A-Z]/),
        expect.stringMatching(/\w/),
      ]);
  const of = (id: string) => all.find(type => type.id === id)!;
  expect(of('pdf-merge')).toMatchObject({ inputs: 'many', endpoint: 'merge', outputs: 'one' });
  expect(of('pdf-split')).toMatchObject({ outputs: 'many', finalStepOnly: true });
  expect(of('document-convert')).toMatchObject({ outputs: 'depends', finalStepOnly: false });
  expect(of('image-upscale')).toMatchObject({ credits: { unit: 'megapixel' } });
  const one = await ada.ok<{ options: { properties: object } }>(
    'GET',
    at('/job-types/document-convert?input=xlsx&outputFormat=csv'),
  );
  expect(Object.keys(one.options.properties)).toEqual(
    expect.arrayContaining(['outputFormat', 'sheet', 'delimiter']),
  );
  expect(one.options.properties).not.toHaveProperty('toc');
  // A table is one sheet, and all sheets are printed.
  expect(one.options.properties).not.toHaveProperty('sheet.x-default');
  const printed = await ada.ok('GET', at('/job-types/document-convert?input=xlsx&outputFormat=pdf'));
  expect(printed).toMatchObject({ options: { properties: { sheet: { 'x-default': 'all' } } } });
  expect((await ada.get(at('/job-types/document-convert?input=wav'))).status).toBe(400);
  expect((await ada.get(at('/job-types/nothing'))).status).toBe(404);
});
