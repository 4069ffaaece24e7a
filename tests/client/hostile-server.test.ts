import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Filemill, makeFilenameSeries, makeSafeFilename } from '@filemill/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import fc from '../support/fast-check.ts';
import { startHostileServer } from '../support/servers/hostile-server.ts';

test.each([
  ['report.pdf', 'report.pdf'],
  ['Grüße, Welt (2).pdf', 'Grüße, Welt (2).pdf'],
  ['../../.ssh/authorized_keys', 'authorized_keys'],
  ['..\\..\\Startup\\run.bat', 'run.bat'],
  ['/etc/passwd', 'passwd'],
  ['C:evil.txt', 'C_evil.txt'],
  ['report.txt:hidden.exe', 'report.txt_hidden.exe'],
  ['..', 'file'],
  ['.', 'file'],
  ['...', 'file'],
  ['', 'file'],
  ['a/', 'file'],
  ['.bashrc', 'bashrc'],
  ['-rf', 'rf'],
  [' . -x.sh', 'x.sh'],
  ['name. . ', 'name'],
  ['CON', '_CON'],
  ['nul.txt', '_nul.txt'],
  ['Com1 .log', '_Com1 .log'],
  ['\u001b]0;title\u0007a.txt', ']0;titlea.txt'],
  ['a\0b.txt', 'ab.txt'],
  ['gpj\u202e.exe', 'gpj.exe'],
  ['\ud800.txt', '_.txt'],
  [undefined, 'file'],
  [{ filename: '../x' }, 'file'],
  [`${'ä'.repeat(300)}.pdf`, `${'ä'.repeat(98)}.pdf`],
  [`a.${'b'.repeat(400)}`, `a.${'b'.repeat(198)}`],
])('the name %j becomes %j', (given, safe) => {
  expect(makeSafeFilename(given)).toBe(safe);
});

test('no name leaves its folder', () => {
  const pieces = fc.constantFrom(
    '..',
    '.',
    '/',
    '\\',
    ':',
    '\0',
    '\n',
    '-',
    ' ',
    'CON',
    'a',
    'é',
    '😀',
    '\u202e',
  );
  const names = fc.oneof(
    fc.array(pieces, { maxLength: 12 }).map(parts => parts.join('')),
    fc.string({ unit: 'binary' }),
  );
  fc.assert(
    fc.property(names, name => {
      const safe = makeSafeFilename(name);
      expect(dirname(join('/folder', safe))).toBe('/folder');
      expect(safe).toMatch(/^[^\s.\-/\\:][^/\\:\p{Cc}]*$/u);
      expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(201);
      expect(makeSafeFilename(safe)).toBe(safe);
    }),
  );
});

test('duplicate names get numbers, ignoring case', () => {
  const nameFile = makeFilenameSeries();
  const given = ['a.txt', 'x/a.txt', 'A.TXT', 'a-2.txt', 'b', 'b', '..', '.'];
  expect(given.map(nameFile)).toEqual([
    ...['a.txt', 'a-2.txt', 'A-3.TXT', 'a-2-2.txt', 'b', 'b-2', 'file', 'file-2'],
  ]);
});

const cli = fileURLToPath(new URL('../../bin/filemill.mjs', import.meta.url));
let server: Awaited<ReturnType<typeof startHostileServer>>;
let dir: string;
/** The folder for results, three levels deep in one that must not change otherwise. */
let out: string;
const env = () => ({
  PATH: process.env.PATH!,
  HOME: join(dir, 'home'),
  XDG_CONFIG_HOME: join(dir, 'config'),
  XDG_STATE_HOME: join(dir, 'state'),
  FILEMILL_URL: server.url,
  FILEMILL_API_KEY: 'fm_live_x',
});

