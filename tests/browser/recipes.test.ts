import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runsAll } from '../support/needs.ts';
import { png } from '../support/samples.ts';
import { expectAccessible } from './support/browser.ts';
import { openWorkspace } from './support/workspace.ts';

const folder = await mkdtemp(join(tmpdir(), 'filemill-folder-'));
afterAll(() => rm(folder, { recursive: true }));

const { service, page, expectQuiet } = await openWorkspace('all', { env: { CONNECTION_FOLDERS: folder } });

const picture = { name: 'harbour.png', mimeType: 'image/png', buffer: Buffer.from(png(60, 40)) };
const steps = () => page.getByRole('list', { name: 'Steps' }).locator('> li');
const stepTitles = async () =>
  (await steps().locator('button[aria-expanded]').allInnerTexts())
    .map(text => text.split('\n')[0]!.trim())
    .filter(text => text !== '');

async function addStep(place: string, words: string): Promise<void> {
  await page.getByRole('button', { name: place }).click();
  await page.getByRole('combobox', { name: 'Choose a step' }).fill(words);
  await page.keyboard.press('Enter');
}

test('a recipe is built step by step, and steps that do not fit are listed with the reason', async () => {
  await page.goto('/recipes');
  await page.getByText('No recipes yet').waitFor();
  if (runsAll) await expectAccessible(page);
  await page.getByRole('button', { name: 'Start from an example' }).click();
  await page.getByRole('menuitem', { name: /^Office file to a small PDF/ }).click();
  await page.getByText('Format: Page {n} of {total}').waitFor();
  await page.getByText('Accepts').locator('..').getByText('DOCX, ODT, RTF').waitFor();
  await page.goto('/recipes');
  await page.getByRole('link', { name: 'New recipe' }).click();
  const examples = page.getByRole('region', { name: 'Start from an example' });
  await examples.getByRole('button', { name: /^Photos for the web/ }).waitFor();
  await addStep('Add the first step', 'resize');
  await page.getByText('Accepts').locator('..').getByText('PNG').waitFor();
  await page.getByLabel('Width').last().fill('30');
  // It cannot be saved without a name, and the page says so.
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Fill in “Name”.').waitFor();
  await page.locator('input:focus').fill('For the web');
  await page.getByText('Fill in “Name”.').waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Add a step at position 2' }).click();
  const finder = page.getByRole('combobox', { name: 'Choose a step' });
  await finder.fill('number pages');
  await page.getByRole('option', { name: /Number pages.*does not take/ }).waitFor();
  await finder.fill('');
  const groups = page.getByRole('listbox', { name: 'Choose a step' }).getByRole('group');
  await expect.poll(() => groups.first().getAttribute('aria-label')).toBe('Turn into');
  await finder.fill('number pages');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('does not take').waitFor();
  await expectAccessible(page);
  await finder.fill('convert an image');
  await page.keyboard.press('Enter');
  await expect.poll(stepTitles).toEqual(['1. Resize an image', '2. Convert an image']);
  await page.getByRole('combobox', { name: /Output format/ }).selectOption('webp');
  await page.getByText('Produces').locator('..').getByText('WebP').waitFor();
});

