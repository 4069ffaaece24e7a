import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeZip } from '../../src/containers/write-zip.ts';
import { engine } from '../../src/engines/chromium/probe.ts';
import { job as convert } from '../../src/jobs/document/document-convert/job.ts';
import { run as runConvert } from '../../src/jobs/document/document-convert/run.ts';
import { job as toPdf } from '../../src/jobs/document/html-to-pdf/job.ts';
import type { Hosts } from '../../src/worker/running/hosts.ts';
import { sourceRoot } from '../../src/worker/sandbox/program-folders.ts';
import { openHosts } from '../support/hosts.ts';
import { isMissing, runsAll } from '../support/needs.ts';
import { runJob } from '../support/run-job.ts';
import { findWord, readBookmarks, readInfo, readText, render } from './rendering.ts';

let dir: string;
let hosts: Hosts;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'filemill-web-pages-'));
  hosts = await openHosts(join(dir, 'work'), { jobsDir: join(sourceRoot, 'jobs'), spares: 'none' });
});
afterAll(async () => {
  await hosts.close();
  await rm(dir, { recursive: true, force: true });
});

/** Zips texts and bytes under their names. */
async function zip(files: Record<string, string | Buffer>): Promise<Buffer> {
  const entries = await Promise.all(
    Object.entries(files).map(async ([name, content], index) => {
      const path = join(dir, `entry-${index}`);
      await writeFile(path, content);
      return { name, path };
    }),
  );
  const path = join(dir, 'site.zip');
  await writeZip(path, entries);
  return readFile(path);
}

const sheet = `<!doctype html><title>Report</title>
<style>
  @page { size: a3; margin: 50mm }
  body { margin: 0 } h1, h2 { margin: 0; break-before: page } h1 { break-before: auto }
  .grid { display: grid; grid-template-columns: 1fr 2fr 1fr }
  .flex { display: flex; justify-content: space-between }
  @media screen { .paper { display: none } }
  @media print { .display { display: none } }
</style>
<h1>First</h1>
<div class="grid"><b>alpha</b><b>beta</b><b>gamma</b></div>
<div class="flex"><b>left</b><b>right</b></div>
<p class="paper">printed</p><p class="display">displayed</p><p id="made">unscripted</p>
<h2>Second</h2>
<script>
  made.textContent = 'scripted'
  setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<p id="late">late</p>'), 300)
</script>`;

const picture = (color: string, width = 10, height = 10) =>
  sharp({ create: { width, height, channels: 3, background: color } })
    .png()
    .toBuffer();

/** Reads a pixel as red, green, blue and alpha. */
async function readPixel(image: Buffer, left: number, top: number): Promise<number[]> {
  const { data } = await sharp(image)
    .ensureAlpha()
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data];
}

