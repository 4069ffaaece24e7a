import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { limits } from '../../settings/limits.ts';
import { Places } from './places.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Lets in as many as there is room for, and says how many that were. */
function fill(places: Places, name: string): number {
  for (let n = 0; ; n++) {
    if (!places.hasRoom(name)) return n;
    places.begin(name);
  }
}

function end(places: Places, name: string, times: number, done = true): void {
  for (let n = 0; n < times; n++) places.begin(name)(done);
}

test('as many wait as ended in the last moments, a few always, and never more than one workspace may have', () => {
  const { least, seconds } = limits.oneRequest;
  const places = new Places();
  expect(fill(places, 'unknown')).toBe(least);
  end(places, 'steady', least + 50);
  expect(fill(places, 'steady')).toBe(least + 50);
  end(places, 'failing', least + 50, false);
  expect(fill(places, 'failing')).toBe(least);
  end(places, 'fast', limits.waits.perWorkspace + 50);
  expect(fill(places, 'fast')).toBe(limits.waits.perWorkspace);

  end(places, 'slower', least + 50);
  places.begin('slower');
  vi.advanceTimersByTime(seconds * 1000 + 1);
  expect(fill(places, 'slower'), 'what ended earlier says nothing of now').toBe(least - 1);
});
