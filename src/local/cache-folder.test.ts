import { chmod, chown, mkdir, mkdtemp, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chooseCacheFolder } from './cache-folder.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'filemill-cache-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const uid = process.getuid!();
const choose = () => chooseCacheFolder({ XDG_CACHE_HOME: join(dir, 'cache') }, dir);
const usual = () => join(dir, 'cache/filemill/local');
const spare = () => join(dir, `filemill-${uid}`);

test('creates the folder for its user only', async () => {
  expect(choose()).toBe(usual());
  expect((await stat(usual())).mode & 0o777).toBe(0o700);
});

test.each([
  ['writable by others', async (path: string) => chmod(path, 0o777)],
  ['of another user', async (path: string) => chown(path, 12_345, 12_345)],
])('does not use a folder %s', async (what, spoil) => {
  // Only root can give a folder away.
  if (what === 'of another user' && uid !== 0) return;
  await mkdir(usual(), { recursive: true });
  await spoil(usual());
  expect(choose()).toBe(spare());
  await spoil(spare());
  expect(choose).toThrow('Set XDG_CACHE_HOME');
});

test('does not follow a link in its place', async () => {
  await mkdir(join(dir, 'elsewhere'));
  await mkdir(join(dir, 'cache/filemill'), { recursive: true });
  await symlink(join(dir, 'elsewhere'), usual());
  await symlink(join(dir, 'elsewhere'), spare());
  expect(choose).toThrow('Set XDG_CACHE_HOME');
});
