import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isMissing, runsAll } from '../../../../tests/support/needs.ts';
import { runJob } from '../../../../tests/support/run-job.ts';
import { findWord, readBookmarks, readInfo, readText } from '../../../../tests/web-pages/rendering.ts';
import { isBrowserInstalled } from '../../../engines/chromium/program.ts';
import { job } from './job.ts';
import { run } from './run.ts';

let dir: string;
let page: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'filemill-printer-'));
  page = join(dir, 'page.html');
  await writeFile(
    page,
    `<!doctype html><meta charset="windows-1252"><title>Caf\u00e9</title>
    <style>@page { size: a3; margin: 60mm } .grid { display: grid; grid-template-columns: 1fr 1fr }</style>
    <h1>First</h1><div class="grid"><b>alpha</b><b>beta</b></div><h2>Caf\u00e9</h2><p id="made">unscripted</p>
    <script>made.textContent = 'scripted'</script>`,
    'latin1',
  );
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const print = async (options: Record<string, unknown>, file = page) => {
  await using result = await runJob(job, run, file, { outputFormat: 'pdf', ...options });
  const { path, metadata } = result.outputs[0]!;
  return { bytes: await readFile(path), metadata, engines: result.engines, warnings: result.warnings };
};

describe.skipIf(isMissing(isBrowserInstalled()))('a page sent as HTML', () => {
  it('is printed by the browser unless another engine is requested, which warns about what it lacks', async () => {
    const browser = await print({});
    expect(browser.engines).toEqual(['chromium']);
    expect(browser.warnings).toEqual([]);
    expect(readText(browser.bytes)).toMatch(/Café[\s\S]* scripted|Café[\s\S]*\nscripted/);
    expect(findWord(browser.bytes, 'beta').y).toBeCloseTo(findWord(browser.bytes, 'alpha').y, 0);
    expect(Math.abs(Number(/Page size: +([\d.]+)/.exec(readInfo(browser.bytes))![1]) - 841.9)).toBeLessThan(
      1,
    );
    const other = await print({ engine: 'weasyprint' });
    expect(other.engines).toEqual(['weasyprint']);
    expect(other.warnings?.map(({ detail }) => detail).sort()).toEqual([
      'grid_not_laid_out',
      'scripts_not_run',
    ]);
    expect(readText(other.bytes)).toContain('unscripted');
  });

  it.each(['chromium', 'weasyprint'])(
    'has the requested paper, margins and bookmarks, and can be PDF/A, with %s',
    async engine => {
      const margins = { top: 30, right: 10, bottom: 10, left: 25.4 };
      const asked = { engine, pageSize: 'letter', orientation: 'landscape', margins };
      const { bytes, metadata } = await print(asked);
      expect(metadata).toMatchObject({ pages: 1 });
      expect(readInfo(bytes)).toMatch(/Page size: +792 x 612 pts/);
      expect(await readBookmarks(bytes, dir)).toEqual(['First', 'Café']);
      const { x } = findWord(bytes, 'First');
      expect(x).toBeGreaterThan(71);
      expect(x).toBeLessThan(80);
      const archived = await print({ ...asked, pdfa: true, exportBookmarks: false, toc: true });
      const [contents, text] = readText(archived.bytes).split('\f');
      expect(contents).toMatch(/First\s+Café/);
      expect(contents).not.toContain('alpha');
      expect(text).toMatch(/First[\s\S]*alpha[\s\S]*Café/);
      expect(await readBookmarks(archived.bytes, dir)).toEqual([]);
      const meta = execFileSync('pdfinfo', ['-meta', '-'], { input: archived.bytes, encoding: 'utf8' });
      expect(meta).toMatch(/pdfaid:part(=.|>)'?2/);
      expect(archived.engines[0]).toBe(engine);
    },
  );

  it('is printed by the browser in longer routes too', async () => {
    await using pictures = await runJob(job, run, page, { outputFormat: 'png', dpi: 40 });
    expect(pictures.engines[0]).toBe('chromium');
    expect(() =>
      job.resolve({ input: 'docx', options: { outputFormat: 'txt', engine: 'chromium' } }),
    ).toThrow('`options.engine` must be left out');
    const markdown = { outputFormat: 'pdf', engine: 'chromium' } as const;
    expect(job.resolve({ input: 'md', options: markdown })).toMatchObject({ host: 'browser' });
  });

  it.skipIf(!runsAll)('is printed without the browser if scripts never end', async () => {
    const endless = join(dir, 'endless.html');
    await writeFile(endless, '<p>still here<script>for (;;) alert(1)</script>');
    const { bytes, engines, warnings } = await print({}, endless);
    expect(engines).toEqual(['weasyprint']);
    expect(warnings).toMatchObject([{ detail: 'scripts_not_run' }]);
    expect(readText(bytes)).toContain('still here');
  });
});
