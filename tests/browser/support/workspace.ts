import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach } from 'vitest';
import { startService, type TestService } from '../../support/service.ts';
import { becomeFirstUser, launchBrowser, openPage } from './browser.ts';

interface OpenWorkspace {
  service: TestService;
  browser: Browser;
  page: Page;
  expectQuiet: () => void;
}

/** The tests of one file share a service and a page with the first user signed in. */
export async function openWorkspace(
  role: 'all' | 'api',
  { env, context }: { env?: Record<string, string>; context?: BrowserContextOptions } = {},
): Promise<OpenWorkspace> {
  const { service, browser } = await openBrowser(role, env);
  const { page, expectQuiet } = await openPage(browser, service.url, context);
  await becomeFirstUser(page, service);
  return { service, browser, page, expectQuiet };
}

/** The browser of a test process. It ends with the process. */
let shared: Promise<Browser> | undefined;

/** The same before anybody has signed in. */
export async function openBrowser(
  role: 'all' | 'api',
  env?: Record<string, string>,
): Promise<Pick<OpenWorkspace, 'service' | 'browser'>> {
  shared ??= launchBrowser();
  const [service, browser] = await Promise.all([startService(role, env), shared]);
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await printPages(browser);
  });
  afterAll(async () => {
    await Promise.all(browser.contexts().map(context => context.close()));
    await service.stop();
  });
  return { service, browser };
}

/** Prints what people would see, which says more than the element that a test waited for in vain. */
async function printPages(browser: Browser): Promise<void> {
  for (const page of browser.contexts().flatMap(context => context.pages()))
    console.error(`${page.url()} shows:\n${await page.locator('body').ariaSnapshot()}`);
}
