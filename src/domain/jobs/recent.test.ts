import { expect, test, vi } from 'vitest';
import { limits } from '../../settings/limits.ts';
import { RecentJobs } from './recent.ts';
import type { JobRow } from './rows.ts';

const file = (storageKey: string, size = 3) => ({
  storageKey,
  size,
  artifactId: `artifact ${storageKey}`,
  sha256: 'x',
  bytes: Buffer.alloc(size),
});

const job = (id: string, inputs: number): JobRow =>
  ({
    id,
    version: 1,
    status: 'pending',
    credits: 0,
    outputs: [],
    inputs: Array.from({ length: inputs }, (_, index) => ({
      ...{ index, uploaded: false, given: false, sha256: null, artifact_id: null },
    })),
  }) as unknown as JobRow;

test('the inputs of a job are there once all have come, as they came last, and only once', () => {
  const recent = new RecentJobs();
  recent.noteInput('one', 0, file('a'));
  recent.noteInput('two', 0, file('b'));
  recent.noteInput('two', 1, file('c'));
  recent.noteInput('two', 0, file('d'));
  expect(recent.takeInputs('one', 2)).toBeUndefined();
  expect(recent.takeInputs('two', 2)?.map(({ storageKey }) => storageKey)).toEqual(['d', 'c']);
  expect(recent.takeInputs('two', 2)).toBeUndefined();
  expect(recent.takeInputs('three', 1)).toBeUndefined();
});

test('a job is ready once all its inputs have come, with the version that each of them made', () => {
  const recent = new RecentJobs();
  recent.noteNew(job('one', 2));
  recent.noteInput('one', 1, file('a'));
  expect(recent.findReady('one')).toBeUndefined();
  recent.noteInput('one', 0, file('b', limits.smallInputBytes + 1));
  recent.noteInput('one', 1, file('c'));
  const ready = recent.findReady('one')?.row;
  expect(ready?.version).toBe(4);
  expect(ready?.inputs.map(({ artifact_id: id }) => id)).toEqual(['artifact b', 'artifact c']);
  // One of the files is too large to be kept.
  expect(recent.takeInputs('one', 2)).toBeUndefined();
  expect(recent.findReady('one')).toBeUndefined();
  recent.noteInput('made elsewhere', 0, file('a'));
  expect(recent.findReady('made elsewhere')).toBeUndefined();
});

const ended = {
  result: { outputs: [], engines: [], durationMs: 5 },
  times: {
    version: 4,
    started_at: '2026-01-01T00:00:01Z',
    completed_at: '2026-01-01T00:00:02Z',
    expires_at: '2026-01-02T00:00:00Z',
  },
};

test('a job under way is known until it ends, and its end to those who waited', async () => {
  const recent = new RecentJobs();
  const row: JobRow = { ...job('one', 0), status: 'queued', version: 3 };
  expect(recent.expectEnd('one')).toBeUndefined();
  recent.noteUnderWay(row, performance.now());
  expect(recent.findReady('one')).toBeUndefined();
  expect(recent.findUnderWay('one')?.row).toEqual(row);
  expect(await recent.findEnded('one')).toBeUndefined();
  expect(recent.takeInputs('one', 0)).toBeUndefined();
  recent.noteInput('one', 0, file('late'));
  const tell = recent.expectEnd('one');
  const waiting = recent.findEnded('one');
  // Who comes now may come after its end.
  expect(recent.findUnderWay('one')).toBeUndefined();
  tell?.(ended.result, ended.times);
  expect(await waiting).toMatchObject({ status: 'completed', progress: 100, version: 4 });
  expect(recent.findUnderWay('one')).toBeUndefined();
  expect(recent.expectEnd('one')).toBeUndefined();
});

test('of an end that did not come to be nothing is known', async () => {
  const recent = new RecentJobs();
  recent.noteUnderWay({ ...job('one', 0), status: 'queued' }, performance.now());
  const tell = recent.expectEnd('one');
  const waiting = recent.findEnded('one');
  tell?.(ended.result, undefined);
  expect(await waiting).toBeUndefined();
  expect(recent.findUnderWay('one')).toBeUndefined();
});

test('a job whose end changes more than it tells of is read', () => {
  const recent = new RecentJobs();
  const row: JobRow = { ...job('one', 0), status: 'queued' };
  const [input] = job('one', 1).inputs;
  const since = performance.now();
  recent.noteUnderWay({ ...row, credits: 1 }, since);
  recent.noteUnderWay({ ...row, sealed: true }, since);
  recent.noteUnderWay({ ...row, inputs: [{ ...input!, uploaded: true }] }, since);
  recent.noteUnderWay({ ...row, inputs: [{ ...input!, uploaded: true, sha256: 'x', given: true }] }, since);
  expect(recent.findUnderWay('one')).toBeUndefined();
});

test('a job that was started long ago, or that did not end as expected, is read', () => {
  vi.useFakeTimers();
  const recent = new RecentJobs();
  const row: JobRow = { ...job('one', 0), status: 'queued' };
  recent.noteUnderWay(row, performance.now());
  vi.advanceTimersByTime(6000);
  expect(recent.findUnderWay('one')).toBeUndefined();
  recent.noteUnderWay(row, performance.now());
  recent.forget('one');
  expect(recent.findUnderWay('one')).toBeUndefined();
  expect(recent.expectEnd('one')).toBeUndefined();
  vi.useRealTimers();
});

test('large files are not kept, and of small ones no more than there is room for', () => {
  const recent = new RecentJobs();
  recent.noteInput('large', 0, file('a', limits.smallInputBytes + 1));
  expect(recent.takeInputs('large', 1)).toBeUndefined();
  for (const size of [limits.smallInputBytes, 1]) {
    for (let i = 0; i < 10_000; i++) recent.noteInput(`job ${i}`, 0, file('a', size));
    const kept = Array.from({ length: 10_000 }, (_, i) => recent.takeInputs(`job ${i}`, 1)).filter(Boolean);
    expect(kept.length).toBe(Math.floor(limits.recentJobBytes / (size + 2048)));
  }
});

test('jobs that never start, and their options, do not fill the memory', () => {
  const recent = new RecentJobs();
  const options = { text: 'x'.repeat(100_000) };
  for (let i = 0; i < 1000; i++) recent.noteNew({ ...job(`job ${i}`, 0), options });
  const kept = Array.from({ length: 1000 }, (_, i) => recent.findReady(`job ${i}`)).filter(Boolean);
  expect(kept.length).toBeLessThan(limits.recentJobBytes / 100_000);
  expect(kept.length).toBeGreaterThan(50);
});

test('none is kept for long', () => {
  vi.useFakeTimers();
  const recent = new RecentJobs();
  recent.noteInput('one', 0, file('a'));
  vi.advanceTimersByTime(59_000);
  expect(recent.takeInputs('one', 1)).toBeDefined();
  recent.noteInput('two', 0, file('a'));
  vi.advanceTimersByTime(130_000);
  expect(recent.takeInputs('two', 1)).toBeUndefined();
  vi.useRealTimers();
});
