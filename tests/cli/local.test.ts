import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LocalMachine } from '../../src/local/machine.ts';
import { LocalRunner } from '../../src/local/runner.ts';
import { loadConfig } from '../../src/settings/config.ts';
import { runsAll, takeSome } from '../support/needs.ts';
import { pdf, png } from '../support/samples.ts';
import type { TestService } from '../support/service.ts';
import { useSharedService } from '../support/use-service.ts';

const run = promisify(execFile);

let dir: string;
const service = useSharedService();
let client: Awaited<ReturnType<TestService['client']>>;
let machine: LocalMachine;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'filemill-local-'));
  client = await service.client();
  machine = machineWith(process.env, join(dir, 'recipes'));
});
afterAll(async () => {
  await machine.close();
  await rm(dir, { recursive: true, force: true });
});

function machineWith(env: NodeJS.ProcessEnv, recipesDir: string): LocalMachine {
  const config = loadConfig(env);
  return new LocalMachine(config, recipesDir, new LocalRunner(config));
}

let last = 0;
async function fresh(): Promise<string> {
  const folder = join(dir, `${++last}`);
  await mkdir(folder);
  return folder;
}

const listener = { signal: new AbortController().signal, onProgress: () => {}, onWarning: () => {} };

/** Returns the outputs of the same request, local and from the service, in the same order. */
async function runBoth(type: string, filename: string, bytes: Uint8Array, options: Record<string, unknown>) {
  const folder = await fresh();
  const path = join(folder, filename);
  await writeFile(path, bytes);
  const out = await fresh();
  const [made, job] = await Promise.all([
    machine.run({ type, options }, [{ path, filename }], { dir: out, ...listener }),
    client.run({ type, filename, bytes }, options),
  ]);
  expect(job.status).toBe('completed');
  const here = await Promise.all(
    made.map(async file => ({ filename: file.filename, bytes: await readFile(file.path) })),
  );
  const there = await Promise.all(
    job.result!.files.map(async file => ({
      filename: file.filename,
      bytes: Buffer.from(await client.download(file.downloadUrl!)),
    })),
  );
  expect(here.map(file => file.filename)).toEqual(there.map(file => file.filename));
  return { here: here.map(file => file.bytes), there: there.map(file => file.bytes) };
}

async function textOf(bytes: Buffer): Promise<string> {
  const path = join(await fresh(), 'a.pdf');
  await writeFile(path, bytes);
  return (await run('pdftotext', ['-layout', path, '-'])).stdout;
}

describe('a local job has the same result as the service', () => {
  const pairs = [
    ['image', 'image-convert', 'a.png', png(40, 30), { outputFormat: 'webp' }, 'WEBP'],
    [
      'document',
      'document-convert',
      'a.md',
      Buffer.from('# Title\n\nWords.\n'),
      { outputFormat: 'html' },
      'Title',
    ],
    ['spreadsheet', 'document-convert', 'a.csv', Buffer.from('a,b\n007,x\n'), { outputFormat: 'md' }, '007'],
    [
      'data',
      'document-convert',
      'a.json',
      Buffer.from('{"big": 9007199254740993}'),
      { outputFormat: 'yaml' },
      '9007199254740993',
    ],
    ['ocr', 'ocr', 'a.pdf', pdf(['The quick brown fox']), { outputFormat: 'txt' }, 'quick brown'],
    ['ai', 'image-upscale', 'a.png', png(16, 12), { scale: 2, model: 'fast' }, 'PNG'],
  ] as const;
  test.each(takeSome(pairs, 4))(
    '%s: byte for byte',
    async (_family, type, filename, bytes, options, contains) => {
      const { here, there } = await runBoth(type, filename, bytes, options);
      expect(here[0]!.equals(there[0]!)).toBe(true);
      expect(here[0]!.toString('latin1')).toContain(contains);
    },
  );

  test('PDF and LibreOffice: page for page', async () => {
    const split = await runBoth('pdf-split', 'a.pdf', pdf(['first', 'second']), {});
    expect(split.here.length).toBe(2);
    for (const [index, bytes] of split.here.entries())
      expect(await textOf(bytes)).toBe(await textOf(split.there[index]!));
    expect(await textOf(split.here[1]!)).toContain('second');
    const office = await runBoth('document-convert', 'a.rtf', Buffer.from('{\\rtf1 Plain words.}'), {
      outputFormat: 'pdf',
    });
    expect(await textOf(office.here[0]!)).toContain('Plain words.');
    expect(await textOf(office.here[0]!)).toBe(await textOf(office.there[0]!));
  });
});

