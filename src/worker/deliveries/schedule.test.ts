import { expect, test } from 'vitest';
import { computeNextWait, parseRetryAfter, retrySeconds } from './schedule.ts';

const wait = (failures: number, asked?: number, random = 0.5) =>
  computeNextWait(failures, asked, retrySeconds, () => random);

test('retries nine times, after 5 seconds at first and a day at last', () => {
  const waits = Array.from({ length: 10 }, (_, index) => wait(index + 1));
  expect(waits).toEqual([5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400, undefined]);
});

test('jitter varies the wait by 15 % either way', () => {
  expect(wait(2, undefined, 0)).toBeCloseTo(255);
  expect(wait(2, undefined, 1)).toBeCloseTo(345);
});

test('waits at least as long as Retry-After asks, but never less than the schedule', () => {
  expect(wait(1, 60)).toBe(60);
  expect(wait(3, 60)).toBe(1800);
});

test.each([
  ['120', 120],
  [' 7 ', 7],
  ['Sun, 15 Nov 2026 10:01:00 GMT', 60],
  ['Sun, 15 Nov 2026 09:00:00 GMT', undefined],
  ['0', undefined],
  ['-5', undefined],
  ['soon', undefined],
  ['', undefined],
  [undefined, undefined],
  ['999999999999', 86_400],
])('reads Retry-After: %s as %s seconds', (header, seconds) => {
  expect(parseRetryAfter(header, Date.parse('2026-11-15T10:00:00Z'), 86_400)).toBe(seconds);
});
