import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { emptyFolder, removeFolder, setAside } from './work-folder.ts';

let temp: string;
let left: string;
let elsewhere: string;
beforeEach(async () => {
  temp = await mkdtemp(join(tmpdir(), 'filemill-folder-'));
  left = join(temp, 'left');
  elsewhere = join(temp, 'elsewhere');
  await mkdir(left);
  await mkdir(elsewhere);
  await writeFile(join(elsewhere, 'kept'), 'of somebody else');
});
afterEach(() => rm(temp, { recursive: true, force: true }));

test('removes symbolic links themselves, never their targets', async () => {
  await mkdir(join(left, 'sub/deeper'), { recursive: true });
  for (const path of ['link', 'sub/link', 'sub/deeper/link']) await symlink(elsewhere, join(left, path));
  await symlink(join(elsewhere, 'kept'), join(left, 'to-a-file'));
  await symlink('/nowhere', join(left, 'to-nothing'));
  await emptyFolder(left);
  expect(await readdir(left)).toEqual([]);
  expect(await readdir(elsewhere)).toEqual(['kept']);

  await symlink(elsewhere, join(temp, 'in-its-place'));
  await removeFolder(join(temp, 'in-its-place'));
  expect((await readdir(temp)).sort()).toEqual(['elsewhere', 'left']);
  expect(await readdir(elsewhere)).toEqual(['kept']);
});

test('removes unreadable folders, non-UTF-8 names and very deep trees, and ignores a missing folder', async () => {
  await mkdir(join(left, 'closed'));
  await writeFile(join(left, 'closed/file'), '');
  execFileSync('chmod', ['000', join(left, 'closed')]);
  execFileSync('sh', ['-c', 'touch "$(printf "a\\377")"'], { cwd: left });
  const deep = 'for i in $(seq 300); do mkdir dddddddddddddddd && cd -P dddddddddddddddd || exit 1; done';
  execFileSync('sh', ['-c', deep], { cwd: left });
  await removeFolder(left);
  await removeFolder(left);
  expect(await readdir(temp)).toEqual(['elsewhere']);
});

test('setting a folder aside removes its files and links and keeps only empty folders', async () => {
  await mkdir(join(left, 'sub/deeper'), { recursive: true });
  for (const path of ['file', 'sub/file', 'sub/deeper/file']) await writeFile(join(left, path), 'x');
  await symlink(elsewhere, join(left, 'sub/link'));
  await setAside(left, join(temp, 'aside'));
  expect((await readdir(temp)).sort()).toEqual(['aside', 'elsewhere']);
  expect((await readdir(join(temp, 'aside'), { recursive: true })).sort()).toEqual(['sub', 'sub/deeper']);
  expect(await readdir(elsewhere)).toEqual(['kept']);
});
