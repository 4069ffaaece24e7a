import { readFile } from 'node:fs/promises';
import type { Job } from '@filemill/client';
import { writeOds } from 'hucre/ods';
import { expect, test } from 'vitest';
import { runsAll } from '../support/needs.ts';
import { pdf, png } from '../support/samples.ts';
import { expectAccessible } from './support/browser.ts';
import { dropFiles } from './support/files.ts';
import { openWorkspace } from './support/workspace.ts';

const { service, page, expectQuiet } = await openWorkspace('all', {
  context: { permissions: ['clipboard-read', 'clipboard-write'] },
});
const { id: workspaceId } = await service.db.selectFrom('workspaces').select('id').executeTakeFirstOrThrow();
const client = await service.client({ workspaceId, name: 'Nightly import' });

/** The header of a WAV file with a second of sound at 8 kHz. */
const wavHeader = Buffer.from(
  '52494646a43e000057415645666d74201000000001000100401f0000803e00000200100064617461803e0000',
  'hex',
);

/** Changes a job on its way to the page. A refusal reaches the page as it is, which then asks again. */
async function changeJob(id: string, change: (job: Job) => object): Promise<void> {
  await page.route(`**/api/**/jobs/${id}`, async route => {
    const response = await route.fetch();
    if (response.ok()) await route.fulfill({ json: change(await response.json()) });
    else await route.fulfill({ response });
  });
}

const changeFile = (id: string, changes: object): Promise<void> =>
  changeJob(id, job => ({
    ...job,
    result: { ...job.result, files: [{ ...job.result!.files[0], ...changes }] },
  }));

const rows = () =>
  page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('link') });

test('an empty job list shows a hint, and jobs created through the API appear automatically', async () => {
  await page.goto('/jobs');
  await page.getByText('No jobs yet').waitFor();
  if (runsAll) await expectAccessible(page);
  await client.run(
    { type: 'image-convert', filename: 'holiday.png', bytes: png(60, 40) },
    { outputFormat: 'webp' },
  );
  const broken = Uint8Array.from(png(6, 4)).fill(7, 40);
  await client.run(
    { type: 'image-convert', filename: 'broken.png', bytes: broken },
    { outputFormat: 'jpeg' },
  );
  await page.getByRole('link', { name: 'broken.png → JPEG' }).waitFor();
  await expect
    .poll(() => rows().allInnerTexts())
    .toEqual([
      expect.stringMatching(/broken\.png[\s\S]*Failed[\s\S]*Nightly import/),
      expect.stringMatching(/holiday\.png[\s\S]*Done[\s\S]*Nightly import/),
    ]);
  // The service renders the thumbnails, and the jobs for that are not listed.
  const picture = page.getByRole('img', { name: 'Picture of holiday.png' });
  await picture.waitFor();
  expect(await picture.evaluate(image => (image as unknown as { naturalWidth: number }).naturalWidth)).toBe(
    60,
  );
  expect(await rows().count()).toBe(2);
});

test('filters are shown as chips and kept in the URL; jobs are found by today’s failures and by name', async () => {
  await page.getByRole('link', { name: '1 failed today' }).click();
  await expect.poll(() => rows().count()).toBe(1);
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ state: 'failed', day: 'today' });
  await page.reload();
  await page.getByRole('button', { name: 'Status: Failed' }).waitFor();
  await page.getByRole('button', { name: 'Remove the filter Status' }).click();
  await expect.poll(() => rows().count()).toBe(2);
  await page.getByRole('textbox', { name: 'Search by file name or id' }).fill('HOLI');
  await expect.poll(() => rows().count()).toBe(1);
  expect(new URL(page.url()).searchParams.get('q')).toBe('HOLI');
  await page.getByRole('textbox', { name: 'Search by file name or id' }).fill('nothing like it');
  await page.getByText('No matching jobs').waitFor();
  if (runsAll) await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear all filters' }).click();
  await expect.poll(() => rows().count()).toBe(2);
  await expectAccessible(page);
});

