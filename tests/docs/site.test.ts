import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix, resolve } from 'node:path';
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

const readIndex = (): string[][] => {
  const [path] = globSync('assets/index-*.json', { cwd: folder });
  return JSON.parse(readFileSync(join(folder, path!), 'utf8')) as string[][];
};

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

test('the page for unknown addresses has the search and the list of the others', () => {
  const missing = pages.get('404.html')!;
  expect(missing).toContain('<h1');
  for (const part of ['class="search"', 'href="quick-start.html"']) expect(missing).toContain(part);
});

test("a job type's page lists its options with defaults and limits", () => {
  const page = pages.get('job-types/image-resize.html')!;
  expect(page).toContain('<td><code>width</code></td>\n<td>integer 1 to 16,383</td>');
  expect(page).toMatch(
    /<td><code>fit<\/code><\/td>\n<td>.*<code>cover<\/code>.*<br>Default: <code>inside<\/code><\/td>/,
  );
  const documents = pages.get('job-types/document-convert.html')!;
  expect(documents).toContain('<td><code>outputFormat</code><br>required</td>');
  expect(documents).toContain('Only to <code>csv</code> <code>tsv</code>.');
  expect(documents).toContain('<a href="../data.html">spreadsheets and data</a>');
  expect(page).toContain('data-title="Python"');
});

test('failures and warnings are listed by their codes, without placeholders', () => {
  const page = pages.get('errors.html')!;
  expect(page).toMatch(/<h3 id="password_required">[\s\S]*?<li>The file is encrypted\. Send its password/);
  expect(page).toMatch(/<h3 id="content_dropped">[\s\S]*?<li>The document has charts or diagrams\./);
  expect(page).not.toMatch(/\{(?:option|value|place|part)\}/);
});

test.each([
  ['how do I merge pdfs', 'job-types/pdf-merge.html'],
  ['word to pdf', 'documents.html'],
  ['heic to jpg', 'images.html'],
  ['rate limit', 'limits.html'],
  ['unzip', 'job-types/archive-extract.html'],
  ['forgot password', 'workspace.html'],
  ['minio', 'storage.html'],
  ['RETENTION', 'plans.html'],
  ['idempotency key for retries', 'idempotency.html'],
  ['cbz', 'job-types/pdf-to-image.html'],
])('search finds “%s”', async (query, address) => {
  const { findEntries } = (await import(resolve('web/site/assets/search.js'))) as {
    findEntries(entries: string[][], query: string, count: number): string[][];
  };
  expect(findEntries(readIndex(), query, 3).map(([, , found]) => found)).toContain(address);
});

test('the search index covers the sections of all pages', () => {
  const entries = readIndex();
  const find = (address: string) => entries.find(entry => entry[2] === address);
  expect(find('job-types/pdf-merge.html#options')).toBeDefined();
  expect(find('webhooks.html#callbacks')?.[3]).toContain('callbackUrl');
  // A long section keeps the order of its words, which results show.
  expect(find('batches.html#progress-and-results')?.[3]).toContain('each with its state, its job or run');
  const searched = [...pages.keys()].filter(path => path !== '404.html');
  expect(new Set(entries.map(([, , address]) => address!.split('#', 1)[0]))).toEqual(new Set(searched));
});
