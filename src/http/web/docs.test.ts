import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createApp } from '../framework.ts';
import { docsRoutes } from './docs.ts';

test('serves the built documentation with revalidation, compression and a strict policy', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'filemill-docs-')), 'dist');
  const app = createApp(pino({ level: 'silent' }));
  docsRoutes(app, folder);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { 'accept-encoding': 'identity', ...headers },
      redirect: 'manual',
    });
    const { status } = response;
    return {
      status,
      headers: Object.fromEntries(response.headers) as Record<string, string>,
      body: await response.text(),
    };
  };

  expect((await get('/docs/')).status).toBe(503);
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'index.html'), '<h1>Documentation</h1>');
  const notFound =
    '<link href="assets/a.css"><body data-up="./"><a href="#main">To</a><a href="../jobs">No</a>';
  writeFileSync(join(folder, '404.html'), notFound);
  writeFileSync(join(folder, 'webhooks.html'), '<h1>Webhooks</h1>');
  writeFileSync(join(folder, 'webhooks.html.br'), brotliCompressSync('<h1>Webhooks</h1>'));
  writeFileSync(join(folder, 'assets/site-1.js'), 'here();');

  expect((await get('/docs')).headers.location).toBe('docs/');
  const first = await get('/docs/');
  expect(first.body).toContain('Documentation');
  expect(first.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'public, no-cache',
    'content-security-policy': expect.stringContaining("default-src 'none'; script-src 'self'"),
  });
  expect((await get('/docs/', { 'if-none-match': first.headers.etag! })).status).toBe(304);
  for (const url of ['/docs/webhooks', '/docs/webhooks.html?from=search'])
    expect((await get(url)).body).toBe('<h1>Webhooks</h1>');
  expect((await get('/docs/webhooks', { 'accept-encoding': 'br' })).headers['content-encoding']).toBe('br');
  expect((await get('/docs/assets/site-1.js')).headers['cache-control']).toContain('immutable');
  for (const url of ['/docs/nothing', '/docs/..%2fpackage.json']) expect((await get(url)).status).toBe(404);
  const missing = await get('/docs/nothing/here', { accept: 'text/html,*/*;q=0.8' });
  expect(missing).toMatchObject({ status: 404, headers: { 'content-type': 'text/html; charset=utf-8' } });
  expect(missing.body).toBe(
    '<link href="../assets/a.css"><body data-up=".././"><a href="#main">To</a><a href="../../jobs">No</a>',
  );
  await app.close();
  rmSync(join(folder, '..'), { recursive: true });
});