test.runIf(runsAll)(
  'steps are moved with the keyboard and the menu, and a step that no longer fits shows an error',
  async () => {
    await page.getByRole('button', { name: 'Move Convert an image' }).focus();
    await page.keyboard.press('Space');
    await page.getByText('Convert an image is at position 2.').waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowUp');
    await page.getByText('Convert an image is at position 1.').waitFor({ state: 'attached' });
    await page.keyboard.press('Space');
    await expect.poll(stepTitles).toEqual(['1. Convert an image', '2. Resize an image']);
    await page.getByRole('button', { name: 'More actions for Convert an image' }).click();
    await page.getByRole('menuitem', { name: 'Move down' }).click();
    await expect.poll(stepTitles).toEqual(['1. Resize an image', '2. Convert an image']);
    await page.getByRole('combobox', { name: /Output format/ }).selectOption('pdf');
    await addStep('Add a step at position 3', 'number pages');
    await page.getByText('Produces').locator('..').getByText('PDF').waitFor();
    await page.getByRole('button', { name: 'Open Convert an image' }).click();
    await page.getByRole('combobox', { name: /Output format/ }).selectOption('webp');
    await page.getByText('Number pages does not take webp.').waitFor();
    await page.getByText('Check step 3', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'More actions for Number pages' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await expect.poll(() => page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(false);
  },
);

test('a recipe is tried on a file before it is saved, and each step shows its result', async () => {
  await page.locator('input[type=file]').setInputFiles(picture);
  await page.getByText('Tried on harbour.png.').waitFor();
  expect(await steps().getByText('Done').count()).toBe(2);
  await page.getByRole('button', { name: /harbour\.webp/ }).click();
  await page.getByRole('dialog').getByRole('img').first().waitFor();
  await page.keyboard.press('Escape');
  if (runsAll) await expectAccessible(page);
});

test('a saved recipe runs on a stored file, and the run shows every step', async () => {
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved For the web').waitFor();
  // The trial is still shown.
  await page.getByText('Tried on harbour.png.').waitFor();
  expect(await steps().getByText('Done').count()).toBe(2);
  await page.getByRole('button', { name: 'Use from a program' }).click();
  await page
    .getByRole('dialog')
    .getByText(/\/run\/recipes\/rcp_/)
    .waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Or a stored file').selectOption({ label: 'harbour.png' });
  await page.waitForURL(/\/runs\/run_/);
  await page.getByRole('heading', { level: 1, name: 'harbour.png → For the web' }).waitFor();
  const made = page.getByRole('list', { name: 'Steps' });
  await expect.poll(() => made.getByText('Done').count()).toBe(2);
  await made.getByRole('button', { name: /harbour\.webp/ }).waitFor();
  await page.getByText(/^Result of step 2, /).waitFor();
  const result = page.getByRole('region', { name: 'Result' });
  for (const name of ['Before', 'harbour.webp']) await result.getByRole('img', { name }).waitFor();
  await page.getByRole('link', { name: 'Download harbour.webp' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'For the web' }).click();
  const runs = page.getByRole('region', { name: 'Runs' });
  await runs.getByText('Done').waitFor();
  await runs.getByRole('img', { name: 'Picture of harbour.webp' }).waitFor();

  // The list of jobs has the run as one row, with the jobs of its steps below it once it is opened.
  await page.goto('/jobs');
  const list = page.getByRole('main').getByRole('table');
  const run = list.getByRole('row').filter({ has: page.locator('a[href*="/runs/"]') });
  await run.getByText('→ For the web').first().waitFor();
  const before = await list.getByRole('row').count();
  await run.getByRole('button', { name: '2 steps' }).first().click();
  expect(await list.getByRole('row').count()).toBe(before + 2);
  if (runsAll) await expectAccessible(page);
  await run.getByRole('link').first().click();
  await page.getByRole('heading', { level: 1, name: 'harbour.png → For the web' }).waitFor();
});

test.runIf(runsAll)(
  'the list of recipes links to the latest run of each, and runs it on another file',
  async () => {
    await page.goto('/');
    // The run is one entry, and its trial none.
    const results = page.getByRole('region', { name: 'Recent results' }).getByRole('listitem');
    await results.getByRole('link', { name: 'harbour.png → For the web' }).first().waitFor();
    expect(await results.count()).toBe(1);
    await page.getByRole('link', { name: 'Recipes' }).first().click();
    const { id: workspaceId } = await service.db
      .selectFrom('workspaces')
      .select('id')
      .executeTakeFirstOrThrow();
    const client = await service.client({ workspaceId });
    const table = { type: 'document-convert', filename: 'orders.csv', bytes: Buffer.from('name\nAda\n') };
    await client.run(table, { outputFormat: 'json' });
    const recipe = page.getByRole('list', { name: 'Recipes' }).getByRole('listitem');
    await recipe.getByRole('link', { name: /^Done/ }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('resize');
    await page
      .getByRole('group', { name: 'Recipes' })
      .getByRole('option', { name: /^For the web/ })
      .waitFor();
    await page.keyboard.press('Escape');
    await recipe.getByRole('button', { name: 'Run “For the web”' }).click();
    const stored = page.getByRole('dialog').getByLabel('Or a stored file').getByRole('option');
    await expect.poll(() => stored.allTextContents()).toContain('harbour.png');
    expect(await stored.allTextContents(), 'the recipe takes no tables').not.toContain('orders.csv');
    await page.getByRole('dialog').getByLabel('Or a stored file').selectOption({ label: 'harbour.png' });
    await page.waitForURL(/\/runs\/run_/);
    await page.getByRole('region', { name: 'Result' }).getByRole('img').first().waitFor();
    await page.getByRole('main').getByRole('link', { name: 'For the web' }).click();
  },
);

test.runIf(runsAll)(
  'a result is accepted as a golden file, a recipe change shows up there, and an earlier version is restored',
  async () => {
    await page.getByRole('region', { name: 'Runs' }).getByRole('link').first().click();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Accept as golden file' }).click();
    await page.getByText('The result is a golden file now.').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'For the web' }).click();
    const golden = page.getByRole('region', { name: 'Golden files' });
    await golden.getByText('Not checked yet.').waitFor();
    await page.getByRole('button', { name: 'Open Resize an image' }).click();
    await page.getByLabel('Width').last().fill('20');
    await page.getByRole('button', { name: 'Save' }).click();
    await golden.getByText('harbour.webp: 100 % of the pixels').waitFor();
    await golden.getByRole('button', { name: 'Accept new result' }).waitFor();
    await expectAccessible(page);
    const versions = page.getByRole('region', { name: 'Versions' });
    await versions.getByRole('button', { name: 'Show' }).last().click();
    await page.getByRole('dialog', { name: 'Version 1' }).getByText('"width": 30').waitFor();
    await page.keyboard.press('Escape');
    await versions.getByRole('button', { name: 'Restore' }).click();
    await page.getByText('Version 1 is saved again.').waitFor();
    await golden.getByText('Passed').waitFor();
  },
);

test.runIf(runsAll)('a recipe is changed, exported, imported as another, and deleted with undo', async () => {
  await page.getByLabel('Description').fill('Small pictures');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Run', exact: true }).waitFor();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Export' }).click();
  const text = await readFile(await (await downloading).path(), 'utf8');
  expect(JSON.parse(text)).toMatchObject({
    name: 'For the web',
    description: 'Small pictures',
    steps: [{ jobType: 'image-resize' }, { jobType: 'image-convert', options: { outputFormat: 'webp' } }],
  });

  await page.goto('/recipes');
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Import' }).click();
  const renamed = text.replace('For the web', 'Brought in');
  await (await choosing).setFiles({
    name: 'a.json',
    mimeType: 'application/json',
    buffer: Buffer.from(renamed),
  });
  await expect.poll(stepTitles).toEqual(['1. Resize an image', '2. Convert an image']);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved Brought in').waitFor();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const list = page.getByRole('list', { name: 'Recipes' }).getByRole('listitem');
  await expect.poll(() => list.count()).toBe(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => list.count()).toBe(2);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await page.getByRole('link', { name: /For the web/ }).click();
  await page.getByText('Produces').locator('..').getByText('WebP').waitFor();
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  await expectAccessible(page);
});

