import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openWorkspace } from './support/workspace.ts';

const dist = fileURLToPath(new URL('../../web/dist', import.meta.url));
const maxBytes = 250_000;

const { page } = await openWorkspace('api');

test('the first load has at most 250 kB of script, and the page shell is painted before it runs', async () => {
  const context = page.context();
  await page.close();

  const again = await context.newPage();
  const scripts = new Set<string>();
  again.on('response', response => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith('.js')) scripts.add(pathname);
  });
  // The page's scripts are held back until something is painted, so nothing that is painted comes from them.
  const painted = Promise.withResolvers<void>();
  // The page loads some parts later, such as the gallery, which would be counted on a slow machine only.
  const counted = Promise.withResolvers<void>();
  const index = readFileSync(`${dist}/index.html`, 'utf8');
  await again.route('**/assets/*.js', async route => {
    await painted.promise;
    if (!index.includes(new URL(route.request().url()).pathname.slice(1))) await counted.promise;
    await route.continue();
  });
  await again.goto('/', { waitUntil: 'commit' });
  await expect
    .poll(() => again.evaluate(() => performance.getEntriesByName('first-contentful-paint').length))
    .toBe(1);
  expect(await again.locator('#first').isVisible()).toBe(true);
  const framed = await again.locator('#first li').allInnerTexts();
  painted.resolve();
  await again.getByRole('button', { name: 'Choose files' }).waitFor();
  const bytes = [...scripts].reduce((sum, path) => sum + gzipSync(readFileSync(dist + path)).length, 0);
  expect(scripts.size).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(maxBytes);
  counted.resolve();
  const places = await again.getByRole('navigation').first().getByRole('link').allInnerTexts();
  expect(places.filter(place => !framed.includes(place))).toEqual(['Filemill', 'System']);

  console.log(`First load: ${Math.round(bytes / 1000)} kB of script (gzip)`);
  expect(await again.locator('#first').isVisible()).toBe(false);

  await context.clearCookies();
  await again.goto('/');
  await again.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await again.locator('html').getAttribute('data-first')).toBe('convert');
  await again.reload();
  await again.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await again.locator('html').getAttribute('data-first')).toBe(null);
});
