import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { runsAll, takeSome } from '../support/needs.ts';
import { becomeFirstUser, expectAccessible, openPage, person } from './support/browser.ts';
import { dropFiles } from './support/files.ts';
import { openBrowser } from './support/workspace.ts';

const { service, browser } = await openBrowser('api');

/** An outage is shown within seconds; a file added meanwhile is uploaded after it, without a click. */
async function expectUsableDuringOutage(page: Page): Promise<void> {
  const tab = await page.context().newPage();
  await tab.goto(`${service.url}/`);
  await tab.getByRole('heading', { level: 1 }).waitFor();
  await tab.route('**/*', route => route.abort());
  await tab.getByText('Connection lost, retrying…').waitFor({ timeout: 30_000 });
  await dropFiles(tab, [{ name: 'during.txt', bytes: Buffer.from('words') }]);
  await tab.getByText('Uploads when the connection is back').waitFor();
  await tab.unroute('**/*');
  await tab.getByText('Uploaded', { exact: true }).waitFor();
  expect(await tab.getByText('Connection lost, retrying…').count()).toBe(0);
  // A conversion that is requested during an outage starts after it.
  await tab.route('**/*', route => route.abort());
  await tab.getByRole('button', { name: 'Convert', exact: true }).click();
  await tab.getByText('The service cannot be reached.').waitFor();
  await tab.getByText('Connection lost, retrying…').waitFor({ timeout: 30_000 });
  await tab.unroute('**/*');
  await tab.getByRole('button', { name: 'Cancel: during.txt' }).waitFor();
  await tab.getByRole('button', { name: 'Remove: during.txt' }).click();
  await tab.reload();
  await tab.route('**/*', route => route.abort());
  await tab.getByText('Connection lost, retrying…').waitFor({ timeout: 30_000 });
  await tab.getByRole('link', { name: 'Usage', exact: true }).first().click();
  await tab.getByText('The connection was lost.').waitFor();
  await tab.unroute('**/*');
  await tab.getByRole('heading', { level: 1, name: 'Usage' }).waitFor();
  await tab.close();
}

test('the first user signs in with the link, opens every page by side bar and keyboard, and signs out and in again', async () => {
  const { page, expectQuiet } = await openPage(browser, service.url);
  await page.goto('/jobs?state=failed');
  await page.getByRole('button', { name: 'I have an account now' }).click();
  await page.getByText('Nobody has an account here yet.').waitFor();
  await page.getByText(`${service.url}/welcome#token=…`).waitFor();
  await page.getByText('npx filemill users first-link').waitFor();
  expect(await page.getByRole('textbox').count(), 'fields to sign in without an account').toBe(0);
  await expectAccessible(page);
  await page.goto('/welcome');
  await page.getByText('This link is incomplete').waitFor();
  await page.goto('/welcome#token=used');
  await page.getByText('This link has been used, or has expired.').waitFor();
  await page.getByText('npx filemill users first-link').waitFor();
  expect(await page.getByRole('textbox').count()).toBe(0);
  await becomeFirstUser(page, service);
  expect(new URL(page.url()).hash).toBe('');

  for (const name of [
    'Jobs',
    'Recipes',
    'Usage',
    'Keys',
    'Webhooks',
    'Events',
    'Members',
    'Settings',
    'System',
  ]) {
    await page.getByRole('link', { name, exact: true }).first().click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
  }
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'System' }).waitFor();

  // The browser's console names every response with 404.
  const visitor = await page.context().newPage();
  await visitor.goto(`${service.url}/no/such/page`);
  await visitor.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
  await visitor.getByRole('link', { name: 'Jobs', exact: true }).click();
  await visitor.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor();
  await visitor.goto(`${service.url}/jobs/job_unknown`);
  const toJobs = visitor.getByRole('main').getByRole('link', { name: 'Jobs', exact: true });
  await visitor.getByRole('link', { name: 'Go to Convert' }).waitFor();
  expect(await toJobs.count(), 'above and below').toBe(2);
  await visitor.close();

  await expectUsableDuringOutage(page);

  await page.keyboard.press('Control+k');
  await page.getByRole('option').first().getByText('New recipe').waitFor();
  await page.getByRole('dialog').getByRole('combobox').fill('webhooks');
  if (runsAll) await expectAccessible(page);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();

  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('invite');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Invite a person' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('language');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/settings#language');
  await page.getByLabel('Language').waitFor();

  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('dark theme');
  await page.keyboard.press('Enter');
  await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('theme of the system');
  await page.keyboard.press('Enter');
  await page.locator('html[data-mantine-color-scheme=light]').waitFor();
  await page.keyboard.press('?');
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await shortcuts.getByRole('row', { name: 'G J Jobs' }).waitFor();
  await page.keyboard.press('Escape');
  await shortcuts.waitFor({ state: 'hidden' });
  await page.keyboard.press('g');
  await page.keyboard.press('j');
  await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor();

  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
  if (runsAll) await expectAccessible(page);
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.goto('/jobs?state=failed');
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Password').first().fill('something else');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('The address or the password is wrong.').waitFor();
  await page.getByLabel('Password').first().fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor();
  expect(page.url()).toBe(`${service.url}/jobs?state=failed`);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Members' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('link', { name: 'Members' }).click();
  await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
  expectQuiet();

  await page.getByRole('button', { name: 'More' }).click();
  const usage = page.getByRole('dialog').getByRole('link', { name: 'Usage' });
  await usage.waitFor();
  // A request of this page that is answered later would lead to the sign-in by itself.
  await page.waitForLoadState('networkidle');
  // As if the session was ended in another window.
  await page.context().clearCookies();
  await usage.click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(new URL(page.url()).searchParams.get('next')).toBe('/usage');
  await page.context().close();
});