beforeAll(async () => {
  server = await startHostileServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  if (dir) await rm(dir, { recursive: true });
  dir = await mkdtemp(join(tmpdir(), 'filemill-hostile-'));
  out = join(dir, 'one/two/out');
  await mkdir(out, { recursive: true });
  await writeFile(join(dir, 'in.txt'), 'words');
  await writeFile(join(dir, 'other.txt'), 'more');
  await writeFile(join(dir, 'mine'), 'mine');
  server.files = [
    { filename: '../../../mine' },
    { filename: '../../../new.txt', index: '../../../by-index' },
    { filename: `${dir}/absolute.txt` },
    { filename: '..\\..\\windows.txt' },
    { filename: 'same.txt' },
    { filename: 'SAME.txt' },
  ];
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const expected = ['mine', 'new.txt', 'absolute.txt', 'windows.txt', 'same.txt', 'SAME-2.txt'].sort();

/** Expects everything to be in `out`, and nothing else to have changed. */
async function expectConfined(within = out): Promise<void> {
  expect((await readdir(within)).sort()).toEqual(expected);
  expect(await readFile(join(dir, 'mine'), 'utf8')).toBe('mine');
  const around = (await readdir(dir)).filter(name => !['state', 'config', 'home', 'watched'].includes(name));
  expect(around.sort()).toEqual(['in.txt', 'mine', 'one', 'other.txt']);
  expect(await readdir(join(dir, 'one'))).toEqual(['two']);
  expect(await readdir(join(dir, 'one/two'))).toEqual(['out']);
}

const makeClient = () => new Filemill({ baseUrl: server.url, apiKey: 'fm_live_x', retry: false });
const convert = () => makeClient().convert(join(dir, 'in.txt'), { to: 'pdf' });

describe('a server that chooses hostile names', () => {
  test('cannot make saveTo write outside the folder, or through a link in it', async () => {
    const result = await convert();
    expect((await result.saveTo(out)).map(path => basename(path)).sort()).toEqual(expected);
    await expectConfined();
    await rm(join(out, 'same.txt'));
    await symlink(join(dir, 'mine'), join(out, 'same.txt'));
    await expect(result.saveTo(out)).rejects.toMatchObject({ code: 'invalid_input' });
    await result.saveTo(out, { overwrite: true });
    await expectConfined();
    expect((await result.download(result.files[0])).filename).toBe('mine');
  });

  test('cannot list more files than it announced', async () => {
    const result = await convert();
    result.files.push(...result.files);
    await expect(result.saveTo(out)).rejects.toMatchObject({ code: 'unexpected_answer' });
  });

  test.each([
    ['convert', ['convert', 'in.txt', '--to', 'pdf', '-o']],
    ['run', ['run', 'document-convert', 'in.txt', '-o']],
    ['merge', ['merge', 'in.txt', 'other.txt', '-o']],
    ['recipe run', ['recipe', 'run', 'plain', 'in.txt', '-o']],
  ])('cannot make %s write outside the folder', async (_, words) => {
    await filemill([...words, `${out}/`]);
    await expectConfined();
  });

  test('cannot make a batch overwrite the results of another file', async () => {
    const { stderr } = await filemill(['convert', 'in.txt', 'other.txt', '--to', 'pdf', '-o', out]);
    expect(stderr).toContain('already the result of another input');
    await expectConfined();
  });

  test('cannot make watch write outside the folder', async () => {
    const watched = join(dir, 'watched');
    await mkdir(watched);
    await writeFile(join(watched, 'a.txt'), 'words');
    await filemill(['watch', watched, '--to', 'pdf', '--once', '-o', out]);
    await expectConfined();
  });

  test('cannot write through a link, even with --force', async () => {
    await symlink(join(dir, 'mine'), join(out, 'mine'));
    await filemill(['convert', 'in.txt', '--to', 'pdf', '--force', '-o', `${out}/`]);
    await expectConfined();
    expect(await readFile(join(out, 'mine'), 'utf8')).toBe('bad');
  });

  test('cannot make MCP write outside the folder', async () => {
    const client = new Client({ name: 'test', version: '1' });
    const args = [cli, 'mcp', '--root', dir, '--write', out];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, env: env() }));
    try {
      const given = { file: 'in.txt', to: 'pdf', save_to: out };
      const { isError } = await client.callTool({ name: 'convert', arguments: given });
      expect(isError).not.toBe(true);
      await expectConfined();
      await client.callTool({ name: 'convert', arguments: { file: 'in.txt', to: 'pdf' } });
      const { resources } = await client.listResources();
      expect(resources.map(({ name }) => name).sort()).toEqual(expected);
      await expectConfined();
    } finally {
      await client.close();
    }
  });

  test('cannot send control characters to the terminal', async () => {
    server.files = [{ filename: '\u001b]0;owned\u0007a.txt' }];
    const { stdout } = await filemill(['convert', 'in.txt', '--to', 'pdf', '-o', `${out}/`]);
    expect(stdout).toMatch(/^in\.txt → .*owneda\.txt\n$/);
    expect(stdout).not.toMatch(/[\u0007\u001b]/);
  });
});

function filemill(args: string[]): Promise<{ stdout: string; stderr: string }> {
  return new Promise(resolve => {
    execFile(process.execPath, [cli, ...args], { env: env(), cwd: dir }, (_, stdout, stderr) =>
      resolve({ stdout, stderr }),
    );
  });
}
