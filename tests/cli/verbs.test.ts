import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { runsAll } from '../support/needs.ts';
import { pdf, png } from '../support/samples.ts';
import { useSharedService } from '../support/use-service.ts';

const cli = fileURLToPath(new URL('../../bin/filemill.mjs', import.meta.url));

let dir: string;
const service = useSharedService();
let key: string;
let workspaceId: string;
const places = ['this machine', 'a server'] as const;
type Place = (typeof places)[number];

/** Each mode has a user with a separate home folder. */
const env = (place: Place) => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  XDG_CONFIG_HOME: join(dir, place, 'config'),
  XDG_STATE_HOME: join(dir, place, 'state'),
});

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

function filemill(place: Place, args: string[], { cwd = dir, input = '' } = {}): Promise<Ended> {
  return new Promise(resolve => {
    const child = execFile(
      process.execPath,
      [cli, ...args],
      { env: env(place), cwd },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
    child.stdin!.end(input);
  });
}

let last = 0;
/** Creates a folder with these files. */
async function folderOf(files: Record<string, string | Uint8Array>): Promise<string> {
  const folder = join(dir, `work-${++last}`);
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return folder;
}

/** Creates what a killed command leaves next to its results: its folder, with the id of a process that is gone. */
async function leaveUnfinished(cwd: string): Promise<void> {
  const owner = {
    boot: (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim(),
    namespace: await readlink('/proc/self/ns/pid'),
    pid: process.pid,
    start: '0',
  };
  await mkdir(join(cwd, '.filemill-1-killed'));
  await writeFile(join(cwd, '.filemill-1-killed/owner.json'), JSON.stringify(owner));
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'filemill-verbs-'));
  ({ key, workspaceId } = (await service.client()) as { key: string; workspaceId: string });
  const { code, stderr } = await filemill('a server', ['login', service.url], { input: `${key}\n` });
  expect([code, stderr]).toEqual([0, '']);
});
afterAll(async () => {
  await rm(dir, { recursive: true, force: true });
});

