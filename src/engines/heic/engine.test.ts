import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { hasCorpus, realFile } from '../../../tests/support/corpus.ts';
import { decodeHeic } from './engine.ts';
import { engine } from './probe.ts';

const maxPixels = 10_000_000;

test('the engine is installed and reports its version', async () => {
  expect(await engine.probe()).toMatch(/^\d+\.\d+\.\d+$/);
});

test('reports garbage as unreadable', async () => {
  await expect(decodeHeic(Buffer.alloc(500, 7), 0, maxPixels)).rejects.toMatchObject({
    reason: 'unreadable_input',
  });
});

describe('in a file with two pictures', () => {
  const example = () => readFile(realFile('images/libheif__example.heic', 'images/phone.heic'));

  test('decodes either picture', async () => {
    const [first, second] = [
      await decodeHeic(await example(), 0, maxPixels),
      await decodeHeic(await example(), 1, maxPixels),
    ];
    const [width, height] = hasCorpus ? [1280, 854] : [320, 214];
    expect([first.width, first.height, first.data.length]).toEqual([width, height, width * height * 4]);
    expect(Buffer.from(first.data).equals(Buffer.from(second.data))).toBe(false);
  });

  test('reports that there is no third picture', async () => {
    await expect(decodeHeic(await example(), 2, maxPixels)).rejects.toMatchObject({
      reason: 'option_mismatch',
    });
  });

  test('refuses a picture over the size limit', async () => {
    await expect(decodeHeic(await example(), 0, 1000)).rejects.toMatchObject({ reason: 'limit_exceeded' });
  });
});
