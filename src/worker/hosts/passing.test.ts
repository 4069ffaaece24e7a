import { existsSync } from 'node:fs';
import { chmod, link, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  contentOf,
  type Echo,
  findings,
  type Logged,
  openHosts,
  recordingLog,
  requestFor,
  writeInput,
} from '../../../tests/support/hosts.ts';
import { isMissing } from '../../../tests/support/needs.ts';
import type { Hosts } from '../running/hosts.ts';

let temp: string;
let hosts: Hosts;
const logged: Logged[] = [];

beforeEach(async () => {
  temp = await mkdtemp(join(tmpdir(), 'filemill-passing-'));
  logged.length = 0;
  hosts = await openHosts(join(temp, 'work'), { log: recordingLog(logged) });
});

afterEach(async () => {
  await hosts.close();
  await rm(temp, { recursive: true });
});

const small = { seconds: 60, memoryMb: 300, outputBytes: 1024, outputFiles: 1 };
const echo = () => findings<Echo>(hosts, 'echo');

test('an error in the worker’s own prepare or collect step does not cost the host', async () => {
  const first = await echo();
  const fails = async (): Promise<never> => {
    throw new Error('storage is away');
  };
  const request = { type: 'echo', limits: small, collect: fails };
  await expect(hosts.run(requestFor({ ...request, prepare: fails }))).rejects.toThrow('storage');
  await expect(hosts.run(requestFor({ ...request, prepare: dir => writeInput(dir) }))).rejects.toThrow(
    'storage',
  );
  expect((await echo()).started).toBe(first.started);
});

test('replaces a host that dies while inputs are copied, and the job succeeds', async () => {
  await echo();
  let prepared = 0;
  const request = requestFor({
    type: 'echo',
    limits: small,
    prepare: async dir => {
      prepared += 1;
      // Host 1 is the workspace's warm host.
      const host = logged.find(({ fields }) => fields.host === 1)!.fields.pid as number;
      if (prepared === 1) process.kill(host, 'SIGKILL');
      // The process is gone from /proc once it has been reaped.
      await vi.waitFor(() => expect(existsSync(`/proc/${host}`)).toBe(false), 100_000);
      return writeInput(dir);
    },
    collect: async () => 'stored',
  });
  expect(await hosts.run(request)).toBe('stored');
  expect(prepared).toBe(2);
});

test('prepares inputs where no host can reach, so that a link planted by a host does no harm', async () => {
  const first = await echo();
  const [worker] = await readdir(join(temp, 'work'));
  const folder = join(temp, 'work', worker!);
  const prepare = async (dir: string) => {
    expect(dirname(dir)).toBe(folder);
    // A host with our user could plant a link where the next job's folder will be.
    for (const name of await readdir(folder))
      if (name.startsWith('host-')) await symlink(temp, join(folder, name, 'work/2'));
    return writeInput(dir);
  };
  const request = requestFor({ type: 'echo', limits: small, prepare, collect: async () => {} });
  await expect(hosts.run(request)).rejects.toThrow('ENOTDIR');
  expect(await readdir(temp)).toEqual(['work']);
  expect((await readdir(folder)).filter(name => name.startsWith('given-'))).toEqual([]);
  expect((await echo()).started).toBe(first.started);
});

test('passes a small output as bytes and a large one as a movable file, whose host is ended', async () => {
  const first = await echo();
  const names = (how: string) =>
    hosts.run(
      requestFor({
        type: 'escape',
        options: { how, target: 'out.txt' },
        limits: { ...small, outputBytes: 2 * 1024 ** 3 },
        prepare: dir => writeInput(dir),
        collect: async ({ outputs: [output] }, movable) => [
          movable,
          typeof output!.file === 'string' ? (await stat(output!.file)).nlink : 'bytes',
        ],
      }),
    );
  expect(await names('honest')).toEqual([false, 'bytes']);
  expect((await echo()).started).toBe(first.started);
  expect(await names('huge')).toEqual([true, 1]);
  expect((await echo()).started).not.toBe(first.started);
});

test.skipIf(isMissing(process.getuid!() === 0))(
  'hard-links a large input read-only into the host, unless others could write to it',
  async () => {
    const ours = join(temp, 'ours');
    await writeFile(ours, 'lent to you');
    const read = () =>
      hosts.run(
        requestFor({
          type: 'echo',
          limits: small,
          prepare: async (dir, lendable) => {
            expect(lendable).toBe(true);
            await link(ours, join(dir, 'input-0'));
            return [{ path: join(dir, 'input-0'), filename: 'a.txt', format: 'txt', size: 11 }];
          },
          collect: async ({ outputs }) => JSON.parse((await contentOf(outputs[0]!)).toString()) as Echo,
        }),
      );
    await chmod(ours, 0o644);
    expect((await read()).texts).toEqual(['lent to you']);
    expect(await stat(ours)).toMatchObject({ uid: 0 });
    await chmod(ours, 0o666);
    await expect(read()).rejects.toThrow('not linked');
  },
);
