import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engine } from '../../src/engines/chromium/probe.ts';
import { job } from '../../src/jobs/document/html-to-pdf/job.ts';
import type { Hosts } from '../../src/worker/running/hosts.ts';
import { sourceRoot } from '../../src/worker/sandbox/program-folders.ts';
import { openHosts } from '../support/hosts.ts';
import { isMissing, runsAll } from '../support/needs.ts';
import { readText, render } from './rendering.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const closers: (() => unknown)[] = [];
async function serve(answer: Answer): Promise<{ origin: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.setHeader('content-type', 'text/html; charset=utf-8');
    answer(request, response);
  }).listen(0, '127.0.0.1');
  closers.push(() => server.close());
  await once(server, 'listening');
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

let dir: string;
let hosts: Hosts;
/** A site that the operator allows, and another one on this machine that must not be reached. */
let site: Awaited<ReturnType<typeof serve>>;
let inner: Awaited<ReturnType<typeof serve>>;
/** A second site that the operator allows. It answers with the headers of the request. */
let other: Awaited<ReturnType<typeof serve>>;
const pages: Record<string, Answer> = {};

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'filemill-web-access-'));
  inner = await serve((_, response) => response.end('<h1>the inner secret</h1>'));
  other = await serve((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.end(`other ${request.headers['x-tenant']} ${request.headers.cookie}`);
  });
  site = await serve((request, response) => {
    const answer = pages[request.url ?? ''];
    if (answer) return answer(request, response);
    response.statusCode = 404;
    response.end('<h1>nothing here</h1>');
  });
  hosts = await openHosts(join(dir, 'work'), {
    jobsDir: join(sourceRoot, 'jobs'),
    spares: 'none',
    web: { allowHosts: [site, other].map(({ origin }) => new URL(origin).host), bytes: 5_000_000 },
  });
});
afterAll(async () => {
  await hosts.close();
  for (const close of closers) close();
  await rm(dir, { recursive: true, force: true });
});

const show = (address: string, options: Record<string, unknown> = {}) =>
  render(hosts, 'html-to-pdf', address, options, { format: 'url', pool: 'web' });

