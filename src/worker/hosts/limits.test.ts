import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  type Asked,
  ask,
  findings,
  type Logged,
  openHosts,
  recordingLog,
} from '../../../tests/support/hosts.ts';
import { runsAll, takeSome } from '../../../tests/support/needs.ts';
import { JobFailure } from '../../contract/failure.ts';
import type { Hosts } from '../running/hosts.ts';
import { listTree } from '../sandbox/process-tree.ts';

let temp: string;
let hosts: Hosts;
const logged: Logged[] = [];

beforeAll(async () => {
  temp = await mkdtemp(join(tmpdir(), 'filemill-limits-'));
  await writeFile(join(temp, 'secret'), 'the secret');
  hosts = await openHosts(join(temp, 'work'), { log: recordingLog(logged) });
});

afterAll(async () => {
  await hosts.close();
  expect(await readdir(join(temp, 'work'))).toEqual([]);
  await rm(temp, { recursive: true });
});

const failure = (promise: Promise<unknown>): Promise<JobFailure> =>
  promise.then(
    () => expect.unreachable('the job succeeded'),
    error => {
      expect(error).toBeInstanceOf(JobFailure);
      return error;
    },
  );

/** Another workspace's jobs, one after the other, while `action` lasts; all must succeed. */
async function whileOthersWork<T>(action: Promise<T>): Promise<T> {
  let done = false;
  let jobs = 0;
  const other = (async () => {
    while (!done) {
      const { text } = await ask(hosts, 'echo', {}, { workspaceId: 'wsp_other', text: `job ${jobs}` });
      expect(JSON.parse(text).texts).toEqual([`job ${jobs}`]);
      jobs += 1;
      await sleep(20);
    }
  })();
  const result = await action.finally(() => {
    done = true;
  });
  await other;
  expect(jobs).toBeGreaterThan(0);
  return result;
}

/** Expects the job to be ended for `reason` while other workspaces' jobs continue, and the next job of its own workspace to work. */
async function expectEnd(reason: string, type: string, options: unknown, asked: Asked = {}) {
  const error = await whileOthersWork(failure(ask(hosts, type, options, asked)));
  expect(error.reason, error.detail).toBe(reason);
  expect((await findings<{ texts: string[] }>(hosts, 'echo', {}, { text: 'next' })).texts).toEqual(['next']);
  return error;
}

describe('memory', () => {
  test.each(takeSome(['heap', 'child', 'family', 'buffers', 'leaderless'], 2))(
    'stops a memory bomb (%s) at the limit',
    async how => {
      const error = await expectEnd('limit_exceeded', 'hoard', { how }, { limits: { memoryMb: 200 } });
      expect(error.detail).toContain('memory');
    },
  );
});

describe('a sudden allocation, too fast for the memory watcher,', () => {
  test.each(['sudden', 'suddenBuffer'])('is refused by the kernel (%s)', async how => {
    const error = await failure(ask(hosts, 'hoard', { how }, { limits: { memoryMb: 200 } }));
    expect([error.reason, error.detail]).toEqual(['limit_exceeded', expect.stringContaining('memory')]);
  });

  test('is granted to a job with a higher limit in the same host', async () => {
    await failure(ask(hosts, 'hoard', { how: 'sudden' }, { limits: { memoryMb: 200 } }));
    const error = await failure(ask(hosts, 'hoard', { how: 'sudden' }, { limits: { memoryMb: 8000 } }));
    expect(error.detail).toContain('nothing stopped it');
  });
});

