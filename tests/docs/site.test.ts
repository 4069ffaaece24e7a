import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadJobTypes } from '../../src/jobs/registry.ts';
import { buildSite } from '../../web/site/build.ts';

let folder: string;
let pages: Map<string, string>;

beforeAll(async () => {
  folder = join(mkdtempSync(join(tmpdir(), 'filemill-docs-')), 'site');
  await buildSite(folder);
  pages = new Map(
    globSync('**/*.html', { cwd: folder, exclude: ['files/**'] }).map(path => [
      path,
      readFileSync(join(folder, path), 'utf8'),
    ]),
  );
});
afterAll(() => rmSync(join(folder, '..'), { recursive: true }));

/** Lists the addresses that a page refers to. */
const listAddresses = (html: string): string[] =>
  [...html.matchAll(/\s(?:href|src|data-index)="([^"]*)"/g)].map(([, address = '']) =>
    address.replaceAll('&amp;', '&'),
  );

test('every guide and every job type has a page', async () => {
  const guides = globSync('docs/**/*.md').map(path => path.replace(/^docs\/(.*)\.md$/, '$1.html'));
  const types = [...(await loadJobTypes()).keys()].map(id => `job-types/${id}.html`);
  const renamed = guides.filter(path => path !== 'README.html');
  for (const path of [...renamed, ...types, 'index.html', 'errors.html'])
    expect([...pages.keys()]).toContain(path);
});

test('no link or anchor is dead, and nothing is loaded from another host', () => {
  const files = new Set(globSync('**/*.*', { cwd: folder }));
  const dead: string[] = [];
  for (const [path, html] of pages)
    for (const address of listAddresses(html)) {
      const [file = '', anchor] = address.split('#', 2);
      if (/^https?:/.test(address)) continue;
      const target = file === '' ? path : posix.join(posix.dirname(path), file);
      // The site is served at /docs/, next to the API.
      if (['../api/public/docs', '../api/workspace/docs', '../docs/', '../'].includes(target)) continue;
      const isThere = files.has(target) && (!anchor || pages.get(target)?.includes(` id="${anchor}"`));
      if (!isThere) dead.push(`${path}: ${address}`);
    }
  expect(dead).toEqual([]);
  for (const html of pages.values())
    expect(html).not.toMatch(/<(script|link|img)[^>]+(src|href)="(https?:)?\/\//);
});

test("a job type's page lists its options with defaults and limits", () => {
  const page = pages.get('job-types/image-resize.html')!;
  expect(page).toContain('<td><code>width</code></td>\n<td>integer 1 to 16,383</td>');
  expect(page).toMatch(
    /<td><code>fit<\/code><\/td>\n<td>.*<code>cover<\/code>.*\n<td><code>inside<\/code><\/td>/,
  );
  expect(page).toContain('data-title="Python"');
});

test('the search index covers the sections of all pages', () => {
  const [path] = globSync('assets/search-*.json', { cwd: folder });
  const entries = JSON.parse(readFileSync(join(folder, path!), 'utf8')) as string[][];
  const find = (address: string) => entries.find(entry => entry[2] === address);
  expect(find('job-types/pdf-merge.html#options')).toBeDefined();
  expect(find('webhooks.html#callbacks')?.[3]).toContain('callbackUrl');
  expect(new Set(entries.map(([, , address]) => address!.split('#', 1)[0]))).toEqual(new Set(pages.keys()));
});
