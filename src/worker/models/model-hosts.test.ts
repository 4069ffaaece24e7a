import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { availableParallelism, getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  type Asked,
  ask,
  findings,
  type Logged,
  openHosts,
  recordingLog,
} from '../../../tests/support/hosts.ts';
import { runsAll } from '../../../tests/support/needs.ts';
import { JobFailure } from '../../contract/failure.ts';
import { modelPool } from '../running/host-pools.ts';
import type { Hosts, HostsSettings } from '../running/hosts.ts';

interface Facts {
  loaded: number;
  calls: number;
  threads: number;
  sum: number;
}
interface Answered<Said = Facts> {
  answers: { facts: Said; made?: number[] }[];
  heard: unknown[];
}

const enginesDir = fileURLToPath(new URL('../../../tests/support/engines', import.meta.url));
let temp: string;
let hosts: Hosts;
const logged: Logged[] = [];

/** Hosts with two models of 600 MB each. */
function open(name: string, settings: Partial<HostsSettings> = {}): Promise<Hosts> {
  const models = new Map(
    Object.entries({ double: 2, triple: 3 }).map(([name, factor]) => [
      name,
      { name, engine: 'abacus', dir: join(temp, name), settings: { factor }, memoryMb: 600 },
    ]),
  );
  const base = { enginesDir, findModel: (name: string) => models.get(name), log: recordingLog(logged) };
  return openHosts(join(temp, name), { ...base, modelMemoryMb: 1500, ...settings });
}

beforeAll(async () => {
  temp = await mkdtemp(join(tmpdir(), 'filemill-models-'));
  for (const name of ['double', 'triple']) {
    await mkdir(join(temp, name));
    await writeFile(join(temp, name, 'weights.txt'), `weights of ${name}`);
  }
  hosts = await open('work');
});

afterAll(async () => {
  await hosts.close();
  await rm(temp, { recursive: true });
});

const asModelJob = (asked: Asked = {}): Asked => ({
  pool: modelPool,
  models: ['double'],
  limits: { seconds: 120 },
  ...asked,
});
const answered = <Said = Facts>(options: object, asked?: Asked, by = hosts) =>
  findings<Answered<Said>>(by, 'ask-model', options, asModelJob(asked));
const failure = (options: object, asked?: Asked, by = hosts) =>
  ask(by, 'ask-model', options, asModelJob(asked)).then(
    () => undefined,
    (error: JobFailure) => ({ reason: error.reason, detail: error.detail }),
  );

test('a model maps input numbers to output numbers and is loaded once for all workspaces', async () => {
  const first = await answered({ calls: [{}, {}] });
  expect(first.answers.map(({ made }) => made)).toEqual([
    [2, 4, 6],
    [2, 4, 6],
  ]);
  expect(first.answers[0]!.facts).toMatchObject({ sum: 6, threads: availableParallelism() });
  expect(first.heard).toContainEqual({ half: true });
  const second = await answered({ numbers: [10] }, { workspaceId: 'wsp_b' });
  expect(second.answers[0]).toMatchObject({
    made: [20],
    facts: { loaded: first.answers[0]!.facts.loaded, calls: first.answers[1]!.facts.calls + 1 },
  });
});

test('each model runs in its own host', async () => {
  const { answers } = await answered({ calls: [{}, { model: 'triple' }] }, { models: ['double', 'triple'] });
  expect(answers.map(({ made }) => made)).toEqual([
    [2, 4, 6],
    [3, 6, 9],
  ]);
  expect(answers[1]!.facts.calls).toBe(1);
});

