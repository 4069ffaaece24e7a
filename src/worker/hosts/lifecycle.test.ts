import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleepFor } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  ask,
  type Echo,
  findings,
  type Logged,
  openHosts,
  recordingLog,
  requestFor,
  writeInput,
} from '../../../tests/support/hosts.ts';
import { runsAll } from '../../../tests/support/needs.ts';
import type { Hosts, HostsSettings } from '../running/hosts.ts';
import { listTree, readStartTime } from '../sandbox/process-tree.ts';

let temp: string;
let hosts: Hosts | undefined;

beforeEach(async () => {
  temp = await mkdtemp(join(tmpdir(), 'filemill-lifecycle-'));
});

afterEach(async () => {
  await hosts?.close();
  hosts = undefined;
  await rm(temp, { recursive: true });
});

const open = async (settings: Partial<HostsSettings> = {}): Promise<Hosts> => {
  hosts = await openHosts(join(temp, 'work'), settings);
  return hosts;
};
const echo = (workspaceId: string) => findings<Echo>(hosts!, 'echo', {}, { workspaceId });
const workers = () =>
  readdir(join(temp, 'work')).then(names => names.filter(name => name.startsWith('worker-')));

test('a host stays warm for its workspace and never serves another', async () => {
  await open();
  const first = await echo('wsp_a');
  const second = await echo('wsp_a');
  expect(second).toMatchObject({ started: first.started, runs: 2 });
  const other = await echo('wsp_b');
  expect(other).toMatchObject({ runs: 1 });
  expect(other.started).not.toBe(first.started);
  expect((await echo('wsp_a')).runs).toBe(3);
});

test.runIf(runsAll)('renewing replaces all hosts, so that they see newly installed software', async () => {
  await open();
  const first = await echo('wsp_a');
  await hosts!.renew();
  expect((await echo('wsp_a')).started).not.toBe(first.started);
});

test('evicts the least recently used host and replaces a host after its maximum number of jobs', async () => {
  await open({ maxHosts: 2, hostJobs: 3 });
  const [a, b] = [await echo('wsp_a'), await echo('wsp_b')];
  await echo('wsp_c');
  expect((await echo('wsp_b')).started).toBe(b.started);
  expect((await echo('wsp_a')).started).not.toBe(a.started);
  expect((await echo('wsp_a')).runs).toBe(2);
  expect((await echo('wsp_a')).runs).toBe(3);
  expect((await echo('wsp_a')).runs).toBe(1);
});

test.runIf(runsAll)('keeps more hosts warm than may run at once if memory allows', async () => {
  await open({ maxHosts: 1, warmHostsMb: 1024 });
  const [a, b, c] = [await echo('wsp_a'), await echo('wsp_b'), await echo('wsp_c')];
  expect((await echo('wsp_a')).started).toBe(a.started);
  expect((await echo('wsp_b')).started).toBe(b.started);
  expect((await echo('wsp_c')).started).toBe(c.started);
});

test.runIf(runsAll)(
  'one workspace cannot occupy the last host: other workspaces run while its next job waits',
  async () => {
    await open({ maxHosts: 1 });
    const control = new AbortController();
    const runEndlessly = (workspaceId: string) =>
      ask(hosts!, 'endless', { how: 'wait' }, { workspaceId, signal: control.signal }).catch(() => 'ended');
    const slow = runEndlessly('wsp_a');
    const waiting = echo('wsp_a');
    await echo('wsp_b');
    await echo('wsp_c');
    expect(await Promise.race([waiting, sleepFor(300).then(() => 'waits')])).toBe('waits');
    control.abort();
    expect(await slow).toBe('ended');
    expect((await waiting).runs).toBe(1);
  },
);

test.runIf(runsAll)('stops an idle host after a while but keeps a spare', async () => {
  const logged: Logged[] = [];
  await open({ idleSeconds: 0.1, log: recordingLog(logged) });
  await echo('wsp_a');
  await vi.waitFor(() => expect(logged.some(({ fields }) => fields.why === 'idle')).toBe(true), 100_000);
  await vi.waitFor(
    async () => expect((await readdir(join(temp, 'work', (await workers())[0]!))).length).toBe(2),
    100_000,
  );
});

test('runs at most maxHosts jobs at once and queues the rest', async () => {
  await open({ maxHosts: 2 });
  let running = 0;
  let most = 0;
  const job = async () => {
    const request = requestFor({
      workspaceId: 'wsp_a',
      type: 'echo',
      limits: { outputBytes: 1024, outputFiles: 1 },
      prepare: async dir => {
        running += 1;
        most = Math.max(most, running);
        await vi.waitFor(() => expect(most).toBeGreaterThan(1), 100_000);
        return writeInput(dir);
      },
      collect: async () => {
        running -= 1;
      },
    });
    await hosts!.run(request);
  };
  await Promise.all([0, 1, 2, 3, 4].map(job));
  expect(most).toBe(2);
});

test('closing ends running and waiting jobs', async () => {
  await open({ maxHosts: 1 });
  const running = ask(hosts!, 'endless', { how: 'loop' });
  const waiting = ask(hosts!, 'echo');
  const ends = Promise.all(
    [running, waiting].map(job => expect(job).rejects.toMatchObject({ reason: 'engine_error' })),
  );
  await new Promise(resolve => setTimeout(resolve, 300));
  await hosts!.close();
  await ends;
  expect(listTree(process.pid)).toHaveLength(1);
  expect(await workers()).toEqual([]);
  hosts = undefined;
});

