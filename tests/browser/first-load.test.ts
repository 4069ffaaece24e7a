import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../support/service.ts';
import { becomeFirstUser, launchBrowser, openPage } from './support/browser.ts';

const dist = fileURLToPath(new URL('../../web/dist', import.meta.url));
const mostBytes = 250_000;
const slower = 4;

let service: TestService;
let browser: Browser;

beforeAll(async () => {
  service = await startService('api');
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

test('the first load is at most 250 kB of script, and its largest paint is measured', async () => {
  const { page, context } = await openPage(browser, service.url);
  await becomeFirstUser(page, service);
  await page.close();

  const again = await context.newPage();
  const session = await context.newCDPSession(again);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
  const scripts = new Set<string>();
  again.on('response', response => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith('.js')) scripts.add(pathname);
  });
  await again.goto('/');
  await again.getByRole('button', { name: 'Choose files' }).waitFor();
  const bytes = [...scripts].reduce((sum, path) => sum + gzipSync(readFileSync(dist + path)).length, 0);
  expect(scripts.size).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(mostBytes);

  const paint = await again.evaluate(
    () =>
      new Promise<number>(resolve => {
        const { PerformanceObserver } = globalThis as unknown as {
          PerformanceObserver: new (
            seen: (list: { getEntries(): { startTime: number }[] }) => void,
          ) => {
            observe(options: object): void;
          };
        };
        new PerformanceObserver(list => resolve(list.getEntries().at(-1)!.startTime)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        });
      }),
  );
  console.log(
    `First load: ${Math.round(bytes / 1000)} kB of script (gzip), largest paint after ${Math.round(paint)} ms at ${slower} × slower`,
  );
  await context.close();
});
