import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { png } from '../support/samples.ts';
import { startService, type TestService } from '../support/service.ts';
import { becomeFirstUser, launchBrowser, openPage } from './support/browser.ts';
import { dropFiles, row } from './support/files.ts';

let service: TestService;
let browser: Browser;

beforeAll(async () => {
  service = await startService('all');
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

test('an upload that a reload breaks off goes on by itself, and what it became is there after another', async () => {
  const { page } = await openPage(browser, service.url);
  page.on('dialog', dialog => dialog.accept());
  await becomeFirstUser(page, service);
  // Sent in pieces from eight megabytes on: the first gets through, the next are held back until the page is loaded anew.
  let pieces = 0;
  let first = true;
  await page.route('**/api/public/uploads/**', async route => {
    if (route.request().method() === 'PATCH') {
      pieces += 1;
      if (first && pieces > 1) return;
    }
    await route.continue();
  });
  const bytes = Buffer.concat([png(64, 48), Buffer.alloc(9_000_000)]);
  await dropFiles(page, [{ name: 'large.png', bytes }]);
  await expect.poll(() => pieces, { timeout: 60_000 }).toBeGreaterThan(1);
  await page.getByRole('link', { name: 'Jobs' }).first().click();
  await page.getByRole('region', { name: 'Under way' }).getByText('large.png').waitFor();

  first = false;
  const offsets: number[] = [];
  page.on('request', request => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']));
  });
  await page.goto('/');
  await row(page, 'large.png').getByText('Uploaded').waitFor();
  // What had arrived was not sent again.
  expect(offsets[0]).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Convert', exact: true }).click();
  await row(page, 'large').getByRole('button', { name: 'Download' }).waitFor();
  await page.reload();
  await row(page, 'large').getByRole('button', { name: 'Download' }).waitFor();
  await page.context().close();
});
