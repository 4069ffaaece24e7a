import { expect, test } from 'vitest';
import { FreeNames } from './text.ts';

test('ten thousand equal names are told apart in linear time', () => {
  const names = new FreeNames();
  const before = process.threadCpuUsage();
  const taken = Array.from({ length: 10_000 }, () => names.take('a.txt', n => `a-${n}.txt`));
  expect(process.threadCpuUsage(before).user / 1000, 'milliseconds').toBeLessThan(500);
  expect(taken.slice(0, 3)).toEqual(['a.txt', 'a-2.txt', 'a-3.txt']);
  expect(new Set(taken).size).toBe(10_000);
});
