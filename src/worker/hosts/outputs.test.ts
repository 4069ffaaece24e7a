import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { JobFailure } from '../../contract/failure.ts';
import { Breach, checkResult } from './outputs.ts';

const limits = { outputBytes: 100, outputFiles: 2 };
let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'filemill-outputs-'));
  await writeFile(join(dir, 'out'), 'text');
  await mkdir(join(dir, 'folder'));
  await writeFile(join(dir, 'folder/inner'), 'text');
  await symlink('folder', join(dir, 'aside'));
  await symlink('out', join(dir, 'link'));
  execFileSync('mkfifo', [join(dir, 'pipe')]);
});

afterEach(() => rm(dir, { recursive: true }));

const check = (path: string, filename = 'out.txt') =>
  checkResult(dir, { outputs: [{ path, filename, format: 'txt' }], engines: [] }, limits);

test.each(['out', 'folder/inner'])('a regular file of the folder is taken: %s', async path => {
  expect((await check(join(dir, path))).outputs[0]!.path).toBe(join(dir, path));
});

test.each(['link', 'aside/inner', 'folder', 'pipe', 'none', 'out/below'])(
  '%s is no regular file of it',
  async path => {
    await expect(check(join(dir, path))).rejects.toThrow(Breach);
  },
);

test.each(['/etc/hostname', 'out', '/'])('%s lies elsewhere', async path => {
  await expect(check(path)).rejects.toThrow(Breach);
});

test('a path is taken only as it is', async () => {
  for (const path of [dir, `${dir}/`, `${dir}/folder/../out`, `${dir}//out`, `${dir}/out\0`, `${dir}/./out`])
    await expect(check(path), path).rejects.toThrow(Breach);
});

test.each(['../up', 'a/b', '..', '.', '', ' ', 'a\u0000b', 'a\nb', 'a\\b', 'é'.repeat(128), '\ud800'])(
  'a file cannot be called %j',
  async filename => {
    await expect(check(join(dir, 'out'), filename)).rejects.toThrow(Breach);
  },
);

test.each(['a b.txt', 'é'.repeat(127), '.hidden', '名前.txt', 'a..b'])(
  'a file can be called %j',
  async filename => {
    expect((await check(join(dir, 'out'), filename)).outputs[0]!.filename).toBe(filename);
  },
);

test('count and size have limits, and none is a breach', async () => {
  const output = { path: join(dir, 'out'), filename: 'out.txt', format: 'txt' } as const;
  const reason = (promise: Promise<unknown>) => promise.catch((error: JobFailure) => error.reason);
  expect(await reason(checkResult(dir, { outputs: [output, output, output], engines: [] }, limits))).toBe(
    'limit_exceeded',
  );
  await writeFile(join(dir, 'out'), 'x'.repeat(101));
  expect(await reason(checkResult(dir, { outputs: [output], engines: [] }, limits))).toBe('limit_exceeded');
  await expect(checkResult(dir, { outputs: [], engines: [] }, limits)).rejects.toThrow(JobFailure);
});
