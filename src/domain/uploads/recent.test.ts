import { expect, test, vi } from 'vitest';
import { limits } from '../../settings/limits.ts';
import { RecentInputs } from './recent.ts';

const file = (storageKey: string, size = 3) => ({
  storageKey,
  size,
  sha256: 'x',
  bytes: Buffer.alloc(size),
});

test('the inputs of a job are there once all have come, as they came last, and only once', () => {
  const recent = new RecentInputs();
  recent.note('one', 0, file('a'));
  recent.note('two', 0, file('b'));
  recent.note('two', 1, file('c'));
  recent.note('two', 0, file('d'));
  expect(recent.take('one', 2)).toBeUndefined();
  expect(recent.take('two', 2)?.map(({ storageKey }) => storageKey)).toEqual(['d', 'c']);
  expect(recent.take('two', 2)).toBeUndefined();
  expect(recent.take('three', 1)).toBeUndefined();
});

test('large files are not kept, and of small ones no more than there is room for', () => {
  const recent = new RecentInputs();
  recent.note('large', 0, file('a', limits.smallInputBytes + 1));
  expect(recent.take('large', 1)).toBeUndefined();
  for (const size of [limits.smallInputBytes, 1]) {
    for (let i = 0; i < 10_000; i++) recent.note(`job ${i}`, 0, file('a', size));
    const kept = Array.from({ length: 10_000 }, (_, i) => recent.take(`job ${i}`, 1)).filter(Boolean);
    expect(kept.length).toBe(Math.floor(limits.recentInputBytes / (size + 2048)));
  }
});

test('none is kept for long', () => {
  vi.useFakeTimers();
  const recent = new RecentInputs();
  recent.note('one', 0, file('a'));
  vi.advanceTimersByTime(59_000);
  expect(recent.take('one', 1)).toBeDefined();
  recent.note('two', 0, file('a'));
  vi.advanceTimersByTime(130_000);
  expect(recent.take('two', 1)).toBeUndefined();
  vi.useRealTimers();
});