test('a model host sees only its weights and the input of the current call, and has no network', async () => {
  let connections = 0;
  const server = createServer(() => {
    connections += 1;
  }).listen(0, '127.0.0.1');
  await new Promise(resolve => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await answered({ numbers: [7] }, { workspaceId: 'wsp_a', text: 'a file of somebody' });
  const { answers } = await answered<Record<string, unknown>>(
    { calls: [{ params: { do: 'look', port } }] },
    { workspaceId: 'wsp_b' },
  ).catch(error => {
    throw new Error((error as JobFailure).detail);
  });
  server.close();
  const seen = answers[0]!.facts;
  expect(seen.work).toEqual([expect.stringMatching(/^\d+$/), expect.stringMatching(/^\d+\/input$/)]);
  expect(seen.tmp).toEqual([]);
  expect(seen).toMatchObject({ weights: 'weights of double', priority: Math.min(getPriority() + 10, 19) });
  expect(seen.session).toMatch(/nice 10$|ENOENT/);
  expect([seen.write, seen.create]).not.toContain('ok undefined');
  expect(await readFile(join(temp, 'double/weights.txt'), 'utf8')).toBe('weights of double');
  expect(seen.environment).toEqual(['HOME', 'LANG', 'PATH', 'PWD', 'TMPDIR']);
  expect(seen.network).not.toBe('connected');
  expect(connections).toBe(0);
  expect(seen.uid).not.toBe(0);
});

test.each([
  ['a model it did not name', { calls: [{ model: 'triple' }] }, /triple/],
  ['an engine that is not the model’s', { calls: [{ engine: 'other' }] }, /other/],
  ['an input outside its folder', { calls: [{ input: '/etc/passwd' }] }, /outside the work folder/],
  ['an input that is not a file', { calls: [{ input: '.' }] }, /outside the work folder|regular/],
  ['an output through a link', { link: '/tmp/elsewhere' }, /raw file/],
  ['an output over its input', { calls: [{ output: 'numbers' }] }, /raw file/],
  ['an answer that is a link', { calls: [{ params: { do: 'link' } }] }, /raw file/],
  ['too many calls at once', { calls: Array(64).fill({}), atOnce: 64 }, /questions at once/],
])('%s is refused and logged as an error', async (_, options, detail) => {
  expect(await failure(options)).toMatchObject({
    reason: 'engine_error',
    detail: expect.stringMatching(detail),
  });
  expect(logged.filter(({ level }) => level === 'error').at(-1)?.fields.detail).toMatch(detail);
  expect((await answered({})).answers[0]!.made).toEqual([2, 4, 6]);
});

test('if a model host dies, its job fails with engine_error and the next job gets a fresh host', async () => {
  const before = await answered({});
  expect(await failure({ calls: [{ params: { do: 'die' } }] })).toMatchObject({ reason: 'engine_error' });
  const after = await answered({});
  expect(after.answers[0]!.facts).toMatchObject({ calls: 1 });
  expect(after.answers[0]!.facts.loaded).not.toBe(before.answers[0]!.facts.loaded);
});

test('a model host that exceeds its model’s memory is killed', async () => {
  expect(await failure({ calls: [{ params: { do: 'hoard' } }] })).toMatchObject({ reason: 'limit_exceeded' });
  expect((await answered({})).answers[0]!.made).toEqual([2, 4, 6]);
});

test('cancelling a job stops its model computation, and so does the time limit', async () => {
  const controller = new AbortController();
  const canceled = failure(
    { calls: [{ params: { do: 'hang' } }] },
    {
      signal: controller.signal,
      onProgress: () => controller.abort(new JobFailure('engine_error', 'canceled')),
    },
  );
  expect(await canceled).toMatchObject({ detail: 'canceled' });
  expect((await answered({})).answers[0]!.facts.calls).toBe(1);
  const late = failure({ calls: [{ params: { do: 'hang' } }] }, { limits: { seconds: 2 } });
  expect(await late).toMatchObject({ reason: 'timeout' });
  expect((await answered({})).answers[0]!.facts.calls).toBe(1);
});

test.runIf(runsAll)(
  'models that do not fit in memory together run in turn, and an idle one is unloaded',
  async () => {
    const small = await open('small', { modelMemoryMb: 1000, modelIdleSeconds: 0.5 });
    try {
      const controller = new AbortController();
      const holding = failure(
        { calls: [{ params: { do: 'hang' } }] },
        {
          signal: controller.signal,
          onProgress: () => controller.abort(new JobFailure('engine_error', 'canceled')),
        },
        small,
      );
      await vi.waitFor(() => expect(small.hasRoomFor('triple')).toBe(false));
      expect(small.hasRoomFor('double')).toBe(true);
      const order: string[] = [];
      const waiting = answered({ calls: [{ model: 'triple' }] }, { models: ['triple'] }, small);
      await Promise.all([holding.then(() => order.push('first')), waiting.then(() => order.push('second'))]);
      expect(order).toEqual(['first', 'second']);
      expect((await waiting).answers[0]!.made).toEqual([3, 6, 9]);
      expect([small.hasRoomFor('double'), small.hasRoomFor('none')]).toEqual([true, false]);
      await vi.waitFor(() =>
        expect(logged.some(({ fields }) => fields.why === 'idle' && fields.model)).toBe(true),
      );
    } finally {
      await small.close();
    }
  },
);

test('a job’s charge is reported to the worker, and the job fails if the worker refuses it', async () => {
  const paid: number[] = [];
  await answered({ charge: 12.5, calls: [] }, { charge: async units => void paid.push(units) });
  expect(paid).toEqual([12.5]);
  const refuse = () => Promise.reject(new JobFailure('limit_exceeded', 'no credits left'));
  expect(await failure({ charge: 1 }, { charge: refuse })).toEqual({
    reason: 'limit_exceeded',
    detail: 'no credits left',
  });
});