describe.skipIf(isMissing(await engine.probe()))('web pages', () => {
  test('a page is printed on the requested paper with layout, scripts, header, footer, bookmarks and tags', async () => {
    const { bytes, metadata, warnings } = await render(hosts, 'html-to-pdf', sheet, {
      pageSize: 'letter',
      margins: { top: 25.4, right: 12.7, bottom: 25.4, left: 12.7 },
      header: '<span class="title"></span>',
      footer:
        '<div style="text-align:right">Page <span class="pageNumber"></span> of <span class="totalPages"></span></div>',
      waitFor: '#late',
    });
    expect(metadata).toEqual({ pages: 2 });
    expect(warnings).toEqual([]);
    expect(readInfo(bytes)).toMatch(/Tagged: +yes[\s\S]*Page size: +612 x 792 pts/);
    expect(await readBookmarks(bytes, dir)).toEqual(['First', 'Second']);
    const text = readText(bytes);
    for (const word of ['Report', 'Page 1 of 2', 'Page 2 of 2', 'printed', 'scripted', 'late'])
      expect(text).toContain(word);
    expect(text).not.toMatch(/displayed|unscripted/);
    // The text is 540 points wide, from 36 to 576.
    expect(findWord(bytes, 'alpha').x).toBeCloseTo(36, 0);
    expect(findWord(bytes, 'beta').x).toBeCloseTo(36 + 540 / 4, 0);
    expect(findWord(bytes, 'gamma').x).toBeCloseTo(36 + (540 * 3) / 4, 0);
    expect(findWord(bytes, 'left').x).toBeCloseTo(36, 0);
    expect(findWord(bytes, 'right').right).toBeCloseTo(576, 0);
    expect(findWord(bytes, 'First').y).toBeGreaterThan(72);
    expect(findWord(bytes, 'First').y).toBeLessThan(80);
    expect(findWord(bytes, 'of').right).toBeGreaterThan(560);
  });

  test('Markdown converted to HTML can be printed with the options of web pages', async () => {
    const path = join(dir, 'notes.md');
    await writeFile(
      path,
      '# Notes\n\nFirst words.\n\n<h2 style="break-before: page">Second</h2>\n\nLast words.\n',
    );
    await using converted = await runJob(convert, runConvert, path, { outputFormat: 'html' });
    const html = await readFile(converted.outputs[0]!.path);
    const { bytes } = await render(hosts, 'html-to-pdf', html, {
      pages: '2',
      footer: '<span class="pageNumber"></span> of <span class="totalPages"></span>',
      waitFor: 'h2',
      failOnScriptErrors: true,
      failOnMissingResources: true,
    });
    expect(readText(bytes)).toMatch(/Second\s+Last words\.[\s\S]*2 of 2/);
    expect(readText(bytes)).not.toContain('First words');
    const single = await render(hosts, 'html-to-pdf', html, { singlePage: true, media: 'screen' });
    expect(single.metadata).toEqual({ pages: 1 });
    expect(readText(single.bytes)).toMatch(/First words[\s\S]*Last words/);
  });

  test('a page sets its own paper size by default; scripts, tags, bookmarks and pages can be disabled', async () => {
    const { bytes, metadata } = await render(hosts, 'html-to-pdf', sheet, {
      ...{ media: 'screen', javascript: false, outline: false, tagged: false, pages: '-1' },
    });
    expect(metadata).toEqual({ pages: 1 });
    const info = readInfo(bytes);
    expect(info).toMatch(/Tagged: +no/);
    const [, width, height] = /Page size: +([\d.]+) x ([\d.]+)/.exec(info)!.map(Number);
    expect(Math.abs(width! - 841.89)).toBeLessThan(1);
    expect(Math.abs(height! - 1190.55)).toBeLessThan(1);
    expect(await readBookmarks(bytes, dir)).toEqual([]);
    expect(readText(bytes).trim()).toBe('Second');
    const whole = await render(hosts, 'html-to-pdf', sheet, { media: 'screen', javascript: false });
    expect(readText(whole.bytes)).toMatch(/displayed[\s\S]*unscripted/);
    expect(readText(whole.bytes)).not.toMatch(/\bprinted/);
    expect(findWord(whole.bytes, 'alpha').x).toBeCloseTo((50 / 25.4) * 72, 0);
  });

  test('a missing page number fails, and page numbers out of order are refused', async () => {
    await expect(render(hosts, 'html-to-pdf', '<p>a', { pages: '3' })).rejects.toMatchObject({
      id: 'page_missing',
    });
    const options = (pages: string) =>
      ({
        pages,
        scale: 1,
        media: 'print',
        background: true,
        outline: true,
        tagged: true,
        javascript: true,
      }) as const;
    for (const pages of ['3,1', '5-2', '2,2'])
      expect(() => toPdf.resolve({ input: 'html', options: options(pages) })).toThrow(/ascending/);
    expect(toPdf.resolve({ input: 'html', options: options('1-3,5,8-') }).host).toBe('browser');
  });

  test('singlePage produces one page as large as the content, ignoring page breaks', async () => {
    const long = `<style>@page { size: a5 landscape } p { height: 400px; break-after: page }</style>${'<p>part'.repeat(12)}`;
    const strip = await render(hosts, 'html-to-pdf', long, { singlePage: true });
    expect(strip.metadata).toEqual({ pages: 1 });
    expect(readText(strip.bytes).match(/part/g)).toHaveLength(12);
    const readSize = (pdf: Buffer) =>
      /Page size: +([\d.]+) x ([\d.]+)/.exec(readInfo(pdf))!.slice(1).map(Number) as [number, number];
    const [width, height] = readSize(strip.bytes);
    expect(width).toBeCloseTo(595, 0);
    // Twelve paragraphs with a margin of 16 pixels after each, the body's margins, and 20 mm above and below.
    expect(height).toBeGreaterThan(12 * 416 * 0.75 + 113);
    expect(height).toBeLessThan(12 * 416 * 0.75 + 113 + 40);
    const wide = await render(hosts, 'html-to-pdf', '<table width=2000><tr><td>a<td align=right>edge', {
      ...{ singlePage: true, orientation: 'landscape', margins: 0 },
    });
    const [wideWidth, wideHeight] = readSize(wide.bytes);
    expect(wideWidth).toBeGreaterThan(1500);
    expect(wideHeight).toBeLessThan(60);
    expect(findWord(wide.bytes, 'edge').right).toBeGreaterThan(1450);
    await expect(
      render(hosts, 'html-to-pdf', '<div style="height:30000px">', { singlePage: true }),
    ).rejects.toMatchObject({ id: 'sheet_too_large' });
  });

  test('waitForExpression delays the output, and the requested media features apply', async () => {
    const html = `<style>b { display: none }
        @media (prefers-color-scheme: dark) { #dark { display: block } }
        @media (prefers-reduced-motion: reduce) { #still { display: block } }</style>
      <b id="dark">dark</b><b id="still">still</b><p id="late">early</p>
      <script>
        const observe = Observer => new Promise(done => new Observer(done).observe(late));
        setTimeout(async () => {
          await Promise.all([new Promise(requestAnimationFrame), observe(ResizeObserver), observe(IntersectionObserver)]);
          late.textContent = 'late';
          globalThis.isDone = true;
        }, 300);
      </script>`;
    const options = { colorScheme: 'dark', reducedMotion: true, failOnScriptErrors: true };
    const { bytes } = await render(hosts, 'html-to-pdf', html, {
      ...options,
      waitForExpression: '(async () => missing.yet || isDone)().catch(() => isDone) // Done.',
    });
    expect(readText(bytes).trim().split(/\s+/)).toEqual(['dark', 'still', 'late']);
    const plain = await render(hosts, 'html-to-pdf', html, { waitForExpression: 'isDone' });
    expect(readText(plain.bytes).trim()).toBe('late');
    const shot = await render(
      hosts,
      'html-to-image',
      '<style>@media print { html { background: red } } @media (prefers-color-scheme: dark) { html { background: blue } }',
      { media: 'print', colorScheme: 'light', width: 20, height: 20, outputFormat: 'jpeg', quality: 100 },
    );
    expect((await readPixel(shot.bytes, 5, 5)).slice(0, 3)).toEqual([254, 0, 0]);
  });

  test('a page cannot read the local storage of an earlier one', async () => {
    const html =
      '<p id="seen"></p><script>seen.textContent = "seen " + localStorage.length; localStorage.visited = 1</script>';
    for (let visit = 0; visit < 2; visit++)
      expect(readText((await render(hosts, 'html-to-pdf', html)).bytes).trim()).toBe('seen 0');
  });

  test.runIf(runsAll)(
    'missing resources and script errors are failures only if the options say so',
    async () => {
      const missing = '<p>a<img src="none.png">';
      const thrown = '<p>a<script>setTimeout(() => { throw new Error("late") }, 50)</script>';
      const strict = { failOnMissingResources: true, failOnScriptErrors: true, waitMs: 200 };
      await expect(render(hosts, 'html-to-pdf', missing, strict)).rejects.toMatchObject({
        id: 'resources_missing',
      });
      await expect(render(hosts, 'html-to-image', thrown, strict)).rejects.toMatchObject({
        id: 'script_failed',
      });
      const caught = '<p>a<script>try { throw new Error() } catch {}; console.error("x")</script>';
      expect((await render(hosts, 'html-to-pdf', caught, strict)).warnings).toEqual([]);
      expect((await render(hosts, 'html-to-pdf', thrown, { waitMs: 200 })).metadata).toEqual({ pages: 1 });
    },
  );

  test('a ZIP can contain styles, scripts, images and fonts', async () => {
    const [, font = ''] = /^(\S+\.ttf)/m.exec(
      execFileSync('fc-match', ['-f', '%{file}\n', 'DejaVu Sans Mono']).toString(),
    )!;
    const site = await zip({
      'site/index.html': `<link rel="stylesheet" href="css/style.css"><p>mono text</p><img src="pictures/red%20dot.png">
        <script type="module" src="code/main.mjs"></script><p id="made"></p><img src="pictures/missing.png">`,
      'site/css/style.css':
        '@font-face { font-family: Own; src: url(../fonts/own.ttf) } p { font: 20px Own; } body { background: url(/site/pictures/tile.png) }',
      'site/code/main.mjs':
        'import { word } from "./word.mjs"; document.querySelector("#made").textContent = word',
      'site/code/word.mjs': 'export const word = "module"',
      'site/pictures/red dot.png': await picture('red', 40, 40),
      'site/pictures/tile.png': await picture('lime'),
      'site/fonts/own.ttf': await readFile(font),
      '__MACOSX/site/._index.html': 'none of the page',
    });
    const printed = await render(hosts, 'html-to-pdf', site, {}, { format: 'zip' });
    expect(readText(printed.bytes)).toMatch(/mono text[\s\S]*module/);
    expect(execFileSync('pdffonts', ['-'], { input: printed.bytes }).toString()).toContain('DejaVuSansMono');
    expect(printed.warnings).toEqual(['resources_not_loaded']);
    expect(printed.metadata.notLoaded).toBe('https://page.invalid/site/pictures/missing.png');
    const shot = await render(hosts, 'html-to-image', site, { selector: 'img' }, { format: 'zip' });
    expect(shot.metadata).toMatchObject({ width: 40, height: 40 });
    expect(await readPixel(shot.bytes, 20, 20)).toEqual([255, 0, 0, 255]);
    const window = await render(
      hosts,
      'html-to-image',
      site,
      { width: 300, height: 200, fullPage: false },
      { format: 'zip' },
    );
    expect(await readPixel(window.bytes, 299, 199)).toEqual([0, 255, 0, 255]);
    await expect(
      render(hosts, 'html-to-pdf', await zip({ 'style.css': '' }), {}, { format: 'zip' }),
    ).rejects.toMatchObject({ id: 'start_page_missing' });
  });

  test('a web archive is rendered with its saved resources', async () => {
    const red = (await picture('red', 30, 30)).toString('base64');
    const archive = [
      ...['From: <Saved by a browser>', 'MIME-Version: 1.0'],
      ...['Content-Type: multipart/related;', '\ttype="text/html";', '\tboundary="----edge+1"', ''],
      ...[
        '------edge+1',
        'Content-Type: text/html; charset=windows-1252',
        'Content-Transfer-Encoding: quoted-printable',
      ],
      ...['Content-Location: https://www.example.com/news/today.html', ''],
      '<link rel=3D"stylesheet" href=3D"cid:css-1@mhtml.blink"><p>Caf=E9 in the ar=',
      'chive<img src=3D"/pictures/a.png"><img id=3Dsecond src=3D"cid:b@c">',
      ...['------edge+1', 'Content-Type: text/css', 'Content-Location: cid:css-1@mhtml.blink', ''],
      'p { text-transform: uppercase }',
      ...['------edge+1', 'Content-Type: image/png', 'Content-Transfer-Encoding: base64'],
      ...['Content-Location: https://www.example.com/pictures/a.png', '', red],
      ...[
        '------edge+1',
        'Content-Type: image/png',
        'Content-Transfer-Encoding: base64',
        'Content-ID: <b@c>',
        '',
        red,
      ],
      ...['------edge+1--', ''],
    ].join('\r\n');
    const { bytes, warnings } = await render(hosts, 'html-to-pdf', archive, {}, { format: 'mhtml' });
    expect(warnings).toEqual([]);
    expect(readText(bytes)).toContain('CAFÉ IN THE ARCHIVE');
    const shot = await render(hosts, 'html-to-image', archive, { selector: '#second' }, { format: 'mhtml' });
    expect(shot.metadata).toMatchObject({ width: 30, height: 30 });
    expect(await readPixel(shot.bytes, 15, 15)).toEqual([255, 0, 0, 255]);
    await expect(
      render(hosts, 'html-to-pdf', 'Content-Type: text/plain\r\n\r\nno', {}, { format: 'mhtml' }),
    ).rejects.toMatchObject({ id: 'unreadable_input' });
  });

  test('an image shows the whole page, however long, at the requested scale', async () => {
    const long = `<body style="margin:0"><div style="height:20000px;background:linear-gradient(red 0 19990px, blue 0)"></div>
      <div style="position:fixed;top:0;left:0;width:20px;height:20px;background:lime"></div>`;
    const { bytes, metadata } = await render(hosts, 'html-to-image', long, {
      width: 200,
      height: 300,
      deviceScale: 1.5,
    });
    expect(metadata).toEqual({ width: 300, height: 30_000 });
    expect(await readPixel(bytes, 5, 5)).toEqual([0, 255, 0, 255]);
    for (const y of [40, 4000, 4095, 4096, 4097, 16_400, 29_980])
      expect(await readPixel(bytes, 5, y)).toEqual([255, 0, 0, 255]);
    expect(await readPixel(bytes, 290, 29_990)).toEqual([0, 0, 255, 255]);
    await expect(
      render(hosts, 'html-to-image', long, { outputFormat: 'webp', width: 200, height: 300 }),
    ).rejects.toMatchObject({ id: 'picture_too_large' });
  });

  test('a transparent image has no background, and others have a white one', async () => {
    const dot =
      '<body style="margin:0"><div id="dot" style="width:10px;height:10px;background:red;border-radius:5px"></div>';
    const options = { width: 100, height: 50, fullPage: false };
    const clear = await render(hosts, 'html-to-image', dot, {
      ...options,
      transparent: true,
      outputFormat: 'webp',
    });
    expect((await sharp(clear.bytes).metadata()).format).toBe('webp');
    expect((await readPixel(clear.bytes, 50, 40))[3]).toBe(0);
    const opaque = await render(hosts, 'html-to-image', dot, { ...options, outputFormat: 'jpeg' });
    expect(await sharp(opaque.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 100, height: 50 });
    expect(await readPixel(opaque.bytes, 50, 40)).toEqual([255, 255, 255, 255]);
    await expect(render(hosts, 'html-to-image', dot, { selector: '#none' })).rejects.toMatchObject({
      id: 'element_missing',
    });
  });

  test('a page cannot reach the network, files of the machine or other jobs', async () => {
    let connections = 0;
    const server = createServer(socket => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const address = `127.0.0.1:${(server.address() as { port: number }).port}`;
    await render(hosts, 'html-to-pdf', '<p>the secret of another job');
    const paths = [
      '/etc/passwd',
      '/work/',
      '/work/1/input-0',
      '/tmp/',
      '/proc/self/environ',
      '/filemill/package.json',
    ];
    const html = `<link rel="dns-prefetch" href="//${address}"><link rel="preconnect" href="http://${address}">
      <link rel="stylesheet" href="http://${address}/a.css"><link rel="prefetch" href="http://${address}/b">
      <img src="http://${address}/c.png"><iframe src="http://${address}/frame"></iframe><base href="file:///etc/">
      ${paths.map(path => `<iframe src="file://${path}"></iframe><object data="file://${path}"></object>`).join('')}
      <iframe srcdoc="<iframe src='file:///etc/passwd'></iframe>"></iframe><img src="passwd">
      <p id="log">log:</p><script>
        const log = text => { document.querySelector('#log').textContent += ' ' + text };
        const attempts = [
          ...${JSON.stringify(paths)}.map(path => fetch('file://' + path).then(r => r.text())),
          fetch('http://${address}/fetch').then(r => r.text()),
          fetch('http://[::ffff:127.0.0.1]:${address.split(':')[1]}/six').then(r => r.text()),
          ...['ws', 'wss'].map(kind => new Promise((done, fail) => { const socket = new WebSocket(kind + '://${address}/' + kind + '-socket'); socket.onopen = () => done('open'); socket.onerror = () => fail() })),
          new Promise((done, fail) => { const worker = new Worker(URL.createObjectURL(new Blob(["const socket = new WebSocket('ws://${address}/of-worker'); socket.onopen = () => postMessage('reached'); socket.onerror = () => postMessage('')"]))); worker.onmessage = ({ data }) => data ? done(data) : fail() }),
          new Promise((done, fail) => { const source = new EventSource('http://${address}/source'); source.onopen = () => done('open'); source.onerror = () => fail() }),
          new Promise((done, fail) => { const worker = new Worker(URL.createObjectURL(new Blob(["fetch('http://${address}/worker').then(() => postMessage('reached'), () => postMessage(''))"]))); worker.onmessage = ({ data }) => data ? done(data) : fail() }),
        ];
        navigator.sendBeacon('http://${address}/beacon', 'x');
        open('http://${address}/window');
        Promise.allSettled(attempts).then(all => {
          log(all.map(each => each.status + (each.value ?? '')).join(' '));
          document.body.insertAdjacentHTML('beforeend', '<p id=done>done</p>');
          location.href = 'http://${address}/away';
        });
      </script>`;
    const { bytes, warnings, metadata } = await render(hosts, 'html-to-pdf', html, {
      waitFor: '#done',
      waitMs: 300,
    });
    server.close();
    expect(connections).toBe(0);
    const text = readText(bytes);
    expect(text).toMatch(/log:(\s+rejected){13}\s/);
    expect(text).not.toMatch(/host:x:|fulfilled|secret|input-0|"name"|PATH=/);
    expect(warnings).toEqual(['resources_not_loaded']);
    for (const part of [
      'a.css',
      'c.png',
      'frame',
      'fetch',
      'six',
      'ws-socket',
      'wss-socket',
      'of-worker',
      'source',
      'away',
    ])
      expect(metadata.notLoaded).toContain(`/${part}`);
  });

  test.runIf(runsAll)('a page that uses too much memory fails, and the next one is rendered', async () => {
    const html =
      '<script>const all = []; setInterval(() => all.push(new Uint8Array(5e7).fill(1)))</script><p>hungry';
    await expect(
      render(hosts, 'html-to-pdf', html, { waitMs: 10_000 }, { limits: { memoryMb: 700 } }),
    ).rejects.toMatchObject({ id: 'limit_exceeded' });
    expect(readText((await render(hosts, 'html-to-pdf', '<p>next')).bytes)).toContain('next');
  });
});