test.runIf(runsAll)(
  'a branching recipe is built and run; its result has the files of every branch, one written to a connection',
  async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('/connections');
    await page.getByRole('button', { name: 'New connection' }).click();
    await page.getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: 'Folder of the server' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('archive');
    await page.getByRole('dialog').getByLabel('Path').fill(folder);
    await page.getByRole('button', { name: 'Test and save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await page.goto('/recipes/new');
    await page.getByLabel('Name', { exact: true }).fill('Two sizes');
    await addStep('Add the first step', 'resize');
    await page.getByLabel('Width').last().fill('30');
    await addStep('Add a step at position 2', 'convert an image');
    await page.getByRole('combobox', { name: /Output format/ }).selectOption('webp');
    await page.getByText('Branches, conditions and names').click();
    await page.getByRole('checkbox', { name: 'The input' }).check();
    await page.getByLabel('Maximum size in kB').fill('2000');
    await page.getByLabel('File name').fill('web-{name}.{ext}');
    await page.getByLabel('Also write its files to').selectOption('archive');
    await page.getByLabel('Name there').fill('out/{name}.{ext}');
    await expectAccessible(page);
    await page.locator('input[type=file]').setInputFiles(picture);
    await page.getByText('Tried on harbour.png.').waitFor();
    expect(await steps().getByText('Done').count()).toBe(2);
    await steps()
      .getByRole('button', { name: /web-harbour\.webp/ })
      .waitFor();
    expect(existsSync(join(folder, 'out'))).toBe(false);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved Two sizes').waitFor();
    await page.reload();
    await steps().getByText('from the input · only some files · written to a connection').waitFor();
    await page.getByRole('button', { name: 'Open Convert an image' }).click();
    await expect.poll(() => page.getByLabel('Maximum size in kB').inputValue()).toBe('2000');
    expect(await page.getByLabel('Also write its files to').inputValue()).toBe('archive');

    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('dialog').locator('input[type=file]').setInputFiles(picture);
    await page.waitForURL(/\/runs\/run_/);
    const result = page.getByRole('region', { name: /Result/ });
    await result.getByRole('img').first().waitFor();
    await page.getByText('Download all as ZIP').waitFor();
    for (const name of ['harbour.png', 'web-harbour.webp'])
      await page
        .getByRole('list', { name: /Results/ })
        .getByText(name, { exact: true })
        .waitFor();
    await page.getByText('Written to the connection: out/').waitFor();
    if (runsAll) await expectAccessible(page);
    const written = await readFile(join(folder, 'out', 'web-harbour.webp'));
    expect(written.toString('latin1', 8, 12)).toBe('WEBP');
  },
);

test('events are listed as they happen, and the type filter is kept in the URL', async () => {
  await page.goto('/events');
  await page.getByRole('button', { name: 'run.completed' }).first().waitFor();
  await page.getByRole('button', { name: 'run.completed' }).first().click();
  await page.getByText('"type": "run.completed"').waitFor();
  await expect.poll(() => page.getByRole('link', { name: /^(run|bat|gld)_/ }).count()).toBe(0);
  await expectAccessible(page);
  await page.getByRole('combobox', { name: 'Event type' }).selectOption('job.started');
  await expect.poll(() => page.getByRole('button', { name: 'run.completed' }).count()).toBe(0);
  expect(new URL(page.url()).searchParams.get('type')).toBe('job.started');
  expectQuiet();
});
