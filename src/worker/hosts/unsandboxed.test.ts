import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, findings, type Logged, openHosts, recordingLog } from '../../../tests/support/hosts.ts';
import type { Hosts } from '../running/hosts.ts';
import { listTree } from '../sandbox/process-tree.ts';

let temp: string;
let hosts: Hosts;
const logged: Logged[] = [];

beforeAll(async () => {
  temp = await mkdtemp(join(tmpdir(), 'filemill-off-'));
  await writeFile(join(temp, 'secret'), 'the secret');
  process.env.FILEMILL_TEST_SECRET = 'leaked';
  hosts = await openHosts(join(temp, 'work'), { sandbox: 'off', log: recordingLog(logged) });
});

afterAll(async () => {
  await hosts.close();
  expect(await readdir(join(temp, 'work'))).toEqual([]);
  await rm(temp, { recursive: true });
});

const reasonOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'success',
    error => error.reason,
  );

test('SANDBOX=off is logged as a warning', () => {
  expect(logged.filter(({ level }) => level === 'warn').map(({ message }) => message)).toEqual([
    expect.stringContaining('SANDBOX=off'),
  ]);
});

test('jobs run in warm hosts, one workspace per host', async () => {
  const first = await findings<{ started: number }>(hosts, 'echo', {}, { text: 'a text' });
  expect(first).toMatchObject({ texts: ['a text'] });
  expect((await findings<{ started: number }>(hosts, 'echo')).started).toBe(first.started);
  const other = await findings<{ started: number }>(hosts, 'echo', {}, { workspaceId: 'wsp_b' });
  expect(other.started).not.toBe(first.started);
});

test('time and memory limits still apply, and child processes are killed', async () => {
  const before = listTree(process.pid).length;
  expect(await reasonOf(ask(hosts, 'endless', { how: 'child' }, { limits: { seconds: 0.5 } }))).toBe(
    'timeout',
  );
  expect(listTree(process.pid).length).toBeLessThanOrEqual(before);
  expect(await reasonOf(ask(hosts, 'hoard', { how: 'buffers' }, { limits: { memoryMb: 200 } }))).toBe(
    'limit_exceeded',
  );
});

test('outputs are still checked, and a crash only affects its host', async () => {
  const target = join(temp, 'secret');
  expect(await reasonOf(ask(hosts, 'escape', { how: 'link', target }))).toBe('engine_error');
  expect(await reasonOf(ask(hosts, 'escape', { how: 'absolute', target }))).toBe('engine_error');
  expect(await reasonOf(ask(hosts, 'die', { how: 'abort' }))).toBe('engine_error');
  expect(await findings(hosts, 'echo')).toMatchObject({ runs: 1 });
});