/** Paths of pages with many texts. */
const pages = ['/', '/settings', '/recipes/new', '/keys'];
const morePages = ['/jobs', '/recipes', '/batches', '/usage', '/webhooks', '/events', '/members', '/system'];

test("the page uses the browser's language, right to left for Arabic, and every text fits a phone screen", async () => {
  const signedIn = await openPage(browser, service.url);
  await signedIn.page.goto('/sign-in');
  await signedIn.page.getByLabel('E-mail').fill(person.email);
  await signedIn.page.getByLabel('Password').first().fill(person.password);
  await signedIn.page.getByRole('button', { name: 'Sign in' }).click();
  await signedIn.page.getByRole('navigation').first().waitFor();
  const storageState = await signedIn.context.storageState();
  for (const locale of takeSome(['de-DE', 'ar-EG', 'ja-JP', 'fr-FR', 'es-MX'], 2)) {
    const { page, context, expectQuiet } = await openPage(browser, service.url, {
      locale,
      storageState,
      viewport: { width: 390, height: 844 },
    });
    for (const path of [...pages, ...(runsAll || locale === 'de-DE' ? morePages : [])]) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await findOverflow(page), `${locale} ${path}`).toEqual([]);
    }
    // The navigation is one row of five places.
    expect((await page.getByRole('navigation').last().boundingBox())!.height).toBeLessThan(80);
    expect(await page.locator('html').getAttribute('lang')).toBe(locale.slice(0, 2));
    expect(await page.locator('html').getAttribute('dir')).toBe(locale === 'ar-EG' ? 'rtl' : 'ltr');
    expectQuiet();
    await context.close();
  }

  // A choice in Settings overrides the browser's language.
  const { page } = signedIn;
  await page.goto('/settings');
  await page.getByLabel('Language').selectOption('de');
  await page.getByRole('heading', { level: 1, name: 'Einstellungen' }).waitFor();
  await page.goto('/');
  await page.getByRole('button', { name: 'Dateien wählen' }).waitFor();
  await signedIn.context.close();
});

test.runIf(runsAll)(
  'the API reference and pages of the documentation with long lines of code fit a phone',
  async () => {
    const { page, context } = await openPage(browser, service.url, { viewport: { width: 390, height: 844 } });
    for (const type of ['pdf-invoice', 'document-extract', 'image-favicon']) {
      await page.goto(`/docs/job-types/${type}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await findOverflow(page), type).toEqual([]);
    }
    await page.goto('/api/public/docs');
    await page.getByRole('heading', { name: 'Why a job fails' }).waitFor();
    expect(await findOverflow(page)).toEqual([]);
    await page.getByRole('link', { name: 'Documentation' }).click();
    await page.waitForURL(/\/docs\/$/);
    await context.close();
  },
);

/** Finds what is wider than the window, and buttons whose text is cut off. */
const findOverflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { document, innerWidth } = globalThis as unknown as {
      document: { documentElement: Sized; querySelectorAll(selector: string): Iterable<Sized> };
      innerWidth: number;
    };
    const cut = [...document.querySelectorAll('.mantine-Button-label')]
      .filter(label => label.scrollWidth > label.clientWidth + 1)
      .map(label => label.textContent);
    return document.documentElement.scrollWidth > innerWidth ? [...cut, 'the page'] : cut;
  });

interface Sized {
  scrollWidth: number;
  clientWidth: number;
  textContent: string;
}
