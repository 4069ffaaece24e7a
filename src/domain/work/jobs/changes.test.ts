import { expect, test, vi } from 'vitest';
import type { Listener } from '../../../db/listener.ts';
import { watchChanges } from '../../../queue/notices/changes.ts';
import { InProcessResults } from './in-process-results.ts';
import type { JobRow } from './rows.ts';
import { waitForEnd } from './wait.ts';

const signal = new AbortController().signal;

function watchFakeListener() {
  let tell: (payload: string | undefined) => void = () => {};
  const listener: Listener = {
    on: (_channel, callback) => {
      tell = callback;
      return () => {};
    },
    close: async () => {},
    cut: () => {},
  };
  return { changes: watchChanges(listener), tell: (payload?: string) => tell(payload) };
}

const job = (status: string) => ({ status }) as JobRow;

test('wakes a waiter when its job ends, not before', async () => {
  const { changes, tell } = watchFakeListener();
  const woken = vi.fn();
  const waiting = changes.waitForEnd('job_a', 10_000, signal, performance.now()).then(woken);
  tell('job_a processing');
  tell('job_b completed');
  await Promise.resolve();
  expect(woken).not.toHaveBeenCalled();
  tell('job_a completed');
  await waiting;
});

test('wakes local waiters of a job that ended in this process before the database notifies', async () => {
  const { changes } = watchFakeListener();
  const waiting = changes.waitForEnd('job_a', 3_600_000, signal, performance.now());
  new InProcessResults(changes).tell('job_a');
  await waiting;
});

test('does not miss an end between reading the job and starting to wait', async () => {
  const { changes, tell } = watchFakeListener();
  const early = { row: job('processing'), at: performance.now() };
  tell('job_a completed');
  const read = async () => job('completed');
  // An hour: if the end were missed, the test would run out of time.
  expect((await waitForEnd(changes, 'job_a', read, 3600, signal, early)).status).toBe('completed');
});

test('wakes after a lost connection may have hidden an end, and ignores ends before the read', async () => {
  const { changes, tell } = watchFakeListener();
  const before = performance.now();
  tell(undefined);
  await changes.waitForEnd('job_a', 60_000, signal, before);
  tell('job_a failed');
  const woken = vi.fn();
  void changes.waitForEnd('job_a', 60_000, signal, performance.now() + 1).then(woken);
  await new Promise(resolve => setTimeout(resolve, 20));
  expect(woken).not.toHaveBeenCalled();
});