test('reports progress only when it increases', async () => {
  await open();
  const seen: number[] = [];
  await ask(
    hosts!,
    'echo',
    { progress: [5, 5, 3, 40.7, 250] },
    { onProgress: percent => seen.push(percent) },
  );
  expect(seen).toEqual([5, 40, 99]);
});

test('abort kills a running job’s host at once and rejects a waiting job', async () => {
  await open({ maxHosts: 1 });
  const abort = new AbortController();
  const waiting = new AbortController();
  const job = ask(hosts!, 'endless', { how: 'loop' }, { signal: abort.signal });
  const queued = ask(hosts!, 'echo', {}, { signal: waiting.signal });
  await new Promise(resolve => setTimeout(resolve, 500));
  const before = listTree(process.pid);
  waiting.abort(new Error('not any more'));
  await expect(queued).rejects.toThrow('not any more');
  abort.abort(new Error('canceled by its owner'));
  await expect(job).rejects.toThrow('canceled by its owner');
  const left = new Set(listTree(process.pid));
  expect(before.filter(pid => !left.has(pid)).length).toBeGreaterThan(0);
  expect((await echo('wsp_a')).runs).toBe(1);
  await expect(ask(hosts!, 'echo', {}, { signal: abort.signal })).rejects.toThrow('canceled by its owner');
});

test('a host in its own pool keeps the processes its engine started', async () => {
  await open();
  const first = await findings<Echo>(hosts!, 'lingering', { leave: true }, { pool: 'office' });
  const second = await findings<Echo & { processes: number }>(
    hosts!,
    'lingering',
    { leave: false },
    { pool: 'office' },
  );
  expect(second.started).toBe(first.started);
  expect(second.processes).toBeGreaterThan(2);
});

test('killing the worker with SIGKILL kills every host, and the next worker removes its folder', async () => {
  const child = fork(
    fileURLToPath(new URL('../../../tests/support/processes/hosts-child.ts', import.meta.url)),
    [join(temp, 'work')],
  );
  await once(child, 'message');
  const tree = listTree(child.pid!)
    .filter(pid => pid !== child.pid)
    .map(pid => ({ pid, start: readStartTime(pid) }));
  expect(tree.length).toBeGreaterThan(8);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const left = () => tree.filter(({ pid, start }) => readStartTime(pid) === start);
  await vi.waitFor(() => expect(left()).toEqual([]), 100_000);

  const [orphan] = await workers();
  expect(orphan).toBeDefined();
  await open();
  expect(await workers()).not.toContain(orphan);
  expect(await workers()).toHaveLength(1);
});

test('leaves the folder of a live worker alone, and one whose owner is unknown', async () => {
  await open();
  const mine = await workers();
  const other = await openHosts(join(temp, 'work'));
  expect(await workers()).toEqual(expect.arrayContaining(mine));
  expect((await echo('wsp_a')).runs).toBe(1);
  await other.close();
  expect(await workers()).toEqual(mine);
  await mkdir(join(temp, 'work/worker-elsewhere'));
  await (await openHosts(join(temp, 'work'))).close();
  expect(await workers()).toContain('worker-elsewhere');
});

test.runIf(runsAll)('compiles the modules once, for all hosts to read and none to write', async () => {
  const logged: Logged[] = [];
  await open({ cacheModules: true, log: recordingLog(logged) });
  await vi.waitFor(() => expect(logged.some(({ fields }) => fields.why === 'renewed')).toBe(true), 100_000);
  expect(logged.filter(({ level }) => level === 'warn')).toEqual([]);
  const [stamp] = await readdir(join(temp, 'work/modules'));
  const [entry] = await readdir(join(temp, 'work/modules', stamp!));
  const files = await readdir(join(temp, 'work/modules', stamp!, entry!));
  expect(files.length).toBeGreaterThan(5);
  const reach = await findings<{ writable: string[] }>(hosts!, 'reach', {});
  expect(reach.writable.filter(path => path.startsWith('/filemill'))).toEqual([]);
  await hosts!.close();
  expect(await readdir(join(temp, 'work/modules', stamp!, entry!))).toEqual(files);
  const again: Logged[] = [];
  await open({ cacheModules: true, log: recordingLog(again) });
  await echo('wsp_a');
  expect(again.some(({ fields }) => fields.why === 'renewed')).toBe(false);
});

test('says what to install or set if bubblewrap cannot run', async () => {
  const refused = join(temp, 'bwrap');
  await writeFile(refused, '#!/bin/sh\necho "bwrap: No permissions to create new namespace" >&2; exit 1\n');
  await chmod(refused, 0o755);
  await expect(open({ bubblewrap: refused })).rejects.toThrow(
    /No permissions.*package bubblewrap.*SANDBOX=off/,
  );
  await expect(open({ bubblewrap: join(temp, 'none') })).rejects.toThrow(
    /not installed.*package bubblewrap.*SANDBOX=off/,
  );
  expect(await workers()).toEqual([]);
});
