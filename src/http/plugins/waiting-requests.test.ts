import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { limits } from '../../settings/limits.ts';
import { WaitingRequests } from './waiting-requests.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Admits as many requests as there is room for, and returns their number. */
function fill(waiting: WaitingRequests, name: string): number {
  for (let n = 0; ; n++) {
    if (!waiting.hasRoom(name)) return n;
    waiting.begin(name);
  }
}

function end(waiting: WaitingRequests, name: string, times: number, done = true): void {
  for (let n = 0; n < times; n++) waiting.begin(name)(done);
}

test('admits as many waiting requests as ended recently, within a minimum and a maximum', () => {
  const { least, seconds } = limits.oneRequest;
  const waiting = new WaitingRequests();
  expect(fill(waiting, 'unknown')).toBe(least);
  end(waiting, 'steady', least + 50);
  expect(fill(waiting, 'steady')).toBe(least + 50);
  end(waiting, 'failing', least + 50, false);
  expect(fill(waiting, 'failing')).toBe(least);
  end(waiting, 'fast', limits.waits.perWorkspace + 50);
  expect(fill(waiting, 'fast')).toBe(limits.waits.perWorkspace);

  end(waiting, 'slower', least + 50);
  waiting.begin('slower');
  vi.advanceTimersByTime(seconds * 1000 + 1);
  expect(fill(waiting, 'slower'), 'what ended earlier says nothing of now').toBe(least - 1);
});
