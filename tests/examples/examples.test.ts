import { execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { compileFolder } from '../../packing/compile.ts';
import { launchBrowser } from '../browser/support/browser.ts';
import { startService, type TestService } from '../support/service.ts';

const run = promisify(execFile);
const example = (name: string): string => resolve('examples', name);

let service: TestService;
let folder: string;
let key: string;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filemill-examples-'));
  service = await startService('all');
  key = (await service.client()).key!;
  env = { ...process.env, FILEMILL_URL: service.url, FILEMILL_API_KEY: key };
  await writeFile(join(folder, 'prices.csv'), 'item,price\nbread,3\n');
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await service.stop();
  await rm(folder, { recursive: true });
});

const rows = [{ item: 'bread', price: '3' }];

test.each([
  ['curl', '/bin/sh', 'convert.sh'],
  ['Node', process.execPath, 'convert.mjs'],
  ['Python', '/usr/bin/python3', 'convert.py'],
])('the %s example converts a file', async (_with, program, script) => {
  const { stdout } = await run(program, [example(script), 'prices.csv', 'json'], { cwd: folder, env });
  expect(stdout).toContain('prices.json');
  expect(JSON.parse(await readFile(join(folder, 'prices.json'), 'utf8'))).toEqual(rows);
  await rm(join(folder, 'prices.json'));
});

test('the Node example prints the message of a refused request', async () => {
  const failed = await run(process.execPath, [example('convert.mjs'), 'prices.csv', 'mp3'], {
    cwd: folder,
    env,
  }).catch(error => error);
  expect(failed.code).toBe(1);
  expect(failed.stderr).toContain('validation_failed: ');
});

test('the web page example converts a file', async () => {
  compileFolder('client/src', join(folder, 'filemill'));
  const pages = createServer(async ({ url }, response) => {
    if (url?.endsWith('.js'))
      return response.setHeader('content-type', 'text/javascript').end(await readFile(join(folder, url)));
    response.setHeader('content-type', 'text/html').end(readFileSync(example('page.html')));
  });
  await new Promise<void>(done => pages.listen(0, '127.0.0.1', done));
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(pages.address() as AddressInfo).port}/`);
    await page.getByLabel('Service').fill(service.url);
    await page.getByLabel('Key').fill(key);
    await page.getByLabel('File').setInputFiles(join(folder, 'prices.csv'));
    await page.getByLabel('To').fill('json');
    await page.getByRole('button', { name: 'Convert' }).click();
    const link = page.getByRole('link', { name: 'prices.json' });
    const [download] = await Promise.all([page.waitForEvent('download'), link.click({ timeout: 120_000 })]);
    expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toEqual(rows);
  } finally {
    await browser.close();
    pages.close();
  }
});

test('the webhook receiver example verifies signatures', async () => {
  const secret = `whsec_${Buffer.from('a secret of thirty-two bytes, or so').toString('base64')}`;
  const receiver = spawn(process.execPath, [example('webhook-receiver.mjs')], {
    env: { ...env, PORT: '0', FILEMILL_WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const lines = receiver.stdout.setEncoding('utf8')[Symbol.asyncIterator]();
    const [url] = /http:\S+/.exec((await lines.next()).value)!;
    const body = JSON.stringify({
      type: 'job.completed',
      timestamp: '2026-01-01T00:00:00Z',
      data: { id: 'job_1' },
    });
    const now = new Date();
    const headers = {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('evt_1', now, body),
    };
    const send = (text: string) => fetch(url, { method: 'POST', body: text, headers });
    expect((await send(`${body} `)).status).toBe(400);
    expect((await send(body)).status).toBe(204);
    expect((await lines.next()).value).toBe('job.completed job_1\n');
  } finally {
    receiver.kill();
  }
});

test('the upload handler example works as a web framework route', async () => {
  vi.stubEnv('FILEMILL_URL', service.url);
  vi.stubEnv('FILEMILL_API_KEY', key);
  const { POST } = (await import(example('upload-handler.mjs'))) as {
    POST(request: Request): Promise<Response>;
  };
  const send = (to: string, file: string | File) => {
    const body = new FormData();
    body.set('file', file);
    body.set('to', to);
    return POST(new Request('http://example.com/convert', { method: 'POST', body }));
  };
  const made = await send('json', new File(['item,price\nbread,3\n'], 'prices.csv'));
  expect(made.headers.get('content-disposition')).toContain('prices.json');
  expect(await made.json()).toEqual(rows);
  expect((await send('mp3', new File(['item\n'], 'a.csv'))).status).toBe(422);
  expect((await send('json', 'no file')).status).toBe(400);
});
