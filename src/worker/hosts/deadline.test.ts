import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Deadline } from './deadline.ts';

const passed: number[] = [];
beforeEach(() => {
  passed.length = 0;
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const start = (seconds: number, most: number) => new Deadline(seconds, most, took => passed.push(took));
const wait = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

test('work extends the deadline from its start, never shortens it and never exceeds the maximum', async () => {
  const deadline = start(10, 100);
  deadline.allow(1);
  await wait(9);
  deadline.allow(5);
  await wait(4.9);
  expect(passed).toEqual([]);
  await wait(0.2);
  expect(passed).toEqual([14]);

  const long = start(10, 100);
  long.allow(1000);
  await wait(101);
  expect(passed).toEqual([14, 100]);
});

test('time spent waiting for others counts only towards the maximum', async () => {
  const deadline = start(10, 100);
  await wait(5);
  const waiting = deadline.exclude(() => new Promise<void>(resolve => setTimeout(resolve, 50_000)));
  await wait(50);
  await waiting;
  await wait(4.9);
  expect(passed).toEqual([]);
  await wait(0.2);
  expect(passed).toEqual([60]);

  const endless = start(10, 100);
  void endless.exclude(() => new Promise(() => {}));
  await wait(101);
  expect(passed).toEqual([60, 100]);
});

test('a stopped deadline never fires', async () => {
  const deadline = start(1, 2);
  deadline.stop();
  deadline.allow(1);
  await wait(5);
  expect(passed).toEqual([]);
});