test('a job is opened with the keyboard: its files, times, events and code', async () => {
  await rows().first().getByRole('link').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'holiday.png → WebP' }).waitFor();
  const result = page.getByRole('region', { name: 'Result' });
  for (const name of ['Before', 'holiday.webp']) await result.getByRole('img', { name }).waitFor();
  const widths = [result, page.getByRole('complementary').last()].map(
    async part => (await part.boundingBox())!.width,
  );
  const [shown, beside] = await Promise.all(widths);
  expect(shown! / (shown! + beside!)).toBeGreaterThan(0.6);
  const timeline = page.getByRole('region', { name: 'Timeline' });
  expect(await timeline.isVisible()).toBe(false);
  await page.getByRole('heading', { name: 'Timeline' }).click();
  await timeline.getByText('Completed').waitFor();
  expect(await timeline.getByRole('listitem').count()).toBe(5);
  // The other entries say how long after it they happened.
  expect(await timeline.locator('time').count()).toBe(1);
  await page.getByRole('heading', { name: 'Events and deliveries' }).click();
  await page.getByRole('region', { name: 'Events and deliveries' }).getByText('job.completed').waitFor();
  await page.getByText('60 × 40').waitFor();
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download holiday.webp' }).click();
  const bytes = await readFile(await (await downloading).path());
  expect(bytes.subarray(0, 4).toString()).toBe('RIFF');

  await page.getByRole('button', { name: 'Use from a program' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('/run/image-convert').waitFor();
  await dialog.getByRole('button', { name: 'Copy curl' }).click();
  const copied = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(copied).toContain("-F 'file=@holiday.png'");
  expect(copied).toContain("-F 'outputFormat=webp'");
  await dialog.getByRole('tab', { name: 'Recipe step' }).click();
  await dialog.getByText('"jobType": "image-convert"').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  if (runsAll) await expectAccessible(page);

  // On a phone, the result and its download are on the first screen, above the navigation.
  await page.setViewportSize({ width: 390, height: 844 });
  const navigation = (await page.getByRole('navigation').last().boundingBox())!;
  const download = (await page.getByRole('link', { name: 'Download holiday.webp' }).boundingBox())!;
  expect(download.y + download.height).toBeLessThan(navigation.y);
  await page.setViewportSize({ width: 1280, height: 800 });

  // Back in the list, the keyboard goes on at the same job.
  await page.getByRole('main').getByRole('link', { name: 'Jobs', exact: true }).press('Enter');
  await rows().first().waitFor();
  await expect.poll(() => page.locator(':focus').textContent()).toBe('holiday.png→ WebP');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'holiday.png → WebP' }).waitFor();
});

test('running a job again with other options creates a new job with the same file', async () => {
  await page.getByRole('button', { name: 'Run again' }).click();
  const form = page.getByRole('dialog');
  const format = form.getByRole('combobox', { name: /Output format/ });
  await format.waitFor();
  if (runsAll) await expectAccessible(page);
  await format.selectOption('png');
  await form.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'holiday.png → PNG' }).waitFor();
  await page.getByRole('link', { name: 'Download holiday.png' }).waitFor();
  await page.getByRole('button', { name: 'Continue with …' }).click();
  await page.getByRole('menuitem', { name: 'WebP' }).click();
  await page.getByRole('button', { name: 'Action for holiday.png: WebP' }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Refresh download links' }).click();
  await page.getByText('The download links were renewed.').waitFor();
});

test('a failed job shows a readable message and its diagnostic id', async () => {
  await page.goto('/jobs');
  await page.getByRole('link', { name: 'broken.png → JPEG' }).click();
  const { jobs } = (
    await client.get<{ jobs: { failure?: { message: string; diagnosticId: string } }[] }>('/jobs')
  ).body;
  const failure = jobs.find(job => job.failure)!.failure!;
  await page
    .getByRole('alert')
    .getByText('The file is damaged, or its content does not match its name.')
    .waitFor();
  await page.getByRole('alert').getByRole('button', { name: 'Copy Diagnostic id' }).click();
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(failure.diagnosticId);
  await expectAccessible(page);
});

test('a deleted job can be restored, and is deleted when the page is left; a phone shows the same list', async () => {
  const remove = async () => {
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Delete job and files' }).click();
    await page.getByText('Deleted broken.png → JPEG').waitFor();
    await expect.poll(() => rows().count()).toBe(2);
  };
  await remove();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => rows().count()).toBe(3);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('link', { name: 'broken.png → JPEG' }).click();
  await page.getByRole('alert', { name: /is damaged/ }).waitFor();
  await remove();
  await expect.poll(async () => (await client.get<{ jobs: unknown[] }>('/jobs')).body.jobs.length).toBe(1);
});

