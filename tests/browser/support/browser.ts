import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { makeFirstUserToken } from '../../../src/domain/people/workspaces/first-user.ts';
import { runsAll } from '../../support/needs.ts';
import type { TestService } from '../../support/service.ts';

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Debian's Chromium, which `node bin/setup.mjs --dev` installs. */
const executablePath = '/usr/bin/chromium-headless-shell';

export function launchBrowser(): Promise<Browser> {
  if (!existsSync(executablePath))
    throw new Error('Chromium is not installed: run `node bin/setup.mjs --dev`.');
  // A process that is told to end does so at once, and its browser with it: to close it first takes longer than what the
  // process needs, such as the database, is there.
  return chromium.launch({ executablePath, args: flags, handleSIGTERM: false });
}

export const person = { name: 'Ada Lovelace', email: 'ada@example.com', password: 'correct horse battery' };

/** Opens a page in a separate browser context. Script errors and policy violations fail the test at `expectQuiet`. */
export async function openPage(browser: Browser, url: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  const complaints: string[] = [];
  page.on('pageerror', error => complaints.push(error.message));
  page.on('console', message => {
    if (/Content Security Policy|Refused to/.test(message.text())) complaints.push(message.text());
  });
  page.on('request', request => {
    if (!/^(blob|data):/.test(request.url()) && new URL(request.url()).origin !== new URL(url).origin)
      complaints.push(`requested another host: ${request.url()}`);
  });
  const expectQuiet = () => expect(complaints).toEqual([]);
  return { page, context, expectQuiet };
}

/** Follows the sign-in link as the first user. */
export async function becomeFirstUser(page: Page, service: TestService): Promise<void> {
  const token = await makeFirstUserToken(service.db);
  await page.goto(`/welcome#token=${token}`);
  await page.getByLabel('Name').fill(person.name);
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Password', { exact: false }).first().fill(person.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('navigation').first().waitFor();
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Expects no accessibility problem that axe finds, with all tests in the dark theme too, which differs only in colours. */
export async function expectAccessible(page: Page): Promise<void> {
  // It is not added as a script element, because the page's policy only allows its own scripts.
  await page.evaluate(axe);
  expect(await violations(page)).toEqual([]);
  if (!runsAll) return;
  await choose(page, 'dark');
  expect(await violations(page, ['color-contrast'])).toEqual([]);
  await choose(page, 'light');
}

async function choose(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
}

const violations = (page: Page, rules?: string[]): Promise<string[]> =>
  page.evaluate(async only => {
    const { axe } = globalThis as unknown as { axe: Axe };
    const { violations } = await axe.run(only ? { runOnly: only } : {});
    return violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, failureSummary }) => `${html} (${failureSummary})`).join(' | ')}`,
    );
  }, rules);

interface Axe {
  run(options: object): Promise<{ violations: Violation[] }>;
}
interface Violation {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}
