import { expect, test } from 'vitest';
import { searchWithin } from './search.ts';

/** Quality levels with known sizes, which record each attempt. */
function makeLevels(size: (level: number) => number, between: readonly number[] = []) {
  const tried: number[] = [];
  const attempt = (bytes: number) => async () => {
    tried.push(bytes);
    return Buffer.alloc(bytes);
  };
  return {
    tried,
    levels: 100,
    start: 70,
    level: (level: number) => attempt(size(level)),
    between: () => between.map(attempt),
  };
}

const steep = (level: number) => Math.round(1000 * 1.04 ** level);

test.each([1100, 2500, 9000, 30_000, 48_000])(
  'finds the best within %d bytes in few attempts',
  async target => {
    const levels = makeLevels(steep);
    const found = (await searchWithin(target, levels, () => {})).data.length;
    expect(found).toBeLessThanOrEqual(target);
    expect(found).toBeGreaterThan(target / 1.05);
    expect(levels.tried.length).toBeLessThanOrEqual(7);
  },
);

test('returns the smallest if none is small enough', async () => {
  expect((await searchWithin(10, makeLevels(steep), () => {})).data.length).toBe(steep(1));
});

test('searches between levels that are far apart', async () => {
  const coarse = makeLevels(level => (level < 50 ? 1000 : 3000), [1400, 1900, 2100, 2500]);
  expect((await searchWithin(2000, coarse, () => {})).data.length).toBe(1900);
});

test('ends if sizes do not grow with the level', async () => {
  const wild = makeLevels(level => 1000 + ((level * 7919) % 997));
  expect((await searchWithin(1500, wild, () => {})).data.length).toBeLessThanOrEqual(1500);
});

test('returns the lossless encoding if it is small enough, whatever the levels', async () => {
  const exact = async () => Buffer.alloc(700);
  expect(await searchWithin(1500, { ...makeLevels(steep), exact }, () => {})).toMatchObject({
    data: { length: 700 },
    exact: true,
  });
  expect(await searchWithin(600, { ...makeLevels(steep), exact }, () => {})).toMatchObject({ exact: false });
});