describe('processes', () => {
  test.runIf(runsAll)('the kernel limits the number of processes of a fork bomb', async () => {
    // The number reached depends on the machine; without the limit it is thousands.
    let most = 0;
    const counting = setInterval(() => {
      most = Math.max(most, listTree(process.pid).length);
    }, 100);
    await expectEnd('timeout', 'fork-bomb', {}, { limits: { seconds: 2 } });
    clearInterval(counting);
    expect(most).toBeLessThan(350);
  });

  test('a child process left behind does not outlive its job', async () => {
    const first = await findings<{ started: number }>(hosts, 'lingering', { leave: true });
    const second = await findings<{ started: number; processes: number }>(hosts, 'lingering', {
      leave: false,
    });
    expect(second.processes).toBe(2);
    expect(second.started).not.toBe(first.started);
    const third = await findings<{ started: number }>(hosts, 'echo');
    expect(third.started).toBe(second.started);
  });
});

describe('time', () => {
  test.each(['loop', 'wait', 'child'])('kills an endless %s at the time limit', async how => {
    await expectEnd('timeout', 'endless', { how }, { limits: { seconds: 0.5 } });
  });

  test('gives a job a short initial time, more as each piece of work begins, and never more than the maximum', async () => {
    const slow = (work: object | undefined, sleepMs: number, seconds: number) =>
      ask(hosts, 'echo', { work, sleepMs }, { limits: { startSeconds: 1.5, seconds }, text: '' });
    expect((await failure(slow(undefined, 60_000, 60))).reason).toBe('timeout');
    expect(JSON.parse((await slow({ textPage: 5 }, 2500, 60)).text).texts).toEqual(['']);
    expect((await failure(slow({ recognizedPage: 1000 }, 60_000, 3))).reason).toBe('timeout');
  });

  test.runIf(runsAll)('gives a larger input more time', async () => {
    const text = 'x'.repeat(64 * 1024);
    const asked = { limits: { startSeconds: 0.1, seconds: 20 }, text };
    const { texts } = JSON.parse((await ask(hosts, 'echo', { sleepMs: 2000 }, asked)).text);
    expect(texts).toEqual([text]);
  });
});

describe('output', () => {
  const floods: [where: string, detail: string][] = [
    ['file', 'bytes in the work folder'],
    ['unnamed', 'bytes in the work folder'],
    ['leaderless', 'bytes in the work folder'],
    ['mapped', process.getuid?.() === 0 ? 'bytes in the work folder' : 'mapped but not open'],
    ['programs', 'bytes in the work folder'],
    ['far', 'cannot be read: ENAMETOOLONG'],
    ['unnamedFar', 'bytes in the work folder'],
    ['empty', 'files in the work folder'],
    ['stdout', 'printed too much'],
    ['files', 'files in the work folder'],
    ['tmp', 'bytes in the work folder'],
    ['deep', 'nested deeper'],
    ['child', 'bytes in the work folder'],
  ];
  test.each(takeSome(floods, 4))('stops endless output (%s) at the limit', async (where, detail) => {
    const error = await expectEnd('limit_exceeded', 'flood', { where });
    expect(error.detail).toContain(detail);
  });

  test.each(['messages', 'line'])('treats endless output on the channel (%s) as a breach', async where => {
    const error = await expectEnd('engine_error', 'flood', { where });
    expect(error.detail).toContain('more than a job may send');
  });

  test.each([
    ['invalid JSON', 'rubbish'],
    ['a message of the wrong shape', '{"job":1}'],
    ['a __proto__ key', '{"__proto__":{"ready":true},"job":1,"progress":1}'],
    ['an unknown failure reason', '{"job":1,"failure":{"reason":"root","detail":""}}'],
    ['a percentage over 99', '{"job":1,"progress":100}'],
  ])('treats %s on the channel as a breach', async (_what, line) => {
    const error = await failure(ask(hosts, 'garbage', { lines: [line] }));
    expect(error.reason).toBe('engine_error');
    expect(error.detail).toContain('invalid message');
    expect(({} as { ready?: boolean }).ready).toBeUndefined();
  });

  test('ignores messages about another job', async () => {
    const result = { outputs: [], engines: [] };
    const lines = [JSON.stringify({ job: 999_999, result }), JSON.stringify({ job: 999_999, progress: 50 })];
    expect(await findings(hosts, 'garbage', { lines })).toEqual({ said: 2 });
  });
});