describe.skipIf(isMissing(await engine.probe()))('a page fetched from the web', () => {
  test('is rendered with its styles, scripts and redirects, and lists resources that failed to load', async () => {
    pages['/start'] = (_, response) => response.writeHead(302, { location: '/page?a=1' }).end();
    pages['/page?a=1'] = (_, response) =>
      response.end(`<link rel="stylesheet" href="/style.css"><p class="late">plain</p><p id="made"></p>
        <img src="/missing.png"><script>fetch('/data').then(r => r.text()).then(text => { made.textContent = text; made.className = 'done' })</script>`);
    pages['/style.css'] = (_, response) =>
      response.setHeader('content-type', 'text/css').end('.late { text-transform: uppercase }');
    pages['/data'] = (_, response) => response.end('fetched words');
    const made = await show(`[InternetShortcut]\r\nURL=${site.origin}/start\r\n`, { waitFor: '.done' });
    expect(readText(made.bytes)).toMatch(/PLAIN[\s\S]*fetched words/);
    expect(made.warnings).toEqual(['resources_not_loaded']);
    expect(made.metadata.notLoaded).toBe(`${site.origin}/missing.png`);
  });

  test('gets the headers and cookies of the caller, which no other origin gets', async () => {
    const list = ({ headers }: IncomingMessage) => `${headers['x-tenant']} ${headers.cookie}`;
    pages['/mine'] = (request, response) =>
      response.end(`<p>page ${list(request)}</p><p id="log"></p><script>
        Promise.all(['/part', '/gone', '${other.origin}/part'].map(a => fetch(a).then(r => r.text())))
          .then(all => { log.textContent = all.join(', '); log.className = 'done' })</script>`);
    pages['/part'] = (request, response) => response.end(`part ${list(request)}`);
    pages['/gone'] = (_, response) =>
      response.writeHead(302, { location: `${other.origin}/redirected` }).end();
    const made = await show(`${site.origin}/mine`, {
      ...{ waitFor: '.done', headers: { 'X-Tenant': 'acme' }, cookies: { session: 'a1' } },
    });
    const text = readText(made.bytes).replace(/\s+/g, ' ');
    expect(text).toContain('page acme session=a1');
    expect(text).toContain('part acme session=a1, other undefined undefined, other undefined undefined');
  });

  test('cannot reach private addresses through redirects or subresources', async () => {
    const innerSix = inner.origin.replace('127.0.0.1', '[::ffff:127.0.0.1]');
    pages['/away'] = (_, response) =>
      response.writeHead(302, { location: `${inner.origin}/redirected` }).end();
    pages['/six'] = (_, response) => response.writeHead(307, { location: `${innerSix}/redirected` }).end();
    for (const path of ['/away', '/missing', ...(runsAll ? ['/six'] : [])])
      await expect(show(`${site.origin}${path}`), path).rejects.toMatchObject({ id: 'page_unreachable' });
    for (const address of [`${innerSix}/direct`, 'http://169.254.169.254/latest/'])
      await expect(show(address), address).rejects.toMatchObject({ id: 'page_unreachable' });
    pages['/parts'] = (_, response) =>
      response.end(`<p>visible</p><iframe src="${inner.origin}/frame"></iframe><img src="${innerSix}/image">
        <link rel="stylesheet" href="/away"><p id="log"></p><script>
        const socket = new WebSocket('${inner.origin.replace('http', 'ws')}/socket');
        Promise.allSettled(['${inner.origin}/fetch', '${innerSix}/fetch', '/away'].map(a => fetch(a, { mode: 'no-cors' })))
          .then(all => { log.textContent = all.map(each => each.status).join(' '); log.className = 'done' })</script>`);
    const made = await show(`${site.origin}/parts`, { waitFor: '.done' });
    expect(readText(made.bytes)).toMatch(/visible[\s\S]*rejected rejected rejected/);
    expect(inner.asked).toEqual([]);
  });

  test('cannot read files of the machine or of other jobs', async () => {
    const paths = [
      '/etc/passwd',
      '/work/',
      '/work/1/input-0',
      '/proc/self/environ',
      '/filemill/package.json',
    ];
    pages['/file'] = (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end();
    pages['/files'] = (_, response) =>
      response.end(`<p>visible</p>${paths.map(path => `<iframe src="file://${path}"></iframe><object data="file://${path}"></object>`).join('')}
        <p id="log"></p><script>
        Promise.allSettled(${JSON.stringify(paths)}.map(path => fetch('file://' + path).then(r => r.text())))
          .then(all => { log.textContent = all.map(each => each.status + (each.value ?? '')).join(' '); log.className = 'done' })</script>`);
    await expect(show(`${site.origin}/file`)).rejects.toMatchObject({ id: 'page_unreachable' });
    await expect(show('file:///etc/passwd')).rejects.toMatchObject({ id: 'address_unreadable' });
    await expect(show('http://user:word@127.0.0.1/')).rejects.toMatchObject({ id: 'address_unreadable' });
    const text = readText((await show(`${site.origin}/files`, { waitFor: '.done' })).bytes);
    expect(text).toMatch(/visible[\s\S]*(rejected\s*){5}/);
    expect(text).not.toMatch(/host:x:|"name"|PATH=|input-0/);
  });

  test('fails if it never ends', async () => {
    let sent = 0;
    pages['/endless'] = (_, response) => {
      const more = () => {
        while (response.writable && response.write('<p>again and again</p>'.repeat(500))) sent += 11_000;
        if (response.writable) response.once('drain', more);
      };
      response.on('error', () => {});
      more();
    };
    await expect(show(`${site.origin}/endless`).then(({ warnings }) => warnings)).rejects.toMatchObject({
      name: 'JobFailure',
    });
    expect(sent).toBeLessThan(30_000_000);
  });

  test('requires web access to be enabled by the operator', () => {
    const options = {
      scale: 1,
      media: 'print',
      background: true,
      outline: true,
      tagged: true,
      javascript: true,
    };
    expect(job.resolve({ input: 'url', options: options as never })).toMatchObject({
      engines: ['chromium', 'web-access'],
      host: 'web',
    });
  });
});