describe('local mode refuses what the service refuses, with the same message', () => {
  const attempt = async (
    type: string,
    filename: string,
    bytes: Uint8Array,
    options: Record<string, unknown>,
  ) => {
    const path = join(await fresh(), filename);
    await writeFile(path, bytes);
    const work = machine.run({ type, options }, [{ path, filename }], { dir: await fresh(), ...listener });
    return await work.then(
      () => undefined,
      error => error as Error & { code?: string; reason?: string },
    );
  };

  test('invalid options and unsupported formats', async () => {
    const wrong = await attempt('image-convert', 'a.png', png(2, 2), { outputFormat: 'webp', quality: 900 });
    const { body } = await client.post('/jobs', {
      type: 'image-convert',
      filename: 'a.png',
      fileSize: 9,
      contentType: 'image/png',
      options: { outputFormat: 'webp', quality: 900 },
    });
    expect(wrong).toMatchObject({ code: 'validation_failed', message: (body as unknown as Error).message });
    expect(await attempt('pdf-rotate', 'a.png', png(2, 2), { angle: 90 })).toMatchObject({
      code: 'invalid_file_type',
      message: expect.stringContaining('pdf-rotate does not take png'),
    });
  });

  test('a file whose content does not match its name', async () => {
    expect(
      await attempt('image-convert', 'a.png', Buffer.from('no picture'), { outputFormat: 'webp' }),
    ).toMatchObject({
      code: 'invalid_file_type',
      message: expect.stringContaining('a.png is not a png file'),
    });
  });

  test('an unreadable file', async () => {
    const cut = pdf(['one']).subarray(0, 40);
    expect(await attempt('pdf-rotate', 'a.pdf', cut, { angle: 90 })).toMatchObject({
      reason: 'unreadable_input',
    });
  });

  test('a missing model, with the command that downloads it', async () => {
    const bare = machineWith({ ...process.env, MODELS_DIR: await fresh() }, dir);
    const path = join(await fresh(), 'a.png');
    await writeFile(path, png(4, 4));
    const work = bare.run(
      { type: 'image-upscale', options: { model: 'fast' } },
      [{ path, filename: 'a.png' }],
      {
        dir: await fresh(),
        ...listener,
      },
    );
    await expect(work).rejects.toThrow(/needs the model esrgan-slim.*`filemill models pull esrgan-slim`/);
    await bare.close();
  });
});

describe('local recipes', () => {
  const step = (jobType: string, tab: string, options: Record<string, unknown>) => ({
    name: jobType,
    jobType,
    config: { tab, processingMode: 'server', [tab]: options },
  });

  test('are validated like those of the service, and run step by step', async () => {
    const toHtml = step('document-convert', 'document', { outputFormat: 'html' });
    const toText = step('document-convert', 'document', { outputFormat: 'txt' });
    await expect(
      machine.createRecipe({ name: 'bad', description: '', steps: [step('ocr', 'ocr', {}), toText] }),
    ).rejects.toThrow('ocr may only be the final step');
    const { accepts } = await machine.createRecipe({
      name: 'plain',
      description: '',
      steps: [toHtml, toText],
    });
    expect(accepts).toContain('md');
    const path = join(await fresh(), 'a.md');
    await writeFile(path, '# Title\n\nSome *words*.\n');
    const out = await fresh();
    const [made] = await machine.run({ recipe: 'plain' }, [{ path, filename: 'a.md' }], {
      dir: out,
      ...listener,
    });
    expect(made!.filename).toBe('a.txt');
    expect(await readFile(made!.path, 'utf8')).toMatch(/Title\s+Some words\./);
    expect(await readdir(out)).toEqual(['0']);
  });
});

test.runIf(runsAll)(
  'a separate process compiles the modules for later commands',
  async () => {
    const cache = await fresh();
    const program = new URL('../../src/local/compile-modules.ts', import.meta.url);
    await run(process.execPath, [fileURLToPath(program)], { env: { ...process.env, XDG_CACHE_HOME: cache } });
    const left = await readdir(join(cache, 'filemill/local'), { recursive: true });
    // There is exactly one complete cache: no temporary name, no lock, no worker folder.
    expect(left.filter(path => !path.includes('/')).sort()).toEqual(['modules']);
    expect(left.filter(path => /^modules\/[^/]+$/.test(path))).toEqual([
      expect.stringMatching(/^modules\/\w{16}$/),
    ]);
    expect(left.length).toBeGreaterThan(200);
  },
  300_000,
);