describe.each(places)('on %s', place => {
  // Each local command starts its own engines. Names, flags and recipes are parsed by the same code in both places.
  const isSlow = place === 'this machine' && !runsAll;

  test.skipIf(isSlow)(
    'convert writes results next to their inputs, lists failures, and overwrites nothing without --force',
    async () => {
      const cwd = await folderOf({ 'a.csv': 'a,b\n007,x\n', 'b.csv': 'a\n1\n', 'bad.json': '{"a": ' });
      const first = await filemill(place, ['convert', 'a.csv', 'b.csv', 'bad.json', '--to', 'yaml'], { cwd });
      expect(first.code).toBe(2);
      expect(await readFile(join(cwd, 'a.yaml'), 'utf8')).toContain('a: "007"');
      expect(first.stdout).toMatch(/^a\.csv → .*a\.yaml$/m);
      expect(first.stderr).toMatch(/1 of 3 files failed:\n {2}bad\.json: /);
      expect((await readdir(cwd)).sort()).toEqual(['a.csv', 'a.yaml', 'b.csv', 'b.yaml', 'bad.json']);
      await leaveUnfinished(cwd);
      await writeFile(join(cwd, 'a.yaml'), 'mine');
      const again = await filemill(place, ['convert', 'a.csv', '--to', 'yaml', '--json'], { cwd });
      expect(again.code).toBe(2);
      expect(JSON.parse(again.stdout).files[0]).toMatchObject({
        status: 'failed',
        error: { code: 'not_overwritten' },
      });
      expect(await readFile(join(cwd, 'a.yaml'), 'utf8')).toBe('mine');
      const forced = await filemill(place, ['convert', 'a.csv', '--to', 'yaml', '--force', '--json'], {
        cwd,
      });
      expect(JSON.parse(forced.stdout).files[0]).toMatchObject({ input: 'a.csv', status: 'completed' });
      expect(await readFile(join(cwd, 'a.yaml'), 'utf8')).toContain('007');
      // The leftovers of a killed command are removed.
      expect((await readdir(cwd)).filter(name => name.startsWith('.'))).toEqual([]);
    },
  );

  test.skipIf(isSlow)(
    'convert does not overwrite a result of the same command, even with --force',
    async () => {
      const cwd = await folderOf({ 'a.csv': 'a\n1\n', 'a.json': '[{"a": 2}]' });
      const args = ['convert', 'a.csv', 'a.json', '--to', 'yaml', '--force', '--json'];
      const { code, stdout } = await filemill(place, args, { cwd });
      expect(code).toBe(2);
      const [failed] = JSON.parse(stdout).files.filter(
        ({ status }: { status: string }) => status === 'failed',
      );
      expect(failed.error).toMatchObject({
        code: 'not_overwritten',
        message: expect.stringContaining('already the result of another input'),
      });
    },
  );

  test.skipIf(isSlow)('convert accepts folders, patterns and pipes', async () => {
    const cwd = await folderOf({
      'in/a.csv': 'a\n1\n',
      'in/deep/b.csv': 'b\n2\n',
      'in/.hidden.csv': 'c\n3\n',
      'in/no.xyz': '',
      'in/done.json': '[]',
    });
    const found = await filemill(place, ['convert', '-r', 'in', '--to', 'json', '-o', 'out'], { cwd });
    expect([found.code, found.stderr]).toEqual([0, '']);
    expect((await readdir(join(cwd, 'out'), { recursive: true })).sort()).toEqual([
      'a.json',
      'deep',
      'deep/b.json',
    ]);
    const piped = await filemill(place, ['convert', '-', '--from', 'csv', '--to', 'json'], {
      cwd,
      input: 'a\n1\n',
    });
    expect(JSON.parse(piped.stdout)).toEqual([{ a: '1' }]);
    const pattern = await filemill(place, ['convert', 'in/*.csv', '--to', 'json', '-o', '-'], { cwd });
    expect(JSON.parse(pattern.stdout)).toEqual([{ a: '1' }]);
    // A pattern may match several files, so its results go into a folder even if it matches one.
    expect((await filemill(place, ['convert', 'in/*.csv', '--to', 'json', '-o', 'all'], { cwd })).code).toBe(
      0,
    );
    expect(await readdir(join(cwd, 'all'))).toEqual(['a.json']);
    expect((await filemill(place, ['convert', 'in/a.csv', '-o', 'named.yaml'], { cwd })).code).toBe(0);
    expect(await readFile(join(cwd, 'named.yaml'), 'utf8')).toContain('a: ');
    expect(await filemill(place, ['convert', 'in/a.csv'], { cwd })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Say which format to convert to'),
    });
    for (const [format, message] of [
      ['nonsense', /^in\/a\.csv: `--to` must be one of /],
      ['mp3', /^in\/a\.csv: csv cannot be converted to mp3\. It can be converted to .*json/],
    ] as const)
      expect(await filemill(place, ['convert', 'in/a.csv', '--to', format], { cwd })).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(message),
      });
    expect(await filemill(place, ['convert', 'in', '--to', 'json'], { cwd })).toMatchObject({
      code: 1,
      stderr: 'filemill: in is a folder. Use -r to process the files in it.\n',
    });
  });

  test.skipIf(isSlow)('unpack keeps the folders of an archive, also of a single file', async () => {
    const cwd = await folderOf({ 'a.txt': 'one', 'in/a.txt': 'two', 'in/deep/b.txt': 'three' });
    execFileSync('tar', ['-cf', 'all.tar', 'a.txt', 'in'], { cwd });
    expect((await filemill(place, ['unpack', 'all.tar', '-o', 'all'], { cwd })).code).toBe(0);
    expect(await readFile(join(cwd, 'all/a.txt'), 'utf8')).toBe('one');
    expect(await readFile(join(cwd, 'all/in/a.txt'), 'utf8')).toBe('two');
    expect(await readFile(join(cwd, 'all/in/deep/b.txt'), 'utf8')).toBe('three');
    const one = ['unpack', 'all.tar', '--include', '/a.txt'];
    await filemill(place, [...one, '-o', 'single'], { cwd });
    await filemill(place, [...one, '-o', 'named.txt'], { cwd });
    expect(await readFile(join(cwd, 'single/a.txt'), 'utf8')).toBe('one');
    expect(await readFile(join(cwd, 'named.txt'), 'utf8')).toBe('one');
  });

  test.skipIf(isSlow)('merge combines PDFs, and run accepts the flags of each job type', async () => {
    const cwd = await folderOf({
      'a.pdf': pdf(['first']),
      'b.pdf': pdf(['second']),
      'blank.pdf': pdf(['']),
      'p.png': png(40, 30),
    });
    // A name without an extension gets that of the result, and a file that is named twice is merged twice.
    const files = ['a.pdf', 'b.pdf', 'a.pdf'];
    expect(await filemill(place, ['merge', ...files, '-o', 'all'], { cwd })).toMatchObject({
      code: 0,
      stdout: 'a.pdf, b.pdf, a.pdf → all.pdf\n',
    });
    const split = await filemill(place, ['run', 'pdf-split', 'all.pdf', '-o', 'pages/'], { cwd });
    expect(split.code).toBe(0);
    expect((await readdir(join(cwd, 'pages'))).length).toBe(3);
    const resized = await filemill(place, ['run', 'image-resize', 'p.png', '--width', '20'], { cwd });
    expect(resized).toMatchObject({ code: 0, stderr: '' });
    // The result is next to its input, under another name.
    expect((await readFile(join(cwd, 'p-resize.png'))).readUInt32BE(16)).toBe(20);
    const wrong = await filemill(place, ['run', 'pdf-rotate', 'a.pdf', '--angle', '45'], { cwd });
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('Give one of 90, 180, 270.') });
    // Warnings are printed below the result, or alone if the result goes into a pipe.
    const blank = ['convert', 'blank.pdf', '--to', 'txt', '--ocr', 'never'];
    const warning = expect.stringContaining('Some pages have no text');
    expect(await filemill(place, blank, { cwd })).toMatchObject({ code: 0, stdout: warning });
    expect(await filemill(place, [...blank, '-o', '-'], { cwd })).toMatchObject({ code: 0, stderr: warning });
    const missing = await filemill(place, ['run', 'pdf-rotate', 'a.pdf'], { cwd });
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('`--angle` is required') });
  });

  test.skipIf(isSlow)('help shows the flags of a job type with defaults and choices', async () => {
    const { stdout } = await filemill(place, ['transcribe', '--help']);
    expect(stdout).toMatch(/--output-format <choice>/);
    expect(stdout.replace(/\s+/g, ' ')).toContain('(txt, srt, vtt, json; default: txt)');
    expect(stdout).toContain('--[no-]word-timestamps');
    expect((await filemill(place, ['run', '--help'])).stdout).toContain('pdf-watermark');
  });

  test.skipIf(isSlow)(
    'recipes are created, listed, run, and run once on each file in a watched folder',
    async () => {
      const cwd = await folderOf({ 'in/a.md': '# Title\n\nSome *words*.\n' });
      const steps = [
        '--step',
        'document-convert --output-format html',
        '--step',
        'document-convert --output-format txt',
      ];
      const made = await filemill(place, ['recipe', 'create', 'plain', ...steps], { cwd });
      expect([made.code, made.stderr]).toEqual([0, '']);
      expect((await filemill(place, ['recipe', 'list'])).stdout).toMatch(
        /plain +document-convert → document-convert/,
      );
      const run = await filemill(place, ['recipe', 'run', 'plain', 'in/a.md', '-o', 'out/'], { cwd });
      expect([run.code, run.stderr]).toEqual([0, '']);
      expect(await readFile(join(cwd, 'out/a.txt'), 'utf8')).toMatch(/Title\s+Some words\./);
      const watch = ['watch', 'in', '--recipe', 'plain', '--once'];
      expect((await filemill(place, watch, { cwd })).stdout).toContain('in/a.md →');
      const { mtimeMs } = await stat(join(cwd, 'in/done/a.txt'));
      await writeFile(join(cwd, 'in/b.md'), 'Another.\n');
      const second = await filemill(place, watch, { cwd });
      expect(second.stdout).toMatch(/^in\/b\.md → [^\n]*\n$/);
      expect((await stat(join(cwd, 'in/done/a.txt'))).mtimeMs).toBe(mtimeMs);
      expect((await readdir(join(cwd, 'in'))).sort()).toEqual(['a.md', 'b.md', 'done']);
      await mkdir(join(cwd, 'broken'));
      await writeFile(join(cwd, 'broken/a.docx'), 'not a document');
      expect((await filemill(place, ['watch', 'broken', '--to', 'pdf', '--once'], { cwd })).code).toBe(2);
    },
  );

  test.skipIf(isSlow)('a recipe with branches writes the files of each branch', async () => {
    const steps = [
      { jobType: 'document-convert', options: { outputFormat: 'html' } },
      {
        jobType: 'document-convert',
        options: { outputFormat: 'txt' },
        from: 'input',
        outputName: 'plain-{name}.{ext}',
      },
      {
        jobType: 'document-convert',
        options: { outputFormat: 'pdf' },
        from: 'input',
        when: { minBytes: 1_000_000 },
      },
    ];
    const cwd = await folderOf({ 'a.md': 'Some *words*.\n', 'steps.json': JSON.stringify({ steps }) });
    const made = await filemill(place, ['recipe', 'create', 'both', '--file', 'steps.json'], { cwd });
    expect([made.code, made.stderr]).toEqual([0, '']);
    const run = await filemill(place, ['recipe', 'run', 'both', 'a.md', '-o', 'out/'], { cwd });
    expect([run.code, run.stderr]).toEqual([0, '']);
    expect((await readdir(join(cwd, 'out'))).sort()).toEqual(['a.html', 'plain-a.txt']);
    expect(await readFile(join(cwd, 'out/plain-a.txt'), 'utf8')).toContain('Some words.');
  });

  test('Ctrl-C cancels the job and leaves no partial files', async () => {
    const rows = Array.from({ length: 400_000 }, (_, row) => `${row},${row * 7},words of row ${row}`);
    const cwd = await folderOf({ 'big.csv': `a,b,c\n${rows.join('\n')}\n` });
    const child = spawn(process.execPath, [cli, 'convert', 'big.csv', '--to', 'pdf'], {
      env: env(place),
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (said += chunk));
    const isRunning = async () => {
      if (place === 'this machine') return (await readdir(cwd)).some(name => name.startsWith('.filemill-'));
      const running = service.db.selectFrom('jobs').where('status', 'in', ['queued', 'processing']);
      return (await running.where('workspace_id', '=', workspaceId).select('id').execute()).length > 0;
    };
    await vi.waitUntil(isRunning, { timeout: 100_000, interval: 50 });
    child.kill('SIGINT');
    const [code] = await once(child, 'exit');
    expect(code).toBe(130);
    expect(said).toContain('big.csv: canceled');
    expect(await readdir(cwd)).toEqual(['big.csv']);
    if (place === 'this machine') return;
    const { jobs } = JSON.parse((await filemill(place, ['jobs', 'list', '--limit', '1', '--json'])).stdout);
    expect(jobs[0].status).toBe('canceled');
  });
});

