import { mkdirSync, readdirSync, readFileSync, rmdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, type Echo, findings, openHosts } from '../../../tests/support/hosts.ts';
import { isMissing } from '../../../tests/support/needs.ts';
import { JobFailure } from '../../contract/failure.ts';
import type { Hosts } from '../running/hosts.ts';
import { findGroups, findOwnGroup } from '../sandbox/cgroup.ts';

/** Makes a control group below our own, as an operator would delegate one. Returns undefined if that is not permitted. */
function makeGroup(): string | undefined {
  const groups = readFileSync('/proc/self/cgroup', 'utf8');
  for (const [root, controller] of [
    ['/sys/fs/cgroup', ''],
    ['/sys/fs/cgroup/memory', 'memory'],
  ] as const) {
    const folder = join(root, findOwnGroup(groups, controller) ?? 'none', `filemill-test-${process.pid}`);
    try {
      mkdirSync(folder);
    } catch {
      continue;
    }
    if (findGroups(folder)) return folder;
    rmdirSync(folder);
  }
  return undefined;
}

const group = makeGroup();

describe.skipIf(isMissing(group))('memory limit of a control group', () => {
  let temp: string;
  let hosts: Hosts;
  beforeAll(async () => {
    temp = await mkdtemp(join(tmpdir(), 'filemill-cgroup-'));
    hosts = await openHosts(join(temp, 'work'), { cgroup: group });
  });
  afterAll(async () => {
    await hosts.close();
    expect(readdirSync(group!).filter(name => name.startsWith('filemill-'))).toEqual([]);
    rmdirSync(group!);
    await rm(temp, { recursive: true });
  });

  test.each(['buffers', 'family', 'touched'])('the kernel kills a memory bomb (%s)', async how => {
    const error = await ask(hosts, 'hoard', { how }, { limits: { memoryMb: 200 } }).catch(error => error);
    expect(error).toBeInstanceOf(JobFailure);
    expect([error.reason, error.detail]).toEqual(['limit_exceeded', expect.stringContaining('memory')]);
    const { texts } = await findings<Echo>(hosts, 'echo', {}, { text: 'next' });
    expect(texts).toEqual(['next']);
  });
});