test.runIf(runsAll)(
  'the blocks of an extracted document are shown over its pages, and a Word file as a PDF made on demand',
  async () => {
    const document = pdf(['A heading', 'Another page']);
    const extracted = await client.run(
      { type: 'document-extract', filename: 'paper.pdf', bytes: document },
      { outputFormat: 'json' },
    );
    await page.goto(`/jobs/${extracted.id}`);
    const blocks = page.getByRole('list', { name: 'Blocks' }).getByRole('button');
    await blocks.filter({ hasText: 'Another page' }).hover();
    const sheets = page.getByRole('region', { name: 'paper.pdf' });
    await expect.poll(() => sheets.locator('[data-current]').count()).toBe(1);
    const wanted = await sheets.locator('[data-current]').getAttribute('data-block');
    expect(await blocks.filter({ hasText: 'Another page' }).getAttribute('data-block')).toBe(wanted);
    await sheets.locator('[data-block]').first().hover();
    await expect.poll(() => blocks.first().getAttribute('data-current')).toBe('true');
    await expectAccessible(page);

    const letter = await client.run(
      { type: 'document-convert', filename: 'letter.md', bytes: Buffer.from('# A letter') },
      { outputFormat: 'docx' },
    );
    await page.goto(`/jobs/${letter.id}`);
    await page.getByRole('region', { name: 'letter.docx' }).locator('canvas[dir=ltr]').waitFor();
    await page.getByRole('heading', { level: 1, name: 'letter.md → Word' }).waitFor();
    // Conversions come before jobs.
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('word');
    await page
      .getByRole('option', { name: /letter\.md → Word/ })
      .first()
      .waitFor();
    await page.getByRole('option').first().getByText('Convert to Word').waitFor();
    await page.getByRole('dialog').getByRole('combobox').fill('pdf to word');
    await page.getByRole('option').first().getByText('Convert to Word').waitFor();
    await page.keyboard.press('Escape');

    const locked = await client.run(
      { type: 'pdf-protect', filename: 'paper.pdf', bytes: document },
      { userPassword: 'open sesame' },
    );
    await page.goto(`/jobs/${locked.id}`);
    for (const [password, shown] of [
      ['sesame', page.getByText('The password is wrong.')],
      ['open sesame', page.getByRole('region', { name: 'paper.pdf' }).locator('canvas').first()],
    ] as const) {
      await page.getByPlaceholder('Password').fill(password);
      await page.getByRole('button', { name: 'Show', exact: true }).click();
      await shown.waitFor();
    }

    const recipe = await client.expect<{ id: string }>(
      client.post('/recipes', { name: 'Smaller', steps: [{ jobType: 'pdf-compress', options: {} }] }),
    );
    const run = await client.expect<{ id: string }>(
      client.post(`/recipes/${recipe.id}/runs`, { inputJobId: locked.id, inputOutputIndex: 0 }),
    );
    await page.goto(`/runs/${run.id}`);
    await page
      .getByRole('alert')
      .getByText(/^The file is locked .* Open the job to enter the password/)
      .waitFor();

    const [file] = locked.result!.files;
    const failed = await client.expect<Job>(
      client.post('/jobs', { type: 'pdf-compress', inputArtifactId: file!.artifactId, autoStart: true }),
    );
    await page.goto(`/jobs/${failed.id}`);
    await page.getByRole('alert').getByPlaceholder('Password').fill('open sesame');
    await page.getByRole('alert').getByRole('button', { name: 'Run again' }).click();
    await page.getByRole('link', { name: 'Download paper.pdf' }).waitFor();
    expectQuiet();
  },
);