test.runIf(runsAll)('on a terminal each file has a progress bar, which is removed at the end', async () => {
  const cwd = await folderOf({ 'a.csv': 'a\n1\n', 'b.csv': 'b\n2\n' });
  const command = `${process.execPath} ${cli} convert a.csv b.csv --to json`;
  const { stdout } = spawnSync('script', ['-qec', command, '/dev/null'], {
    cwd,
    env: env('this machine'),
    encoding: 'utf8',
  });
  expect(stdout).toMatch(/ a\.csv +░{24} {3}0 %/);
  expect(stdout).toMatch(/ all files +█{12}░{12} {2}50 % {2}1 of 2/);
  const left = stdout
    .split('\x1b[J')
    .at(-1)!
    .replace(/\x1b\[[?\w]*/g, '');
  expect(left.trim()).toMatch(/^[ab]\.csv → [ab]\.json$/);
});

describe('signing in', () => {
  test('stores the key so that only the user can read it, and reports a rejected key', async () => {
    const file = join(dir, 'a server/config/filemill/account.json');
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ url: service.url, key });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const wrong = await filemill('this machine', ['login', service.url, '--key', 'fm_live_no']);
    expect(wrong).toMatchObject({ code: 3, stderr: expect.stringContaining('refuses the API key') });
  });

  test('reports an unreachable server, and is required by the job commands', async () => {
    const none = await filemill('this machine', ['login', 'http://127.0.0.1:9', '--key', 'x']);
    expect(none).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('http://127.0.0.1:9 cannot be reached'),
    });
    expect(await filemill('this machine', ['jobs', 'list'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Sign in to one with `filemill login URL`'),
    });
  });

  test('jobs get shows the files of a job', async () => {
    const { stdout } = await filemill('a server', [
      'jobs',
      'list',
      '--status',
      'completed',
      '--limit',
      '1',
      '--json',
    ]);
    const [{ id }] = JSON.parse(stdout).jobs;
    expect((await filemill('a server', ['jobs', 'get', 'job_none'])).stderr).toContain('has no such job');
    expect((await filemill('a server', ['jobs', 'get', id])).stdout).toMatch(
      /completed {2}100 %\n {2}\S+ {2}\d+ bytes/,
    );
  });
});

