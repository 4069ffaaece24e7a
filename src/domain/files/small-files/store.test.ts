import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLocalStorage } from '../../../storage/local/local.ts';
import type { Storage } from '../../../storage/storage.ts';
import { isInRow, storeArriving, storeWhole } from './store.ts';

let root: string;
let storage: Storage;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'filemill-small-'));
  storage = { ...(await openLocalStorage(root)), rowBytes: 8 };
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function* arriving(...words: string[]): AsyncIterable<Uint8Array> {
  for (const word of words) yield Buffer.from(word);
}

async function isStored(key: string): Promise<boolean> {
  return (await storage.size(key)) !== undefined;
}

test('keeps a file up to the limit in its row, and none of it in the storage', async () => {
  const kept = await storeArriving(storage, 'inputs/a', arriving('four', 'four'));
  expect(isInRow(kept.storageKey)).toBe(true);
  expect(kept).toMatchObject({ size: 8, content: Buffer.from('fourfour') });
  expect(kept.sha256).toHaveLength(64);
  expect(await isStored('inputs/a')).toBe(false);
});

test('puts a larger file into the storage, whole and in order', async () => {
  const kept = await storeArriving(storage, 'inputs/b', arriving('four', 'four', '!', 'and more'));
  expect(kept).toMatchObject({ size: 17, storageKey: 'inputs/b' });
  expect(kept.content).toBeUndefined();
  expect((await storage.read('inputs/b')).toString()).toBe('fourfour!and more');
});

test('computes the same digest in either place', async () => {
  const inRow = await storeWhole(storage, 'inputs/c', [Buffer.from('four')]);
  const { rowBytes: _, ...plain } = storage;
  const stored = await storeWhole(plain, 'inputs/c', [Buffer.from('four')]);
  expect(stored).toMatchObject({ storageKey: 'inputs/c', sha256: inRow.sha256, size: inRow.size });
});

test('puts even an empty file into the storage if rows are disabled', async () => {
  const none = { ...storage, rowBytes: 0 };
  expect((await storeWhole(none, 'outputs/empty', [Buffer.alloc(0)])).storageKey).toBe('outputs/empty');
  expect(await isStored('outputs/empty')).toBe(true);
});

test('closes the sender if the storage fails before reading the rest', async () => {
  let isOpen = true;
  async function* sent() {
    try {
      yield Buffer.from('more than eight');
      yield Buffer.from('never asked for');
    } finally {
      isOpen = false;
    }
  }
  const full: Storage = { ...storage, write: () => Promise.reject(new Error('ENOSPC')) };
  await expect(storeArriving(full, 'inputs/e', sent())).rejects.toThrow('ENOSPC');
  expect(isOpen).toBe(false);
});

test.each([['before'], ['fourfour', 'after']])(
  'keeps nothing of a source that fails (%s)',
  async (...words) => {
    async function* broken() {
      yield* arriving(...words.slice(0, -1));
      throw new Error('cut off');
    }
    await expect(storeArriving(storage, 'inputs/d', broken())).rejects.toThrow('cut off');
    expect(await isStored('inputs/d')).toBe(false);
  },
);
