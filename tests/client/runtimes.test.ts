import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compileFolder } from '../../packing/compile.ts';
import { launchBrowser } from '../browser/support/browser.ts';
import { runsAll } from '../support/needs.ts';
import { png } from '../support/samples.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let apiKey: string;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filemill-runtimes-'));
  service = await startService('all');
  apiKey = (await service.client()).key!;
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

const picture = png(9, 5).toString('base64');

/** The program for every runtime: a small file in one request, then a large one in parts, followed by its events. */
const program = (client: string) => `
  import { Filemill, FilemillError } from '${client}';
  const filemill = new Filemill({ baseUrl: '${service.url}', apiKey: '${apiKey}' });
  const bytes = Uint8Array.from(atob('${picture}'), char => char.charCodeAt(0));
  const small = await filemill.convert(new Blob([bytes]), { filename: 'a.png', to: 'webp' });
  const rows = Array.from({ length: 400_000 }, (_, row) => 'the row of number ' + row).join('\\n');
  const stages = new Set();
  const loaded = [];
  const large = await filemill.convert(new File(['name\\n' + rows], 'rows.csv'), {
    type: 'document-convert',
    to: 'json',
    onProgress: progress => {
      stages.add(progress.stage);
      if (progress.stage === 'uploading') loaded.push(progress);
    },
  });
  const refused = await filemill.jobs.get('job_none').catch(error => error);
  const answer = {
    small: btoa(String.fromCharCode(...await small.bytes())),
    rows: JSON.parse(await large.text()).length,
    stages: [...stages],
    pieces: loaded.length,
    fast: loaded.at(-1).bytesPerSecond > 0,
    refused: refused instanceof FilemillError && refused.code,
  };
`;

interface Report {
  small: string;
  rows: number;
  stages: string[];
  pieces: number;
  fast: boolean;
  refused: string;
}

async function expectAll({ small, stages, pieces, ...rest }: Report): Promise<void> {
  const { format, width, height } = await sharp(Buffer.from(small, 'base64')).metadata();
  expect({ format, width, height }).toEqual({ format: 'webp', width: 9, height: 5 });
  expect(rest).toEqual({ rows: 400_000, fast: true, refused: 'job_not_found' });
  expect(stages).toContain('processing');
  expect(pieces).toBeGreaterThan(3);
}

test('the client works in Chromium, from a page of another origin', async () => {
  compileFolder('client/src', join(folder, 'client'));
  const pages = createServer(async (request, response) => {
    if (!request.url!.endsWith('.js'))
      return response.setHeader('content-type', 'text/html').end('<title>page</title>');
    response.setHeader('content-type', 'text/javascript').end(await readFile(join(folder, request.url!)));
  });
  await new Promise<void>(resolve => pages.listen(0, '127.0.0.1', resolve));
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(pages.address() as AddressInfo).port}/`);
    const script = `${program('/client/index.js')}; window.answer = answer;`;
    await page.addScriptTag({ type: 'module', content: script });
    await page.waitForFunction('window.answer', undefined, { timeout: 100_000 });
    await expectAll((await page.evaluate('window.answer')) as Report);
  } finally {
    await browser.close();
    pages.close();
  }
});

const bun = [
  `node_modules/@oven/bun-linux-${process.arch === 'arm64' ? 'aarch64' : process.arch}/bin/bun`,
].find(path => existsSync(path));

test.runIf(runsAll)('the client works on Bun, from its source', async () => {
  expect(bun, 'npm brings Bun with the development dependencies').toBeDefined();
  const script = `${program(join(process.cwd(), 'client/src/index.ts'))}; console.log(JSON.stringify(answer));`;
  const child = spawn(bun!, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await expectAll(JSON.parse(await text(child.stdout)) as Report);
});
