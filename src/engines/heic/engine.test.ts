import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { hasCorpus, realFile } from '../../../tests/support/corpus.ts';
import { decodeHeic } from './engine.ts';
import { engine } from './probe.ts';

const maxPixels = 10_000_000;

test('is here, and tells its version', async () => {
  expect(await engine.probe()).toMatch(/^\d+\.\d+\.\d+$/);
});

test('rubbish is unreadable', async () => {
  await expect(decodeHeic(Buffer.alloc(500, 7), 0, maxPixels)).rejects.toMatchObject({
    reason: 'unreadable_input',
  });
});

describe('with a file of two pictures', () => {
  const example = () => readFile(realFile('images/libheif__example.heic', 'images/phone.heic'));

  test('gives either', async () => {
    const [first, second] = [
      await decodeHeic(await example(), 0, maxPixels),
      await decodeHeic(await example(), 1, maxPixels),
    ];
    const [width, height] = hasCorpus ? [1280, 854] : [320, 214];
    expect([first.width, first.height, first.data.length]).toEqual([width, height, width * height * 4]);
    expect(Buffer.from(first.data).equals(Buffer.from(second.data))).toBe(false);
  });

  test('a third is not there', async () => {
    await expect(decodeHeic(await example(), 2, maxPixels)).rejects.toMatchObject({
      reason: 'option_mismatch',
    });
  });

  test('a size over the limit is refused', async () => {
    await expect(decodeHeic(await example(), 0, 1000)).rejects.toMatchObject({ reason: 'limit_exceeded' });
  });
});
