import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { JobFailure } from '../../contract/failure.ts';
import type { RunOutput } from '../../jobs/run.ts';
import { Breach } from './breach.ts';
import { takeOutputs } from './outputs.ts';

const limits = { outputBytes: 100, outputFiles: 2 };
let temp: string;
let dir: string;
let taken: string;

beforeEach(async () => {
  temp = await mkdtemp(join(tmpdir(), 'filemill-outputs-'));
  dir = join(temp, 'job');
  taken = join(temp, 'taken');
  await mkdir(dir);
  await writeFile(join(dir, 'out'), 'text');
  await mkdir(join(dir, 'folder'));
  await writeFile(join(dir, 'folder/inner'), 'text');
  await symlink('folder', join(dir, 'aside'));
  await symlink('out', join(dir, 'link'));
  execFileSync('mkfifo', [join(dir, 'pipe')]);
});

afterEach(() => rm(temp, { recursive: true }));

const take = (...outputs: RunOutput[]) => takeOutputs(dir, taken, { outputs, engines: [] }, limits);
const check = (path: string, filename = 'out.txt', outputBytes = limits.outputBytes) =>
  takeOutputs(
    dir,
    taken,
    { outputs: [{ path, filename, format: 'txt' }], engines: [] },
    { ...limits, outputBytes },
  );

test.each(['out', 'folder/inner'])('accepts a regular file in the work folder: %s', async path => {
  const [output] = (await check(join(dir, path))).result.outputs;
  expect(output!.file).toEqual(Buffer.from('text'));
  expect(output!.size).toBe(4);
  expect(await readdir(temp)).not.toContain('taken');
});

test.each(['link', 'aside/inner', 'folder', 'pipe', 'none', 'out/below'])(
  'rejects %s, which is not a regular file in the work folder',
  async path => {
    await expect(check(join(dir, path))).rejects.toThrow(Breach);
  },
);

test.each(['/etc/hostname', 'out', '/'])('rejects %s, which is outside the work folder', async path => {
  await expect(check(path)).rejects.toThrow(Breach);
});

test('rejects paths that are not in canonical form', async () => {
  for (const path of [dir, `${dir}/`, `${dir}/folder/../out`, `${dir}//out`, `${dir}/out\0`, `${dir}/./out`])
    await expect(check(path), path).rejects.toThrow(Breach);
});

test.each([
  '../up',
  'a/b',
  '..',
  '.',
  '',
  ' ',
  'a\u0000b',
  'a\nb',
  'a\\b',
  'é'.repeat(256),
  'a\u2028b',
  '\ud800',
])('rejects the filename %j', async filename => {
  await expect(check(join(dir, 'out'), filename)).rejects.toThrow(Breach);
});

test.each(['a b.txt', 'é'.repeat(255), '😀'.repeat(255), '.hidden', '名前.txt', 'a..b'])(
  'accepts the filename %j',
  async filename => {
    expect((await check(join(dir, 'out'), filename)).result.outputs[0]!.filename).toBe(filename);
  },
);

test('copies a large output, so that replacing the original has no effect on it', async () => {
  const content = 'text'.repeat(100_000);
  await writeFile(join(dir, 'out'), content);
  const [output] = (await check(join(dir, 'out'), 'out.txt', 1e6)).result.outputs;
  await rm(join(dir, 'out'));
  await symlink('/etc/hostname', join(dir, 'out'));
  expect(output).toMatchObject({ file: join(taken, '0'), size: content.length });
  expect(await readFile(output!.file, 'utf8')).toBe(content);
});

test('treats a work folder replaced by a link as a breach', async () => {
  await rename(dir, join(temp, 'elsewhere'));
  await symlink(join(temp, 'elsewhere'), dir);
  await expect(check(join(dir, 'out'))).rejects.toThrow(Breach);
});

test('holds a limited amount of small outputs in memory and the rest on disk', async () => {
  await writeFile(join(dir, 'out'), Buffer.alloc(200_000));
  const output = { path: join(dir, 'out'), filename: 'out.txt', format: 'txt' } as const;
  const many = { outputs: Array.from({ length: 30 }, () => output), engines: [] };
  const { result } = await takeOutputs(dir, taken, many, { outputBytes: 1e9, outputFiles: 100 });
  const held = result.outputs.filter(({ file }) => typeof file !== 'string');
  expect(held).toHaveLength(20);
  expect(await readdir(taken)).toHaveLength(10);
});

test('limits the number and size of outputs, and treats no outputs as a breach', async () => {
  const output = { path: join(dir, 'out'), filename: 'out.txt', format: 'txt' } as const;
  const reason = (promise: Promise<unknown>) => promise.catch((error: JobFailure) => error.reason);
  expect(await reason(take(output, output, output))).toBe('limit_exceeded');
  await writeFile(join(dir, 'out'), 'x'.repeat(101));
  expect(await reason(take(output))).toBe('limit_exceeded');
  await expect(take()).rejects.toThrow(Breach);
});
