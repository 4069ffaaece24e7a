import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { writeXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { runsAll } from '../support/needs.ts';
import { pdf, png } from '../support/samples.ts';
import { expectAccessible } from './support/browser.ts';
import { operateConvert } from './support/convert.ts';
import { downloaded, dropFiles, lockPdf, row } from './support/files.ts';
import { openWorkspace } from './support/workspace.ts';

const { page, service } = await openWorkspace('all');
const { choose, clear, convert, finished } = operateConvert(page);
const harbour = fileURLToPath(new URL('../../web/public/samples/harbour.jpg', import.meta.url));

const listBookmarks = `
import io, sys, pikepdf
pdf = pikepdf.open(io.BytesIO(sys.stdin.buffer.read()))
item = pdf.Root.Outlines.First
while item is not None:
    print(item.Title, [page.objgen for page in pdf.pages].index(item.Dest[0].objgen) + 1)
    item = item.get("/Next")
`;

test('the option form marks changes, resets them and submits them', async () => {
  await clear();
  await dropFiles(page, [{ name: 'red.png', bytes: png(64, 48) }]);
  await row(page, 'red.png').getByText('Uploaded').waitFor();
  // It has a required option, so the form opens by itself.
  await choose('red.png', 'resize');
  const drawer = page.getByRole('dialog');
  await drawer.getByText('Choose a width or a height').waitFor();
  await page.keyboard.press('Escape');
  const start = page.getByRole('button', { name: 'Convert', exact: true });
  expect(await start.isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Choose a width or a height' }).click();
  const quality = drawer.locator('[data-option=quality]');
  await drawer.getByLabel('Output format', { exact: true }).selectOption('JPEG');
  await quality.waitFor();
  await drawer.getByLabel('Output format', { exact: true }).selectOption('Same as the input');
  await quality.waitFor({ state: 'detached' });
  await drawer.getByLabel('Width', { exact: true }).fill('16');
  await drawer.getByLabel('Do not enlarge', { exact: true }).check({ force: true });
  if (runsAll) await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Reset to default: Do not enlarge' }).click();
  expect(await drawer.getByLabel('Do not enlarge', { exact: true }).isChecked()).toBe(false);
  await page.keyboard.press('Escape');
  await convert();
  await finished('red');
  const made = await downloaded(page, row(page, 'red').getByRole('button', { name: 'Download' }));
  expect([made.readUInt32BE(16), made.readUInt32BE(20)]).toEqual([16, 12]);
});

test.runIf(runsAll)('bookmarks are entered one by one, each with its page', async () => {
  await clear();
  await dropFiles(page, [{ name: 'book.pdf', bytes: pdf(['one', 'two']) }]);
  await row(page, 'book.pdf').getByText('Uploaded').waitFor();
  await choose('book.pdf', 'bookmarks');
  await page.getByRole('button', { name: 'Options for book.pdf' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.locator('label', { hasText: /^Replace$/ }).click();
  for (const [title, target] of [
    ['Start', '1'],
    ['End', '2'],
  ] as const) {
    await drawer.getByRole('button', { name: 'Add an entry' }).click();
    await drawer.getByLabel('Title', { exact: true }).last().fill(title);
    const field = drawer.getByLabel('Page', { exact: true }).last();
    expect(await field.inputValue()).toBe('1');
    await field.fill(target);
  }
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await convert();
  await finished('book');
  const made = await downloaded(page, row(page, 'book').getByRole('button', { name: 'Download' }).first());
  const list = execFileSync('/usr/bin/python3', ['-c', listBookmarks], { input: made }).toString();
  expect(list).toBe('Start 1\nEnd 2\n');
});

test('a locked form is filled in by its own fields once it has its password, and only changes are sent', async () => {
  await clear();
  const form = fileURLToPath(new URL('../../web/site/examples/inputs/form.pdf', import.meta.url));
  const locked = lockPdf(readFileSync(form));
  await dropFiles(page, [{ name: 'form.pdf', bytes: locked }]);
  await row(page, 'form.pdf').getByText('Uploaded').waitFor();
  await choose('form.pdf', 'fill a form');
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('button', { name: 'Password' }).click();
  await drawer.getByLabel('Password', { exact: true }).fill('sesame');
  await drawer.getByLabel('Name', { exact: true }).fill('Ada');
  expect(await drawer.getByLabel('Values as text').count(), 'a second way to give values').toBe(0);
  await drawer.getByLabel('Name', { exact: true }).fill('');
  expect(await drawer.getByRole('button', { name: 'Done' }).isDisabled()).toBe(true);
  await drawer.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
  await drawer.getByLabel('I will come', { exact: true }).check({ force: true });
  await drawer.getByRole('button', { name: 'Done' }).click();
  await convert();
  await finished('form.pdf');
  const filled = await downloaded(
    page,
    row(page, 'form.pdf').getByRole('button', { name: 'Download' }).first(),
  );
  expect(execFileSync('pdftotext', ['-upw', 'sesame', '-', '-'], { input: filled }).toString()).toContain(
    'Ada Lovelace',
  );
});

test('the image preview follows the options without creating a job', async () => {
  await clear();
  const listed = async () =>
    (await service.db.selectFrom('jobs').select('id').where('source', '<>', 'upload').execute()).length;
  // Thumbnails of earlier files may still be in the queue.
  const { length: before } = await service.db
    .selectFrom('jobs')
    .select('id')
    .where('source', 'not in', ['upload', 'preview'])
    .execute();
  await dropFiles(page, [{ name: 'harbour.jpg', bytes: readFileSync(harbour) }]);
  await row(page, 'harbour.jpg').getByText('Uploaded').waitFor();
  await choose('harbour.jpg', 'webp');
  await page.getByRole('button', { name: 'Options for harbour.jpg' }).click();
  const drawer = page.getByRole('dialog');
  const live = drawer.getByRole('region', { name: 'Preview' });
  const size = () => live.getByRole('status').textContent();
  await expect.poll(size).toMatch(/^[\d.]+ kB, \d+ % (smaller|larger)$/);
  const first = (await size())!;
  await live.getByRole('img', { name: 'Before' }).waitFor();
  await live.getByRole('img', { name: 'After' }).waitFor();
  await drawer.locator('[data-option=quality] input').last().fill('5');
  await expect.poll(size).not.toBe(first);
  expect(Number.parseFloat((await size())!)).toBeLessThan(Number.parseFloat(first));
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect.poll(listed).toBe(before);

  // No preview is asked for while a width is missing, or with the options from before it was given.
  const asked: { options: { width?: number } }[] = [];
  page.on('request', request => {
    if (request.url().endsWith('/preview') && request.method() === 'POST') asked.push(request.postDataJSON());
  });
  await choose('harbour.jpg', 'resize');
  await drawer.locator('[data-option=width] input:focus').fill('60');
  await expect.poll(() => asked.length).toBe(1);
  expect(asked[0]!.options.width).toBe(60);
  await page.keyboard.press('Escape');
});

test('a split by ranges asks for pages, and a validation error names the option by its title', async () => {
  await clear();
  await dropFiles(page, [{ name: 'book.pdf', bytes: pdf(['one', 'two', 'three']) }]);
  await row(page, 'book.pdf').getByText('Uploaded').waitFor();
  await choose('book.pdf', 'split');
  await page.getByRole('button', { name: 'Options for book.pdf' }).click();
  const drawer = page.getByRole('dialog');
  const mode = drawer.getByLabel('Mode', { exact: true });
  expect(await drawer.getByRole('button', { name: 'Page 3' }).count()).toBe(0);
  await mode.selectOption('One file per range');
  await drawer.getByRole('button', { name: 'Page 3' }).click();
  await mode.selectOption('After a number of pages');
  await drawer.getByText('Choose a number of pages').waitFor();
  expect(await drawer.getByRole('button', { name: 'Page 3' }).count()).toBe(0);
  await mode.selectOption('One file per range');
  await drawer.getByLabel('Ranges', { exact: true }).fill('3-x');
  await drawer.getByRole('button', { name: 'Done' }).click();
  await convert();
  await row(page, 'book.pdf').getByText('“Ranges” must').waitFor();
  await page.getByRole('button', { name: 'Options for book.pdf' }).click();
  await drawer.locator('[data-option=ranges]').getByText('“Ranges” must').waitFor();
  await drawer.getByLabel('Ranges', { exact: true }).fill('3');
  await drawer.getByRole('button', { name: 'Done' }).click();
  await convert();
  await finished('book');
  await row(page, 'book').getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('dialog').getByText('1 page', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
});

test('options name languages, ask for a file only with the action that takes it, and fold the password and the later groups of a long form', async () => {
  await clear();
  await dropFiles(page, [{ name: 'scan.pdf', bytes: pdf(['one']) }]);
  await row(page, 'scan.pdf').getByText('Uploaded').waitFor();
  await choose('scan.pdf', 'searchable');
  await page.getByRole('button', { name: 'Options for scan.pdf' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.locator('[data-option=languages]').getByText('English').waitFor();
  await drawer.getByRole('combobox', { name: 'Languages' }).click();
  await page.getByRole('option', { name: 'English' }).waitFor();
  const languages = await page.getByRole('listbox').getByRole('option').allTextContents();
  expect(languages).toEqual(languages.toSorted((one, other) => one.localeCompare(other)));
  await page.keyboard.press('Tab');
  const password = drawer.getByLabel('Password', { exact: true });
  expect(await password.count()).toBe(0);
  await drawer.getByRole('button', { name: 'Password' }).click();
  await password.waitFor();
  await page.keyboard.press('Escape');
  // The field of words has the focus, and does not keep the key for a list that it does not have.
  await choose('scan.pdf', 'redact');
  await drawer.getByRole('combobox', { name: 'Words and phrases' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  await choose('scan.pdf', 'attachments');
  await page.getByRole('button', { name: 'Options for scan.pdf' }).click();
  const part = drawer.getByRole('group', { name: 'A file to add', exact: true });
  const action = drawer.locator('[data-option=action]');
  await action.waitFor();
  expect(await part.count()).toBe(0);
  await action.getByText('Add', { exact: true }).click();
  await part.waitFor();
  await drawer.getByText('Choose a file to add').waitFor();
  expect(await drawer.getByRole('button', { name: 'Done' }).isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  await dropFiles(page, [{ name: 'clip.mov', bytes: Buffer.from('\0\0\0\x14ftypqt  \0\0\0\0qt  ') }]);
  await choose('clip.mov', 'mp4');
  await page.getByRole('button', { name: 'Options for clip.mov' }).click();
  await drawer.locator('[data-option=targetBytes]').waitFor();
  const rate = drawer.locator('[data-option=fps]');
  expect(await rate.count()).toBe(0);
  await drawer.getByRole('button', { name: /^Picture Width, Height/ }).click();
  await rate.waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
});

test.runIf(runsAll)('the sheets of a workbook are offered by their names', async () => {
  await page.goto('/');
  await clear();
  const sheets = ['Orders', 'Customers'].map(name => ({ name, rows: [['of', name]] }));
  await dropFiles(page, [{ name: 'book.xlsx', bytes: Buffer.from(await writeXlsx({ sheets })) }]);
  await row(page, 'book.xlsx').getByText('Uploaded').waitFor();
  await choose('book.xlsx', 'pdf');
  await page.getByRole('button', { name: 'Options for book.xlsx' }).click();
  const printed = page.getByRole('dialog').getByRole('radiogroup', { name: 'Sheet', exact: true });
  expect(await printed.getByLabel('All sheets').isChecked()).toBe(true);
  await page.keyboard.press('Escape');
  await choose('book.xlsx', 'csv');
  await page.getByRole('button', { name: 'Options for book.xlsx' }).click();
  const sheet = page.getByRole('dialog').getByLabel('Sheet', { exact: true });
  await expect
    .poll(() => sheet.getByRole('option').allTextContents())
    .toEqual(['First visible sheet', 'Orders', 'Customers', 'All sheets']);
  await sheet.selectOption('Customers');
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
  await convert();
  const made = await downloaded(page, row(page, 'book').getByRole('button', { name: 'Download' }));
  expect(made.toString()).toMatch(/^of,Customers\r?\n$/);
  await clear();
});