test.runIf(runsAll)('a workbook is shown as a table with a tab for each sheet, or as it prints', async () => {
  const day = new Date(Date.UTC(2026, 2, 1));
  const book = await writeOds({
    sheets: [
      {
        name: 'Orders',
        rows: [
          ['customer', 'day', 'total'],
          ['Amira Haddad', day, 1234.5],
        ],
      },
      { name: 'Notes', rows: [['note'], ['Deliver before noon']] },
    ],
  });
  const { id } = await client.run(
    { type: 'document-convert', filename: 'orders.ods', bytes: book },
    { outputFormat: 'xlsx' },
  );
  await page.goto(`/jobs/${id}`);
  const cells = page.getByRole('cell');
  await expect
    .poll(() => cells.allInnerTexts())
    .toEqual(['customer', 'day', 'total', 'Amira Haddad', expect.stringMatching(/^03\/01\/26/), '1234.5']);
  expect(await page.getByRole('columnheader').allInnerTexts()).toEqual(['A', 'B', 'C']);
  expect(await page.getByRole('rowheader').allInnerTexts()).toEqual(['1', '2']);
  // A sheet that is wider than its frame is scrolled within it.
  await page.setViewportSize({ width: 300, height: 800 });
  const [sheet, frame] = await Promise.all(
    [page.locator('[tabindex="0"]:has(> [role=table])'), page.getByRole('region', { name: 'Result' })].map(
      part => part.boundingBox(),
    ),
  );
  expect(sheet!.width).toBeLessThanOrEqual(frame!.width);
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await cells.evaluateAll(all => all.slice(3).map(cell => cell.hasAttribute('data-figure')))).toEqual([
    false,
    false,
    true,
  ]);
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Notes' }).click();
  await page.getByRole('cell', { name: 'Deliver before noon' }).waitFor();
  await page.locator('label', { hasText: 'As printed' }).click();
  await page.getByRole('region', { name: 'orders.xlsx' }).locator('canvas').first().waitFor();

  // A warning tells people nothing about the API, and has a button for what helps.
  const one = await client.run(
    { type: 'document-convert', filename: 'orders.ods', bytes: book },
    { outputFormat: 'csv' },
  );
  await page.goto(`/jobs/${one.id}`);
  expect(await page.getByText(/^The workbook has more sheets/).textContent()).not.toContain('sheet=');
  await page.getByRole('button', { name: 'Convert all sheets' }).click();
  await page.getByRole('list', { name: 'Results (2)' }).getByText('Notes').waitFor();
});