test.runIf(runsAll)('complete suggests commands, job types, flags and values', async () => {
  const words = async (...typed: string[]) =>
    (await filemill('this machine', ['complete', '--', ...typed])).stdout.split('\n');
  expect(await words('conv')).toEqual(['convert']);
  expect(await words('run', 'pdf-sp')).toEqual(['pdf-split']);
  expect(await words('run', 'pdf-rotate', '--an')).toEqual(['--angle']);
  expect(await words('run', 'pdf-rotate', '--angle', '')).toEqual(['90', '180', '270']);
  expect(await words('convert', '--to', 'docx')).toEqual(['docx']);
  expect(await words('convert', '--to=docx')).toEqual(['--to=docx']);
  expect(await words('completion', 'z')).toEqual(['zsh']);
});

/** Loads the script, types `filemill convert --to docx` and prints the suggestions. */
const shells: [shell: string, program: string][] = [
  [
    'bash',
    `. ./script; COMP_WORDS=(filemill convert --to docx); COMP_CWORD=3; _filemill; printf '%s\n' "\${COMPREPLY[@]}"`,
  ],
  [
    'zsh',
    `compdef() { loaded=$1; }; compadd() { shift; print -l -- $@; }; . ./script; words=(filemill convert --to docx); CURRENT=4; $loaded`,
  ],
  ['fish', `. ./script; complete -C 'filemill convert --to docx'`],
];

test.each(shells)('the completion script for %s works', async (shell, program) => {
  // Bash is always tested, other shells if they are installed.
  const isHere = spawnSync(shell, ['-c', 'exit']).status === 0;
  if (!isHere && shell !== 'bash') return;
  const { stdout: script } = await filemill('this machine', ['completion', shell]);
  const cwd = await folderOf({ script });
  const path = `${dirname(process.execPath)}:${dirname(cli)}:${process.env.PATH}`;
  const { stdout } = spawnSync(shell, ['-c', program], {
    cwd,
    env: { ...env('this machine'), PATH: path },
    encoding: 'utf8',
  });
  expect(stdout).toBe('docx\n');
});
