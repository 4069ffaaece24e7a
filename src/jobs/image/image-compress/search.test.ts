import { expect, test } from 'vitest';
import { searchWithin } from './search.ts';

/** A ladder whose sizes are known, and which counts how often it was tried. */
function ladder(size: (level: number) => number, between: readonly number[] = []) {
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

test.each([1100, 2500, 9000, 30_000, 48_000])('finds the best within %d bytes in few tries', async target => {
  const steps = ladder(steep);
  const found = (await searchWithin(target, steps, () => {})).data.length;
  expect(found).toBeLessThanOrEqual(target);
  expect(found).toBeGreaterThan(target / 1.05);
  expect(steps.tried.length).toBeLessThanOrEqual(7);
});

test('gives the smallest where none is small enough', async () => {
  expect((await searchWithin(10, ladder(steep), () => {})).data.length).toBe(steep(1));
});

test('looks between the levels where they lie far apart', async () => {
  const coarse = ladder(level => (level < 50 ? 1000 : 3000), [1400, 1900, 2100, 2500]);
  expect((await searchWithin(2000, coarse, () => {})).data.length).toBe(1900);
});

test('ends on a ladder that is not one', async () => {
  const wild = ladder(level => 1000 + ((level * 7919) % 997));
  expect((await searchWithin(1500, wild, () => {})).data.length).toBeLessThanOrEqual(1500);
});

test('takes what loses nothing where that is small enough, whatever the levels are', async () => {
  const exact = async () => Buffer.alloc(700);
  expect(await searchWithin(1500, { ...ladder(steep), exact }, () => {})).toMatchObject({
    data: { length: 700 },
    exact: true,
  });
  expect(await searchWithin(600, { ...ladder(steep), exact }, () => {})).toMatchObject({ exact: false });
});
