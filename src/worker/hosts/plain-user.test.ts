import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isMissing } from '../../../tests/support/needs.ts';
import { canDropPrivileges } from '../../../tests/support/plain-user.ts';

interface Outcome {
  ok?: Record<string, unknown>;
  reason?: string;
  detail?: string;
}

const plainUid = 61_234;
let temp: string;
let outcomes: Record<string, Outcome>;

/** The other tests run as the current user; these drop from root to an unprivileged user. */
describe.skipIf(isMissing(canDropPrivileges(plainUid)))('as a plain user', () => {
  beforeAll(async () => {
    temp = await mkdtemp(join(tmpdir(), 'filemill-plain-'));
    await chown(temp, plainUid, plainUid);
    await mkdir(join(temp, 'work'));
    await chown(join(temp, 'work'), plainUid, plainUid);
    await writeFile(join(temp, 'secret'), 'the secret');
    const script = fileURLToPath(new URL('../../../tests/support/processes/hosts-child.ts', import.meta.url));
    const plan = JSON.stringify({ read: [join(temp, 'secret'), '/root', '/home', '/etc/shadow'] });
    const user = ['--reuid', `${plainUid}`, '--regid', `${plainUid}`, '--clear-groups'];
    const child: ChildProcess = spawn(
      'setpriv',
      [...user, process.execPath, script, join(temp, 'work'), plan],
      {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
        env: { PATH: process.env.PATH, SECRET: 'leaked' },
        cwd: '/',
      },
    );
    [outcomes] = (await once(child, 'message')) as [Record<string, Outcome>];
    await once(child, 'exit');
  });

  afterAll(() => rm(temp, { recursive: true }));

  test('jobs run in a user namespace without privileges, files or network', () => {
    expect(outcomes.echo?.ok).toMatchObject({ runs: 1, texts: ['hello'] });
    const reach = outcomes.reach!.ok!;
    expect(reach).toMatchObject({
      uid: 1000,
      noNewPrivs: '1',
      seccomp: '2',
      capabilities: '0000000000000000',
    });
    for (const read of reach.read as string[]) expect(read).toMatch(/^E/);
    for (const path of [temp, process.execPath]) expect(reach.told).not.toContain(path);
    expect(reach.processes).toHaveLength(2);
    expect(JSON.stringify(reach.env)).not.toContain('leaked');
    expect((reach.writable as string[]).filter(path => !/^\/work/.test(path)).sort()).toEqual([
      '/dev/shm',
      '/small',
      '/tmp',
    ]);
  });

  test('the kernel limits the number of processes of a fork bomb', () => {
    const count = outcomes.bomb!.ok!.processes as number;
    expect(count).toBeGreaterThan(50);
    expect(count).toBeLessThanOrEqual(256);
  });

  test('memory bombs, hidden files and trick outputs fail as they do under root', () => {
    expect(outcomes.memory).toMatchObject({ reason: 'limit_exceeded' });
    expect(outcomes.leaderless).toMatchObject({ reason: 'limit_exceeded' });
    expect(outcomes.hidden).toMatchObject({ reason: 'limit_exceeded' });
    expect(outcomes.unnamed).toMatchObject({ reason: 'limit_exceeded' });
    expect(outcomes.programs).toMatchObject({
      reason: 'limit_exceeded',
      detail: expect.stringMatching(/bytes in/),
    });
    expect(outcomes.link).toMatchObject({ reason: 'engine_error' });
    expect(outcomes.again?.ok).toMatchObject({ texts: ['hello'] });
  });

  test('files and processes that only root could inspect exceed the limit and are logged', () => {
    const ends = (what: string, detail: string) =>
      expect(outcomes[what], what).toMatchObject({
        reason: 'limit_exceeded',
        detail: expect.stringContaining(detail),
      });
    ends('mapped', 'mapped but not open');
    ends('unreadable', 'cannot be inspected');
    ends('closed', 'cannot be read: EACCES');
    const told = (outcomes.told as unknown as string[]).join('\n');
    expect(told).toContain('mapped but not open');
    expect(told).toContain('cannot be inspected');
  });

  test('an exited but unreaped child process hides nothing', () => {
    expect(outcomes.unburied).toEqual({ ok: { worked: true } });
  });

  test('an output its owner cannot read is a tool’s mistake and not a breach', () => {
    expect(outcomes.closedFile).toMatchObject({
      reason: 'engine_error',
      detail: expect.stringContaining('EACCES'),
    });
    expect((outcomes.told as unknown as string[]).join('\n')).not.toContain('EACCES');
  });

  test('a folder its owner cannot open is still removed', async () => {
    expect(outcomes.leftovers).toHaveProperty('ok');
    expect(await readdir(join(temp, 'work'))).toEqual([]);
  });
});
