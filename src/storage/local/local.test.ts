import { execFile } from 'node:child_process';
import fs from 'node:fs';
import { link, mkdtemp, readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Storage } from '../storage.ts';
import { collect, storageSuite } from '../testsuite.ts';
import { getPath } from './keys.ts';
import { openLocalStorage } from './local.ts';

let root: string;
let storage: Storage;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'filemill-storage-'));
  storage = await openLocalStorage(join(root, 'own'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

storageSuite('local', () => openLocalStorage(join(root, 'suite')));

async function* of(words: string): AsyncIterable<Uint8Array> {
  yield Buffer.from(words);
}

test('lists a temporary file left by a crash for the sweeper, which can be removed but not written', async () => {
  await writeFile(join(root, 'own/tmp/left-behind'), 'half a file');
  const listed = await collect(storage.list());
  expect(listed.map(each => each.key)).toEqual(['tmp/left-behind']);
  await expect(storage.write('tmp/left-behind', of('x'))).rejects.toThrow('not a writable key');
  await expect(storage.take('tmp/left-behind', join(root, 'own/tmp/left-behind'), true)).rejects.toThrow(
    'not a writable key',
  );
  await storage.remove('tmp/left-behind');
  expect(await readdir(join(root, 'own/tmp'))).toEqual([]);
});

test('remembers the digest of a file just written until the file changes', async () => {
  const reading = vi.spyOn(fs, 'readSync');
  const { sha256 } = await storage.write('known', of('as it was'));
  expect(await storage.digest('known')).toEqual({ size: 9, sha256 });
  expect(reading).not.toHaveBeenCalled();
  const path = getPath(join(root, 'own/files'), 'known');
  await writeFile(path, 'as it iss');
  await utimes(path, new Date(), new Date(Date.now() + 1000));
  expect((await storage.digest('known')).sha256).not.toBe(sha256);
  expect(reading).toHaveBeenCalled();
  reading.mockRestore();
});

test('a process killed during a write leaves nothing under the key', async () => {
  const script = `
    const { openLocalStorage } = await import(${JSON.stringify(new URL('./local.ts', import.meta.url).href)});
    const storage = await openLocalStorage(${JSON.stringify(join(root, 'killed'))});
    await storage.write('half', (async function* () {
      for (let i = 0; i < 40; i++) yield Buffer.alloc(100_000, i);
      setTimeout(() => process.kill(process.pid, 'SIGKILL'), 50);
      await new Promise(() => {});
    })());`;
  const died = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]).catch(
    error => error,
  );
  expect(died.signal).toBe('SIGKILL');
  const after = await openLocalStorage(join(root, 'killed'));
  expect(await after.size('half')).toBeUndefined();
  const left = await collect(after.list());
  expect(left).toHaveLength(1);
  expect(left[0]!.key).toMatch(/^tmp\//);
});

test('a partial file that lost its tail in a crash resumes from what is left', async () => {
  await storage.partial.append('tus/cut', 0, of('0123456789'));
  await truncate(getPath(join(root, 'own/partial'), 'tus/cut'), 4);
  expect(await storage.partial.offset('tus/cut')).toBe(4);
  await expect(storage.partial.append('tus/cut', 10, of('x'))).rejects.toMatchObject({ actual: 4 });
  expect(await storage.partial.append('tus/cut', 4, of('4567'))).toBe(8);
});

test('a file moved into storage counts as new however old it is', async () => {
  const path = join(root, 'old');
  await writeFile(path, 'old bytes');
  await utimes(path, new Date('2001-01-01'), new Date('2001-01-01'));
  await storage.take('taken/old', path, true);
  const [listed] = (await collect(storage.list())).filter(each => each.key === 'taken/old');
  expect(Date.now() - listed!.modifiedAt.getTime()).toBeLessThan(60_000);
});

test('copies a file with a second hard link, so that the other name cannot change it later', async () => {
  const path = join(root, 'twice');
  await writeFile(path, 'before');
  await link(path, join(root, 'second-name'));
  await storage.take('taken/twice', path, true);
  await writeFile(join(root, 'second-name'), 'after!');
  expect(await readFile(getPath(join(root, 'own/files'), 'taken/twice'), 'utf8')).toBe('before');
});

test('copies a file from another file system', async ctx => {
  const elsewhere = await mkdtemp('/dev/shm/filemill-').catch(() => undefined);
  if (!elsewhere) return ctx.skip();
  await writeFile(join(elsewhere, 'far'), 'from afar');
  expect(await storage.take('taken/far', join(elsewhere, 'far'), true)).toMatchObject({ size: 9 });
  expect(await readFile(getPath(join(root, 'own/files'), 'taken/far'), 'utf8')).toBe('from afar');
  expect(await readdir(elsewhere)).toEqual([]);
  await rm(elsewhere, { recursive: true });
});
