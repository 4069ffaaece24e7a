import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../support/service.ts';
import { becomeFirstUser, expectAccessible, launchBrowser, openPage } from './support/browser.ts';
import { dropFiles, row } from './support/files.ts';

let service: TestService;
let browser: Browser;
let page: Page;
let expectQuiet: () => void;

beforeAll(async () => {
  service = await startService('all');
  browser = await launchBrowser();
  ({ page, expectQuiet } = await openPage(browser, service.url));
  await becomeFirstUser(page, service);
});

afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const sample = (name: string) => ({ name, bytes: readFileSync(at(`web/public/samples/${name}`)) });
const dialog = () => page.getByRole('dialog');

/** Makes something of a file on the Convert page. */
async function make(name: string, bytes: Buffer, target: string): Promise<void> {
  await dropFiles(page, [{ name, bytes }]);
  await row(page, name).getByText('Uploaded').waitFor();
  await page.getByRole('button', { name: new RegExp(`^What to make of ${name}`) }).click();
  await page.getByRole('combobox').fill(target);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Convert', exact: true }).click();
}

async function open(name: string): Promise<void> {
  await row(page, name).getByRole('button', { name: 'Open', exact: true }).click();
  await dialog().waitFor();
}

async function close(): Promise<void> {
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'hidden' });
}

test('a picture is seen before and after, under a line that the arrows move', async () => {
  const { name, bytes } = sample('harbour.jpg');
  await make(name, bytes, 'webp');
  await open('harbour.webp');
  await expectAccessible(page);
  const line = dialog().getByRole('slider');
  await line.focus();
  await page.keyboard.press('ArrowRight');
  expect(await line.inputValue()).toBe('51');
  for (const name of ['Before', 'harbour.webp']) await dialog().getByRole('img', { name }).waitFor();
  await close();
});

test('a table has its names above its columns; Markdown and HTML are pages of their own', async () => {
  const table = sample('orders.csv');
  await make(table.name, table.bytes, 'tsv');
  await open('orders.tsv');
  const head = (await dialog().getByRole('columnheader', { name: 'customer' }).boundingBox())!;
  const cell = (await dialog().getByRole('cell', { name: 'Amira Haddad' }).first().boundingBox())!;
  expect(head.x).toBe(cell.x);
  await expectAccessible(page);
  await close();

  const letter = sample('letter.md');
  await make(letter.name, letter.bytes, 'html');
  await open('letter.html');
  await dialog()
    .frameLocator('iframe')
    .getByRole('heading', { name: 'Invitation to the harbour walk' })
    .waitFor();
  await expectAccessible(page);
  await close();
  await make('page.html', Buffer.from('<h1>Tides</h1><p>Low at <b>noon</b>.'), 'markdown');
  await open('page.md');
  await dialog().frameLocator('iframe').getByRole('heading', { name: 'Tides' }).waitFor();
  await close();
  expectQuiet();
});
