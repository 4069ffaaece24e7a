import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { pdf, png } from '../support/samples.ts';
import { expectAccessible } from './support/browser.ts';
import { operateConvert } from './support/convert.ts';
import { downloaded, dropFiles, lockPdf, row } from './support/files.ts';
import { openWorkspace } from './support/workspace.ts';

const { page, expectQuiet } = await openWorkspace('all');
const { choose, clear, convert, finished } = operateConvert(page);

test('the merge board marks a damaged PDF, and merges the others once it is removed', async () => {
  await clear();
  const broken = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(200, 'x')]);
  await dropFiles(page, [
    { name: 'one.pdf', bytes: pdf(['one']) },
    { name: 'broken.pdf', bytes: broken },
    { name: 'two.pdf', bytes: pdf(['two']) },
  ]);
  for (const name of ['one.pdf', 'broken.pdf', 'two.pdf'])
    await row(page, name).getByText('Uploaded').waitFor();
  await page.getByRole('button', { name: 'Merge 3 PDFs' }).click();
  const board = page.getByRole('dialog');
  const merge = board.getByRole('button', { name: 'Merge', exact: true });
  await board.getByText('Damaged. Leave it out to merge the others.').waitFor();
  expect(await merge.isDisabled()).toBe(true);
  await expectAccessible(page);
  await board.getByRole('button', { name: 'Remove broken.pdf' }).click();
  await merge.click();
  await finished('merged');
});

test('pages of several PDFs and a picture are reordered by keyboard, removed and rotated, and a locked file asks for its password', async () => {
  await clear();
  const locked = lockPdf(pdf(['a secret']));
  await dropFiles(page, [
    { name: 'cover.png', bytes: png(80, 60) },
    { name: 'a.pdf', bytes: pdf(['first', 'second']) },
    { name: 'b.pdf', bytes: pdf(['third']) },
    { name: 'locked.pdf', bytes: locked },
  ]);
  for (const name of ['a.pdf', 'b.pdf']) await row(page, name).locator('img').waitFor();
  await page.getByRole('button', { name: 'Merge 4 files' }).click();
  const board = page.getByRole('dialog');
  const merge = board.getByRole('button', { name: 'Merge', exact: true });
  const password = board.getByLabel('Password of locked.pdf', { exact: true });
  await password.fill('open');
  await password.press('Enter');
  await board.getByText('The password is wrong.').waitFor();
  expect(await merge.isDisabled()).toBe(true);
  await password.fill('sesame');
  await password.press('Enter');
  await password.waitFor({ state: 'detached' });
  await board.getByText('Pages', { exact: true }).click();
  await board.getByRole('button', { name: 'Rotate Page 1' }).last().click();
  await board.getByRole('button', { name: 'Remove Page 1' }).nth(1).click();
  await expectAccessible(page);
  const announced = (text: string | RegExp, timeout = 60_000) =>
    page.getByText(text).waitFor({ state: 'attached', timeout });
  await board.getByRole('button', { name: /^Move Page 2/ }).focus();
  await page.keyboard.press('Space');
  await announced('Page 2 is over position 2.');
  // On a slow machine, the board may not listen to arrows yet.
  await page.keyboard.press('ArrowRight');
  await announced('Page 2 is over position 3.', 5000).catch(() => page.keyboard.press('ArrowRight'));
  await announced('Page 2 is over position 3.');
  await page.keyboard.press('Space');
  await announced(/^Page 2 was dropped/);
  await merge.click();
  await finished('merged');
  // The merged files no longer wait for a conversion.
  expect(await page.getByText('Used for merged').count()).toBe(4);
  expect(await page.getByRole('button', { name: /^Convert/ }).count()).toBe(0);
  const made = await downloaded(page, row(page, 'merged').getByRole('button', { name: 'Download' }));
  const facts = execFileSync('pdfinfo', ['-l', '4', '-'], { input: made, encoding: 'utf8' });
  expect(facts).toMatch(/Page +1 size: +80 x 60/);
  expect(facts.match(/(?<=rot: +)\d+/g)).toEqual(['0', '0', '0', '90']);
  const text = execFileSync('pdftotext', ['-', '-'], { input: made, encoding: 'utf8' });
  expect(text.match(/first|second|third|secret/g)).toEqual(['third', 'second', 'secret']);
  expectQuiet();
});

test('a second file is chosen from the list or the disk, and both are sent with their roles', async () => {
  await clear();
  await dropFiles(page, [
    { name: 'early.pdf', bytes: pdf(['first page']) },
    { name: 'late.pdf', bytes: pdf(['final page']) },
  ]);
  await row(page, 'late.pdf').getByText('Uploaded').waitFor();
  await choose('early.pdf', 'compare two');
  const drawer = page.getByRole('dialog');
  await drawer.getByText('Choose the later version').waitFor();
  await drawer.getByLabel('Or a file of the list').selectOption('late.pdf');
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Done' }).click();
  await page.getByText('Used for early.pdf').waitFor();
  await convert();
  await page.getByRole('button', { name: 'Download' }).first().waitFor();
  const marked = row(page, 'late-compared.pdf').getByRole('button', { name: 'Download' });
  expect((await downloaded(page, marked)).subarray(0, 5).toString()).toBe('%PDF-');

  await page.getByRole('button', { name: 'Clear finished' }).click();
  await page.getByRole('list', { name: 'Files' }).waitFor({ state: 'detached' });
  expectQuiet();
});

test('images are combined into one PDF with a page for each', async () => {
  await clear();
  await dropFiles(page, [
    { name: 'one.png', bytes: png(60, 40) },
    { name: 'two.png', bytes: png(40, 60) },
  ]);
  await page.getByRole('button', { name: 'One PDF of 2' }).click();
  await finished('merged');
  expect(await page.getByRole('list', { name: 'Files' }).getByRole('listitem').count()).toBe(1);
  await row(page, 'merged').getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('dialog').getByText('2 pages').waitFor();
  await page.keyboard.press('Escape');
});
