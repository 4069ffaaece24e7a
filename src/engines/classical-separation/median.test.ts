import { expect, it } from 'vitest';
import { runMedian } from './median.ts';

it('computes the running median, over fewer values at the ends', () => {
  // Two rows are interleaved, and only the requested one is written.
  const from = Float32Array.from([5, 0, 1, 0, 9, 0, 9, 0, 2, 0, 7, 0]);
  const to = new Float32Array(12).fill(-1);
  runMedian(from, to, { first: 0, step: 2, count: 6, width: 3 });
  expect([...to]).toEqual([5, -1, 5, -1, 9, -1, 9, -1, 7, -1, 7, -1]);
});

it('computes the right medians over a long row with repeated values', () => {
  const from = Float32Array.from({ length: 200 }, (_, at) => (at * 37) % 11);
  const to = new Float32Array(200);
  runMedian(from, to, { first: 0, step: 1, count: 200, width: 7 });
  for (let at = 3; at < 197; at++)
    expect(to[at]).toBe([...from.slice(at - 3, at + 4)].sort((a, b) => a - b)[3]);
});
