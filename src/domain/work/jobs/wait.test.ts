import { setTimeout as pause } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { waitForEnd } from './wait.ts';

test('a clock that is set back does not prolong a wait', async () => {
  const changes = { waitForEnd: (_id: string, ms: number) => pause(Math.min(ms, 20)) };
  const clock = vi.spyOn(Date, 'now').mockReturnValue(1e12);
  const waiting = waitForEnd(
    changes as never,
    'job',
    async () => ({ status: 'queued' }),
    0.1,
    AbortSignal.timeout(60_000),
  );
  clock.mockReturnValue(1e12 - 3600_000);
  const began = performance.now();
  expect(await waiting).toEqual({ status: 'queued' });
  expect(performance.now() - began).toBeLessThan(50_000);
  clock.mockRestore();
});