describe('a crash of the host', () => {
  test.each(takeSome(['segfault', 'exit', 'kill', 'abort', 'throw'], 3))(
    'by %s is reported as engine_error, and the next job runs',
    async how => {
      const error = await expectEnd('engine_error', 'die', { how });
      expect(error.detail).toMatch(/^the host ended with/);
    },
  );

  test('includes its stderr in the detail for the operator', async () => {
    const error = await failure(ask(hosts, 'die', { how: 'throw' }));
    expect(error.detail).toContain('thrown where nobody catches');
  });

  test('cannot be caused by killing the sandbox’s init from inside', async () => {
    const outcome = await ask(hosts, 'die', { how: 'init' }).then(
      ({ text }) => text,
      (error: JobFailure) => error.detail,
    );
    expect(outcome).toMatch(/survived|EPERM/);
  });
});

describe('the output of a job', () => {
  test.each(['link', 'folderLink', 'parents', 'absolute', 'hardLink', 'nul', 'format', 'metadata'])(
    'is rejected if it is a trick (%s)',
    async how => {
      const error = await failure(ask(hosts, 'escape', { how, target: join(temp, 'secret') }));
      expect(error.reason).toBe('engine_error');
    },
  );

  test('is rejected if it is a sparse file over the size limit', async () => {
    expect((await failure(ask(hosts, 'escape', { how: 'huge', target: '' }))).reason).toBe('limit_exceeded');
  });

  test('cannot be swapped between the check and the copy', async () => {
    for (let times = 0; times < 5; times++) {
      const outcome = await ask(hosts, 'escape', { how: 'swap', target: join(temp, 'secret') }).then(
        ({ text }) => text,
        (error: JobFailure) => error.reason,
      );
      expect(['honest', 'engine_error']).toContain(outcome);
    }
  });

  test('that is a breach is logged as an error', () => {
    const breaches = logged.filter(({ level }) => level === 'error');
    expect(breaches.length).toBeGreaterThan(10);
    expect(breaches[0]!.fields).toMatchObject({ workspaceId: 'wsp_a' });
  });

  test('is cleaned up, whatever the job leaves behind', async () => {
    await ask(hosts, 'leftovers', {}, { workspaceId: 'wsp_untidy' });
    const [own] = await readdir(join(temp, 'work'));
    const left = async () => {
      const names = await readdir(join(temp, 'work', own!));
      const inWork = await Promise.all(
        names.map(name => readdir(join(temp, 'work', own!, name, 'work')).catch(() => [])),
      );
      return [...names.filter(name => name.startsWith('taken')), ...inWork.flat()];
    };
    await vi.waitFor(async () => expect(await left()).toEqual([]), 100_000);
  });
});

describe('a job that fails by itself', () => {
  test('keeps its host, and its detail is truncated', async () => {
    const before = await findings<{ started: number }>(hosts, 'echo');
    const error = await failure(ask(hosts, 'refuse', { detailBytes: 50_000 }));
    expect(error.reason).toBe('unreadable_input');
    expect(error.detail).toHaveLength(8192);
    expect((await findings<{ started: number }>(hosts, 'echo')).started).toBe(before.started);
  });

  test('with an unexpected error is an engine_error, and its host is replaced', async () => {
    const before = await findings<{ started: number }>(hosts, 'echo');
    const error = await failure(ask(hosts, 'refuse', { plain: true }));
    expect(error.reason).toBe('engine_error');
    expect(error.detail).toContain('a slip of ours');
    expect((await findings<{ started: number }>(hosts, 'echo')).started).not.toBe(before.started);
  });
});

test('none of the attacks changed the secret file', async () => {
  expect(await readFile(join(temp, 'secret'), 'utf8')).toBe('the secret');
});
