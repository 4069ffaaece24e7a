import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isMissing } from '../../../tests/support/needs.ts';
import { openSite, showPage } from './engine.ts';
import { engine } from './probe.ts';
import { chooseStart } from './site/zip.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'filemill-page-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

/** Shows a page and reads its text. */
async function readText(
  html: string,
  readySeconds: number,
  waiting: { waitFor?: string; waitForExpression?: string; conditionSeconds?: number } = {},
): Promise<string> {
  const path = join(dir, 'page.html');
  await writeFile(path, html);
  const site = await openSite({ path, filename: 'page.html', format: 'html' }, dir);
  const shown = { width: 800, height: 600, deviceScale: 1, media: 'print', javascript: true } as const;
  return showPage({ site, ...shown, ...waiting, readySeconds }, dir, page =>
    page.evaluate<string>('document.body.innerText'),
  );
}

describe.skipIf(isMissing(await engine.probe()))('a page must become ready within its time limit', () => {
  test.each([
    ['while it loads', '<p>a<script>for (;;);</script>'],
    ['after it has loaded', '<p>a<script>onload = () => setTimeout(() => { for (;;); })</script>'],
    ['in dialogs', '<p>a<script>for (;;) alert(1)</script>'],
  ])('stops an endless script %s', async (_, html) => {
    await expect(readText(html, 1)).rejects.toMatchObject({ id: 'page_not_ready' });
  });

  test('stops a page that reloads itself endlessly, or reads it at a moment when it is complete', async () => {
    const read = readText('<p>a<script>location.reload()</script>', 1).catch(({ id }) => id);
    expect(await read).toMatch(/^(page_not_ready|a)$/);
  });

  test('shows the next page normally and closes its dialogs', async () => {
    expect(await readText('<p>hello<script>alert("a dialog waits for nobody")</script>', 30)).toBe('hello');
  });

  test('reports a selector that never matches or is invalid', async () => {
    for (const waitFor of ['#missing', '#['])
      await expect(readText('<p>a', 60, { waitFor, conditionSeconds: 1 })).rejects.toMatchObject({
        id: 'selector_missing',
      });
  });

  test('reports an expression that is never true or is invalid', async () => {
    for (const waitForExpression of ['neither', '1 +'])
      await expect(readText('<p>a', 60, { waitForExpression, conditionSeconds: 1 })).rejects.toMatchObject({
        id: 'expression_false',
      });
  });
});

test('a zip’s start page is the index nearest to the root, otherwise its only page', () => {
  expect(chooseStart(['b/index.html', 'a.html', 'style.css'])).toBe('b/index.html');
  expect(chooseStart(['site/deep/index.html', 'site/index.htm'])).toBe('site/index.htm');
  expect(chooseStart(['page.html', 'parts/part.html'])).toBe('page.html');
  expect(chooseStart(['a.html', 'b.html'])).toBeUndefined();
  expect(chooseStart(['style.css'])).toBeUndefined();
});
