import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contentOf, openHosts, requestFor } from '../../../tests/support/hosts.ts';
import type { Hosts } from '../running/hosts.ts';

let temp: string;
let hosts: Hosts;

beforeAll(async () => {
  temp = await mkdtemp(join(tmpdir(), 'filemill-small-'));
  hosts = await openHosts(join(temp, 'work'), { maxHosts: 1 });
});
afterAll(async () => {
  await hosts.close();
  await rm(temp, { recursive: true });
});

const bytes = Buffer.from('hello');
const mb = 1024 * 1024;

/** Runs a job whose input is sent over the channel. */
const swell = (size: number, type = 'swell', options: object = {}) =>
  hosts.run(
    requestFor({
      type,
      options: { bytes: size, ...options },
      limits: { outputBytes: 64 * mb },
      small: async () => [{ filename: 'a.txt', format: 'txt', size: bytes.length, bytes }],
      prepare: () => Promise.reject(new Error('no folder is needed')),
      collect: async ({ outputs }) => ({
        kind: typeof outputs[0]!.file,
        text: (await contentOf(outputs[0]!)).toString(),
      }),
    }),
  );

const filesOfHosts = () =>
  readdirSync(join(temp, 'work'), { recursive: true, encoding: 'utf8' }).filter(path =>
    /host-\d+\/(work|tmp)\/./.test(path),
  );

test('small files are sent over the channel, and the job works in memory', async () => {
  const { kind, text } = await swell(100);
  expect(kind).toBe('object');
  expect(text).toMatch(/^\/small\/\d+ hello x+$/);
  expect(text).toHaveLength(100);
  await expect.poll(filesOfHosts).toEqual([]);
});

test('an output too large for the channel is passed on disk', async () => {
  const { kind, text } = await swell(5 * mb);
  expect(kind).toBe('string');
  expect(text.slice(0, 20)).toMatch(/^\/small\/\d+ hello x/);
  expect(text).toHaveLength(5 * mb);
});

test('a job that runs out of memory-backed space is run again on disk, whatever error it reports', async () => {
  const { text } = await swell(20 * mb);
  expect(text.slice(0, 20)).toMatch(/^\/tmp\/\d+ hello x/);
  expect(text).toHaveLength(20 * mb);
  // The host is unharmed.
  expect((await swell(50)).text).toMatch(/^\/small/);
  // The folder of a job is removed after its end is reported.
  await expect.poll(filesOfHosts).toEqual([]);
});

test('a job’s own failure is reported as for any other job', async () => {
  await expect(swell(1, 'refuse')).rejects.toMatchObject({ reason: 'unreadable_input' });
  expect((await swell(50)).text).toMatch(/^\/small/);
});

test('a job that exceeded a limit is not run again', async () => {
  const details: string[] = [];
  for (const reason of ['timeout', 'limit_exceeded', 'timeout'])
    await swell(1, 'refuse', { reason }).catch(error => {
      expect(error.reason).toBe(reason);
      details.push(error.detail);
    });
  const runs = details.map(detail => Number(detail.replace('run ', '')));
  // A host that was ended counts from one again.
  expect(runs.every((run, at) => at === 0 || run === 1 || run === runs[at - 1]! + 1)).toBe(true);
});
