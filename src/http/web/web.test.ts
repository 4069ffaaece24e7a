import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../db/database.ts';
import type { Storage } from '../../storage/storage.ts';
import type { App } from '../app.ts';
import { createApp } from '../framework.ts';
import { answerUnknownPages, webRoutes } from './web.ts';

const script = 'console.log("here");'.repeat(100);
let dist: string;
let app: App;

async function serve(folder: string, publicUrl?: string, store?: string): Promise<App> {
  const made = createApp(pino({ level: 'silent' }));
  made.get('/api/public', async () => ({ name: 'Filemill' }));
  const storage = { direct: store && { origin: store } } as Storage;
  // The page is sent whether or not the database answers.
  const services = { publicUrl, storage, db: {} as Database };
  answerUnknownPages(made, services, folder);
  webRoutes(made, services, folder);
  await made.listen({ port: 0, host: '127.0.0.1' });
  return made;
}

beforeAll(async () => {
  dist = mkdtempSync(join(tmpdir(), 'filemill-web-'));
  mkdirSync(join(dist, 'assets'));
  writeFileSync(
    join(dist, 'index.html'),
    '<base href="/" /><meta name="style-nonce" content="" /><div id="root">',
  );
  writeFileSync(join(dist, 'addresses.json'), JSON.stringify(['/', '/jobs', '/jobs/*']));
  writeFileSync(join(dist, 'assets/main-1.js'), script);
  writeFileSync(join(dist, 'assets/main-1.js.br'), brotliCompressSync(script));
  writeFileSync(join(dist, 'favicon.svg'), '<svg/>');
  app = await serve(dist);
});

afterAll(async () => {
  await app.close();
  rmSync(dist, { recursive: true });
});

async function get(path: string, headers: Record<string, string> = {}, from = app) {
  const { port } = from.server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { 'accept-encoding': 'identity', ...headers },
  });
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers) as Record<string, string>,
    body: await response.text(),
  };
}

test('serves the page at its own paths with a policy without foreign sources and inline scripts', async () => {
  for (const url of ['/', '/jobs', '/jobs/job_1', '/jobs?state=failed']) {
    const { status, headers, body } = await get(url);
    expect(status).toBe(200);
    expect(body).toContain('<div id="root">');
    const policy = headers['content-security-policy']!;
    expect(policy).toMatch(/default-src 'none'; script-src 'self'; style-src 'self' 'nonce-/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|http/);
    const nonce = /'nonce-([^']+)'/.exec(policy)![1]!;
    expect(body).toContain(`content="${nonce}"`);
    expect(headers['cache-control']).toBe('no-store');
  }
  const [one, other] = await Promise.all([get('/'), get('/')]);
  expect(one.headers['content-security-policy']).not.toBe(other.headers['content-security-policy']);
});

test('the policy allows the object store if transfers go to it directly', async () => {
  const direct = await serve(dist, undefined, 'https://store.example.com');
  const { headers } = await get('/', {}, direct);
  await direct.close();
  const rules = headers['content-security-policy']!.split('; ');
  const named = rules.filter(rule => rule.includes('https://store.example.com'));
  expect(named.map(rule => rule.split(' ', 1)[0])).toEqual(['img-src', 'media-src', 'connect-src']);
});

test('an unknown path opened in a browser shows the page', async () => {
  const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
  const { status, body } = await get('/nothing/there', { accept });
  expect([status, body.includes('id="root"')]).toEqual([404, true]);
  for (const url of ['/api/public/nothing', '/assets/none.js'])
    expect(JSON.parse((await get(url, { accept })).body)).toMatchObject({ code: 'not_found' });
});

test('other paths return JSON as before', async () => {
  for (const url of ['/api/public/nothing', '/nothing', '/assets/none.js', '/addresses.json', '/index.html'])
    expect(JSON.parse((await get(url)).body)).toMatchObject({ code: 'not_found' });
  expect(JSON.parse((await get('/api/public')).body)).toEqual({ name: 'Filemill' });
});

test('hashed files are cached for a year and sent compressed if accepted', async () => {
  const plain = await get('/assets/main-1.js');
  expect(plain.body).toBe(script);
  expect(plain.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  });
  const packed = await get('/assets/main-1.js', { 'accept-encoding': 'gzip, br' });
  expect(packed.headers['content-encoding']).toBe('br');
  expect(Number(packed.headers['content-length'])).toBeLessThan(script.length);
  expect(packed.body).toBe(script);
  expect((await get('/assets/main-1.js', { 'accept-encoding': 'br;q=0' })).body).toBe(script);
  expect((await get('/favicon.svg')).headers['cache-control']).toBe('public, max-age=3600');
});

describe('deployments', () => {
  test('under a path prefix have it as the page’s base', async () => {
    const below = await serve(dist, 'https://example.com/files');
    expect((await get('/', {}, below)).body).toContain('<base href="/files/" />');
    await below.close();
  });

  test('without a built page return 503 with a refresh, and serve it once built without a restart', async () => {
    const late = join(mkdtempSync(join(tmpdir(), 'filemill-late-')), 'dist');
    const without = await serve(late);
    const { status, headers, body } = await get('/', {}, without);
    expect([status, headers.refresh]).toEqual([503, '3']);
    expect(body).toContain('node bin/setup.mjs');
    expect(JSON.parse((await get('/nothing', {}, without)).body)).toMatchObject({ code: 'not_found' });
    cpSync(dist, late, { recursive: true });
    for (const path of ['/', '/jobs/job_1'])
      expect((await get(path, {}, without)).body).toContain('id="root"');
    expect((await get('/assets/main-1.js', {}, without)).body).toBe(script);
    expect((await get('/preview-frame', {}, without)).status).toBe(200);
    for (const path of ['/nothing', '/assets/none.js', '/index.html'])
      expect(JSON.parse((await get(path, {}, without)).body)).toMatchObject({ code: 'not_found' });
    await without.close();
    rmSync(join(late, '..'), { recursive: true });
  });
});