test('a job in progress shows how far it is, for how long it has been running, and how long it will take', async () => {
  const { id } = await client.run(
    { type: 'image-convert', filename: 'clock.png', bytes: png(60, 40) },
    { outputFormat: 'webp' },
  );
  const startedAt = new Date(Date.now() - 90_000).toISOString();
  await page.route(`**/api/**/jobs/${id}/events*`, () => {});
  await changeJob(id, ({ result: _, ...job }) => ({ ...job, status: 'processing', progress: 40, startedAt }));
  await page.goto(`/jobs/${id}`);
  await page.getByText('Processing, 40 %').waitFor();
  await page.getByText(/^Running for 1 min \d+ sec$/).waitFor();
  await page.getByText(/^about 2 min left$/).waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test.runIf(runsAll)(
  'a transcript keeps the order of its words on a page of the other direction',
  async () => {
    const { id } = await client.run(
      { type: 'image-convert', filename: 'spoken.png', bytes: png(60, 40) },
      { outputFormat: 'webp' },
    );
    const words = ['We', 'observe'].map((word, start) => ({ word, start, end: start + 1 }));
    const segments = [{ start: 0, end: 2, text: 'We observe', words }];
    await page.route('**/spoken.json', route => route.fulfill({ json: { segments } }));
    await changeFile(id, { filename: 'spoken.json', downloadUrl: '/spoken.json' });
    await page.goto(`/jobs/${id}`);
    const findLeft = async (name: string) =>
      (await page.getByRole('button', { name, exact: true }).boundingBox())!.x;
    await page.getByRole('button', { name: 'observe' }).waitFor();
    await page.evaluate("document.documentElement.dir = 'rtl'");
    expect(await findLeft('We')).toBeLessThan(await findLeft('observe'));
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
);

test('a text transcript is shown below the player of its recording, and one without speech says so', async () => {
  const sound = Buffer.concat([wavHeader, Buffer.alloc(wavHeader.readUInt32LE(40))]);
  const { id } = await client.run(
    { type: 'audio-convert', filename: 'talk.wav', bytes: sound },
    { outputFormat: 'flac' },
  );
  let text = 'We observe today.\n';
  await page.route('**/talk.txt', route => route.fulfill({ body: text }));
  await changeFile(id, {
    filename: 'talk.txt',
    downloadUrl: '/talk.txt',
    metadata: { pages: 3, rows: 7 },
  });
  await page.goto(`/jobs/${id}`);
  const result = page.getByRole('region', { name: 'Result' });
  await result.getByText('We observe today.').waitFor();
  expect(await result.locator('audio').count()).toBe(1);
  // A text has no pages: those are a fact about the file that it was made from.
  const facts = page.getByRole('complementary').last();
  await facts.getByText('7 rows').waitFor();
  expect(await facts.getByText('3 pages').count()).toBe(0);
  text = '\n';
  await page.reload();
  await result.getByText('No speech was found in this recording.').waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('the page of an unknown job says that it may have been deleted, and links to Convert', async () => {
  await page.goto(`/jobs/job_${'0'.repeat(26)}`);
  await page.getByText(/^It may have been deleted/).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Go to Convert' }).waitFor();
});

test('the list of batches shows their states, their counts and thumbnails; the page of one offers a repair of what failed', async () => {
  const broken = Buffer.from(`%PDF-1.7\n${'x'.repeat(200)}`);
  const inputs = await Promise.all(
    [pdf(['one']), broken].map(async bytes => {
      const job = { type: 'pdf-info', filename: 'holiday.pdf', bytes };
      return (await client.run(job)).inputs[0]!.artifactId;
    }),
  );
  await client.expect(
    client.post('/batches', {
      type: 'pdf-linearize',
      inputs: inputs.map(inputArtifactId => ({ inputArtifactId })),
    }),
  );
  await page.goto('/batches');
  const batch = rows().first();
  await batch.getByText('1 of 2 done, 1 needs attention').waitFor();
  await batch.getByText('Partly done', { exact: true }).waitFor();
  await batch.getByRole('img', { name: 'Picture of holiday.pdf' }).first().waitFor();
  await expectAccessible(page);
  await batch.getByRole('link').first().click();
  const files = page.getByRole('region', { name: 'Files' }).getByRole('row').filter({ hasText: 'holiday' });
  await files.nth(1).waitFor();
  // The failed input comes first, although it was the second.
  await files.first().getByText('The file is damaged').waitFor();
  await page.getByText('Failed: 1', { exact: true }).click();
  await files.nth(1).waitFor({ state: 'detached' });
  if (runsAll) await expectAccessible(page);
  await files.getByRole('button', { name: 'Repair' }).click();
  await page.getByRole('button', { name: 'Action for holiday.pdf: Repair a PDF' }).waitFor();
});

test('a batch takes files of this computer, and offers what can be done with all of them', async () => {
  await page.goto('/batches');
  const dialog = page.getByRole('dialog', { name: 'New batch' });
  const start = dialog.getByRole('button', { name: 'Start batch' });
  await page.getByRole('button', { name: 'New batch' }).click();
  await dialog.getByText('From a connection').click();
  await dialog.getByText('Create a connection').waitFor();
  expect(await start.isDisabled()).toBe(true);
  await dialog.getByRole('button', { name: 'New connection' }).click();
  await page.getByRole('dialog', { name: 'New connection' }).getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByText('From this computer').click();
  const files = ['one.png', 'two.png'].map(name => ({ name, bytes: Buffer.from(png(6, 4)) }));
  await dropFiles(page, files, 'section[aria-label="Drop files or a folder here"]');
  await dialog.getByText(/^2 files, /).waitFor();
  const note = 'Only what all of these files can become is listed.';
  expect(await dialog.getByText(note).count()).toBe(0);
  const drawing = { name: 'three.svg', bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') };
  await dropFiles(page, [drawing], 'section[aria-label="Drop files or a folder here"]');
  await dialog.getByText(note).waitFor();
  await dialog.getByRole('button', { name: /three\.svg/ }).click();
  if (runsAll) await expectAccessible(page);
  await dialog.getByRole('combobox', { name: 'Action' }).fill('JPEG');
  await page.getByRole('option', { name: 'JPEG', exact: true }).click();
  await start.click();
  await page.getByRole('heading', { level: 1, name: '2 files → JPEG' }).waitFor();
  await page.getByText('2 of 2 done').waitFor();
  await page.getByRole('link', { name: 'two.jpg' }).waitFor();
});
